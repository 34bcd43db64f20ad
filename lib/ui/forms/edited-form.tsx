import type { ComponentType } from "react";
import { useOpenForm } from "@/lib/ui/forms/form-frame";
import type { Form } from "@/lib/ui/forms/queries";
import { OutdatedNotice } from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";

export type EditorProps = { form: Form; isOutdated: boolean; onSaved: (form: Form) => void };

/**
 * Passes the open form to an editor of one part of it. The editor keeps the version it was opened with while others
 * change that part.
 */
export function EditedForm({
  partOf,
  Editor,
}: {
  partOf: (form: Form) => unknown;
  Editor: ComponentType<EditorProps>;
}) {
  const form = useOpenForm();
  const { item, version, isOutdated, take, keep } = useEdited(form, partOf);
  return (
    <>
      {isOutdated ? <OutdatedNotice onTake={() => take(form)} /> : null}
      <Editor key={version} form={isOutdated ? item : form} isOutdated={isOutdated} onSaved={keep} />
    </>
  );
}
