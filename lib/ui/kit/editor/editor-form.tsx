import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import type { useDraft } from "@/lib/ui/kit/editor/use-draft";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import classes from "./editor.module.css";

type Props = {
  editor: Pick<
    ReturnType<typeof useDraft<unknown>>,
    "failure" | "isBusy" | "isDirty" | "isReadOnly" | "discard"
  >;
  onSubmit: () => void;
  submitLabel: string;
  /** Nothing is stored yet: it can be saved as it is, and there is nothing to discard. */
  isNew?: boolean;
  /** What else can be done. */
  tools?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** An editor's form: errors above it, save and discard below; leaving it unsaved asks for confirmation. */
export function EditorForm(props: Props) {
  const { editor, onSubmit, submitLabel, isNew = false, tools, className = classes.editor, children } = props;
  const { failure, isBusy, isDirty, isReadOnly, discard } = editor;
  return (
    <>
      {/* Beside the form: what its dialog submits would reach the form as well. */}
      <UnsavedGuard isDirty={isDirty} isSaving={isBusy} />
      <Form onSubmit={onSubmit} className={className}>
        {failure === null ? null : <Refusal>{failure}</Refusal>}
        {children}
        {isReadOnly && !isDirty ? null : (
          <div className={classes.bar}>
            {isReadOnly ? null : (
              <Button type="submit" loading={isBusy} disabled={!isNew && !isDirty}>
                {submitLabel}
              </Button>
            )}
            {!isNew && isDirty ? (
              <Button variant="default" onClick={discard}>
                Discard changes
              </Button>
            ) : null}
            {tools}
            <span className={classes.note} role="status">
              {isReadOnly ? "Not saved: you may not change this any more" : isDirty ? "Not saved yet" : ""}
            </span>
          </div>
        )}
      </Form>
    </>
  );
}
