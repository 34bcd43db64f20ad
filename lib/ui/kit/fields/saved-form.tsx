import { Group, Stack } from "@mantine/core";
import { type FormErrors, type FormValidateInput, type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useRef } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { changedOf, rebased } from "@/lib/ui/api/rebased";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { SaveButton } from "@/lib/ui/kit/fields/save-button";
import { clashText } from "@/lib/ui/kit/words/clash";
import classes from "./saved-form.module.css";

type Options<V> = {
  /** As they are stored: what others save meanwhile is shown, except where the reader has changed it. */
  initialValues: V;
  validate?: FormValidateInput<V>;
  /**
   * Gets what the reader has changed, all that the form shows, and what is stored as far as is known here. Only the
   * first is to be written.
   * @returns the values as they are stored then
   */
  send: (changed: Partial<V>, values: V, known: V) => Promise<V>;
  /** What is stored by now, if it was not written because somebody else has changed the same. */
  storedOf?: (error: unknown) => V | null;
  /** What the server refused, by field; without it, by the names of the values. */
  errorsOf?: (error: unknown, values: V) => FormErrors;
  saidThen?: string;
};

/** What the reader and somebody else have changed at once: at each such field, what the other made of it. */
function clashesOf<V extends Record<string, unknown>>(values: V, from: V, onto: V): FormErrors {
  const [mine, theirs] = [changedOf(values, from), changedOf(onto, from)];
  const left = Object.keys(changedOf(values, onto)).filter((name) => name in mine && name in theirs);
  return Object.fromEntries(left.map((name) => [name, clashText(onto[name])]));
}

/**
 * A form that is always open on its page. What is typed while it is being saved stays, and is yet to be saved. A field
 * that somebody else changes too keeps what the reader made of it, and says so: saving replaces theirs.
 */
export function useSavedForm<V extends Record<string, unknown>>(options: Options<V>) {
  const { initialValues, validate, send, saidThen = "Saved." } = options;
  const { errorsOf = (error) => formErrorsOf(error, Object.keys(initialValues)), storedOf } = options;
  const form = useForm<V>({ initialValues, ...(validate ? { validate } : {}) });
  const stored = useRef(initialValues);
  const isSending = useRef(false);
  const follow = (from: V, onto: V) => {
    stored.current = onto;
    form.setValues(rebased(form.getValues(), from, onto));
    form.resetDirty(onto);
  };
  const followOthers = (from: V, onto: V) => {
    const clashes = clashesOf(form.getValues(), from, onto);
    const said = form.errors;
    follow(stored.current, onto);
    // What is still to be saved is as wrong as before.
    const left = changedOf(form.getValues(), onto);
    const still = Object.entries(said).filter(([name]) => name === "form" || name in left);
    form.setErrors({ ...Object.fromEntries(still), ...clashes });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are new objects each time; what they hold counts
  useEffect(() => {
    // What is stored then may be what was sent, and more may have been typed since.
    if (isSending.current) follow(stored.current, initialValues);
    else followOthers(stored.current, initialValues);
  }, [JSON.stringify(initialValues)]);
  const save = async (values: V) => {
    form.clearErrors();
    const known = stored.current;
    isSending.current = true;
    try {
      follow(values, await send(changedOf(values, known), values, known));
      notifications.show({ color: "pine", message: saidThen });
    } catch (error) {
      const others = storedOf?.(error);
      if (others) followOthers(known, others);
      else form.setErrors(errorsOf(error, values));
    } finally {
      isSending.current = false;
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
