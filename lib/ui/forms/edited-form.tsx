"use client";

import { type ComponentType, useState } from "react";
import { OutdatedNotice } from "@/lib/ui/editor/outdated-notice";
import { useOpenForm } from "@/lib/ui/forms/form-frame";
import type { Form } from "@/lib/ui/forms/queries";

export type EditorProps = { form: Form; isOutdated: boolean; onSaved: (form: Form) => void };

/** The open form in an editor of a part of it, which stays as it was opened while others change that part. */
export function EditedForm({
  partOf,
  Editor,
}: {
  partOf: (form: Form) => unknown;
  Editor: ComponentType<EditorProps>;
}) {
  const form = useOpenForm();
  const [base, setBase] = useState({ form, round: 0 });
  const isOutdated = JSON.stringify(partOf(form)) !== JSON.stringify(partOf(base.form));
  return (
    <>
      {isOutdated ? <OutdatedNotice onTake={() => setBase({ form, round: base.round + 1 })} /> : null}
      <Editor
        key={base.round}
        form={isOutdated ? base.form : form}
        isOutdated={isOutdated}
        onSaved={(next) => setBase({ form: next, round: base.round })}
      />
    </>
  );
}
