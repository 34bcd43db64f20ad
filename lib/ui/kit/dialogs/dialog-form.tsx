import { Button, Group, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./dialog-actions.module.css";

type Props = {
  /** What is wrong with all of it, rather than with one field. */
  problem: ReactNode;
  children: ReactNode;
  submitLabel: string;
  /** Whether something in it was typed or chosen: to close it by accident asks then. */
  isBegun: boolean;
  cancelLabel?: string;
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onCancel: () => void;
};

/** A form that fills a dialog: errors above its fields, buttons below, always in sight. */
export function DialogForm(props: Props) {
  const { problem, children, submitLabel, isBegun, isBusy, onSubmit, onCancel } = props;
  useHoldsUnsaved(true);
  return (
    <>
      {/* Beside the form: what its dialog submits would reach the form as well. */}
      <UnsavedGuard isDirty={isBegun && !isBusy} isSaving={false} />
      <Form onSubmit={onSubmit}>
        <Stack gap="md">
          {problem ? <Refusal>{problem}</Refusal> : null}
          {children}
          <Group justify="flex-end" gap="sm" className={classes.actions ?? ""}>
            <Button variant="default" onClick={onCancel}>
              {props.cancelLabel ?? "Cancel"}
            </Button>
            <Button type="submit" loading={isBusy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </Form>
    </>
  );
}
