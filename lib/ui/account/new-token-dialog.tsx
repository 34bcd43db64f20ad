import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { API_TOKEN_NAME_CHARS_MAX } from "@/lib/tokens/limits";
import { useCreateApiToken } from "@/lib/ui/account/queries";
import { scopeOf, TokenScopeFields, WHOLE_SCOPE } from "@/lib/ui/account/token-scope-fields";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { ShownOnceDialog } from "@/lib/ui/kit/copy/shown-once-dialog";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";

const NEVER = "never";
const EXPIRIES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: NEVER, label: "Never" },
];

function CreateTokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (token: string) => void;
  onCancel: () => void;
}) {
  const create = useCreateApiToken();
  const [scope, setScope] = useState(WHOLE_SCOPE);
  const [scopeProblem, setScopeProblem] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: "", expiry: "90" },
    validate: { name: nameProblem },
  });
  const save = form.onSubmit(async ({ name, expiry }) => {
    const isEmpty = scope.reach === "chosen" && scope.permissions.length === 0;
    setScopeProblem(isEmpty ? "Choose at least one" : null);
    if (isEmpty) return;
    try {
      const { token } = await create.mutateAsync({
        name: name.trim(),
        expires_in_days: expiry === NEVER ? null : Number(expiry),
        ...scopeOf(scope),
      });
      onCreated(token);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Create token"
      isBegun={form.isDirty() || scope !== WHOLE_SCOPE}
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description="Say where it will be used, so that you can recognise it later"
        placeholder="CI pipeline"
        maxLength={API_TOKEN_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <NativeSelect label="Expires in" data={EXPIRIES} {...form.getInputProps("expiry")} />
      <TokenScopeFields draft={scope} problem={scopeProblem} onChange={setScope} />
    </DialogForm>
  );
}

/** Creates an API token and shows it, this one time. */
export default function NewTokenDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ShownOnceDialog
      {...props}
      titles={["New API token", "Your new API token"]}
      copyLabel="Copy the token"
      form={(onCreated, onCancel) => <CreateTokenForm onCreated={onCreated} onCancel={onCancel} />}
    />
  );
}
