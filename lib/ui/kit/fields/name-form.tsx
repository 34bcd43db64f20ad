import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { Form } from "@/lib/ui/kit/fields/form";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { SaveButton } from "@/lib/ui/kit/fields/save-button";

type Props = {
  label: string;
  placeholder: string;
  submitLabel: string;
  charsMax: number;
  /** Of what has a name already: it can be saved once it is another one. What others call it meanwhile is shown until something is typed. */
  initialName?: string;
  onSubmit: (name: string) => Promise<unknown>;
  onCancel?: () => void;
  hasAutoFocus?: boolean;
  /** What else is asked, below the name. */
  children?: ReactNode;
};

/** A form of one name. What the server refuses stands at the field, or above it, and nothing typed is lost. */
export function NameForm(props: Props) {
  const { initialName } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? initialName ?? "";
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const field = nameProblem(name);
    if (field !== null) {
      setProblem({ field });
      return;
    }
    setProblem({});
    setIsBusy(true);
    try {
      await props.onSubmit(name.trim());
      if (initialName !== undefined) setTyped((now) => (now === name ? null : now));
    } catch (error) {
      const { name: field, form } = formErrorsOf(error, ["name"]);
      setProblem({ ...(field ? { field } : {}), ...(form ? { form } : {}) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form onSubmit={save}>
      <Stack gap="md">
        {problem.form ? <Refusal>{problem.form}</Refusal> : null}
        <TextInput
          label={props.label}
          placeholder={props.placeholder}
          maxLength={props.charsMax}
          autoComplete="off"
          data-autofocus={props.hasAutoFocus || undefined}
          value={name}
          error={problem.field}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem({});
          }}
        />
        {props.children}
        <Group justify={props.onCancel ? "flex-end" : "flex-start"} gap="sm">
          {props.onCancel ? (
            <Button variant="default" onClick={props.onCancel}>
              Cancel
            </Button>
          ) : null}
          <SaveButton
            label={props.submitLabel}
            isSaving={isBusy}
            isDirty={initialName === undefined || name.trim() !== initialName}
          />
        </Group>
      </Stack>
    </Form>
  );
}
