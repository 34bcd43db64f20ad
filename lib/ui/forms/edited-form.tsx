import { type ComponentType, useEffect, useState } from "react";
import { useOpenForm } from "@/lib/ui/forms/form-frame";
import type { Form } from "@/lib/ui/forms/queries";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";

const OutdatedNotice = lazyPart(() => import("@/lib/ui/kit/editor/outdated-notice"));

export type EditorProps = {
  form: Form;
  isOutdated: boolean;
  /** Whether it is not saved because somebody else has changed the form. */
  onConflict: (isConflict: boolean) => void;
  onSaved: (form: Form) => void;
};

/**
 * What the editor of a form says when a save is refused. That somebody else has changed the same part is said by the
 * notice above it; of other parts nothing is lost, and saving again keeps both.
 */
export function useFailure(
  { failure, isConflict }: { failure: string | null; isConflict: boolean },
  { isOutdated, onConflict }: Pick<EditorProps, "isOutdated" | "onConflict">,
): string | null {
  useEffect(() => onConflict(isConflict), [isConflict, onConflict]);
  if (!isConflict) return failure;
  return isOutdated ? null : "Not saved yet: somebody else has just changed other parts. Save again.";
}

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
  const [isConflict, setIsConflict] = useState(false);
  return (
    <>
      {isOutdated ? <OutdatedNotice isReason={isConflict} onTake={() => take(form)} /> : null}
      <Editor
        key={version}
        form={isOutdated ? item : form}
        isOutdated={isOutdated}
        onConflict={setIsConflict}
        onSaved={keep}
      />
    </>
  );
}
