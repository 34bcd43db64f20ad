import type { ComponentType } from "react";
import { useOpenForm } from "@/lib/ui/forms/form-frame";
import type { Form } from "@/lib/ui/forms/queries";
import { OutdatedNotice, useOutdatedInView } from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";

export type EditorProps = { form: Form; isOutdated: boolean; onSaved: (form: Form) => void };

/**
 * What the editor of a form says when a save is refused. That somebody else has changed the same part is said by the
 * notice above it; of other parts nothing is lost, and saving again keeps both.
 */
export function useFailure(
  { failure, isConflict }: { failure: string | null; isConflict: boolean },
  isOutdated: boolean,
): string | null {
  useOutdatedInView(isConflict && isOutdated);
  if (!isConflict) return failure;
  return isOutdated
    ? null
    : "Not saved yet: somebody else has just saved other parts of this form. Save again.";
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
  return (
    <>
      {isOutdated ? <OutdatedNotice onTake={() => take(form)} /> : null}
      <Editor key={version} form={isOutdated ? item : form} isOutdated={isOutdated} onSaved={keep} />
    </>
  );
}
