import { type FormValidateInput, type UseFormReturnType, useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { changedOf } from "@/lib/ui/api/rebased";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";

type FormProps<V extends Record<string, unknown>, R> = {
  submitLabel: string;
  initialValues: V;
  validate?: FormValidateInput<V>;
  /**
   * Gets all values, and those that the reader has changed: of what exists already, only these are written.
   * @throws ApiError whose issues are shown at the fields that they name, and everything else above them
   */
  onSubmit: (values: V, changed: Partial<V>) => Promise<R>;
  /** After the dialog is closed, so that it may lead elsewhere. */
  onSaved?: ((saved: R) => void) | undefined;
  /** A promise is waited for. */
  onClose: () => unknown;
  children: (form: UseFormReturnType<V>) => ReactNode;
};

function Form<V extends Record<string, unknown>, R>(props: FormProps<V, R>) {
  const { submitLabel, initialValues, validate, onSubmit, onSaved, onClose, children } = props;
  const form = useForm<V>({ initialValues, ...(validate ? { validate } : {}) });
  const isClosed = useIsClosed();
  const save = form.onSubmit(async (values) => {
    form.clearErrors();
    try {
      const saved = await onSubmit(values, changedOf(values, form.getInitialValues()));
      if (isClosed()) return;
      await onClose();
      onSaved?.(saved);
    } catch (error) {
      form.setErrors(formErrorsOf(error, Object.keys(initialValues)));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel={submitLabel}
      isBegun={form.isDirty()}
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onClose}
    >
      {children(form)}
    </DialogForm>
  );
}

type Props<V extends Record<string, unknown>, R> = FormProps<V, R> & { isOpen: boolean; title: string };

/** A dialog that asks for some values and saves them; it starts fresh whenever it is opened. */
export function FormDialog<V extends Record<string, unknown>, R>({ isOpen, title, ...form }: Props<V, R>) {
  return (
    <ModalDialog isOpen={isOpen} onClose={form.onClose} title={title}>
      <Form {...form} />
    </ModalDialog>
  );
}
