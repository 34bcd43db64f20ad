import { Group, Stack } from "@mantine/core";
import { type FormErrors, type FormValidateInput, type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useRef } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { changedOf, rebased } from "@/lib/ui/api/rebased";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { SaveButton } from "@/lib/ui/kit/fields/save-button";
import classes from "./saved-form.module.css";

type Options<V> = {
  /** As they are stored: what others save meanwhile is shown, except where the reader has changed it. */
  initialValues: V;
  validate?: FormValidateInput<V>;
  /**
   * Gets what the reader has changed, and all that the form shows. Only the former is to be written.
   * @returns the values as they are stored then
   */
  send: (changed: Partial<V>, values: V) => Promise<V>;
  /** What the server refused, by field; without it, by the names of the values. */
  errorsOf?: (error: unknown, values: V) => FormErrors;
  saidThen?: string;
};

/** A form that is always open on its page. What is typed while it is being saved stays, and is yet to be saved. */
export function useSavedForm<V extends Record<string, unknown>>(options: Options<V>) {
  const { initialValues, validate, send, saidThen = "Saved." } = options;
  const { errorsOf = (error) => formErrorsOf(error, Object.keys(initialValues)) } = options;
  const form = useForm<V>({ initialValues, ...(validate ? { validate } : {}) });
  const stored = useRef(initialValues);
  const follow = (from: V, onto: V) => {
    stored.current = onto;
    form.setValues(rebased(form.getValues(), from, onto));
    form.resetDirty(onto);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are new objects each time; what they hold counts
  useEffect(() => follow(stored.current, initialValues), [JSON.stringify(initialValues)]);
  const save = async (values: V) => {
    form.clearErrors();
    try {
      follow(values, await send(changedOf(values, stored.current), values));
      notifications.show({ color: "pine", message: saidThen });
    } catch (error) {
      form.setErrors(errorsOf(error, values));
    }
  };
  return { form, save };
}

type Props<V> = {
  form: UseFormReturnType<V>;
  onSubmit: (values: V) => unknown;
  isReadOnly?: boolean;
  children: ReactNode;
};

/** The fields of such a form, with what is wrong with all of it above them, and the button that saves it below. */
export function SavedForm<V>({ form, onSubmit, isReadOnly = false, children }: Props<V>) {
  return (
    <Form onSubmit={form.onSubmit(async (values) => void (await onSubmit(values)))}>
      <fieldset disabled={isReadOnly} className={classes.fields}>
        <Stack>
          {form.errors.form ? <Refusal>{form.errors.form}</Refusal> : null}
          {children}
          {isReadOnly ? null : (
            <Group>
              <SaveButton isDirty={form.isDirty()} isSaving={form.submitting} />
            </Group>
          )}
        </Stack>
      </fieldset>
    </Form>
  );
}
