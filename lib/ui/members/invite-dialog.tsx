import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { InviteLink } from "@/lib/ui/members/invite-link";
import { type NewInvite, useCreateInvite } from "@/lib/ui/members/queries";
import { assignProblem, useAuthority } from "@/lib/ui/roles/authority";
import type { Role } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";

type FormProps = { onInvited: (invite: NewInvite) => void; onCancel: () => void };

function InviteForm({ onInvited, onCancel }: FormProps) {
  const { can } = useWorkspace();
  const actor = useAuthority();
  const create = useCreateInvite();
  const [role, setRole] = useState<Role | null>(null);
  const form = useForm({
    initialValues: { email: "" },
    validate: {
      // A rough check: the server validates the address.
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter a complete email address"),
    },
  });
  const save = form.onSubmit(async ({ email }) => {
    if (role === null) {
      form.setFieldError("custom_role_id", "Choose what they may do");
      return;
    }
    form.clearErrors();
    try {
      onInvited(await create.mutateAsync({ email: email.trim(), custom_role_id: role.id }));
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["email", "custom_role_id"]));
    }
  });
  if (!can("can_view_roles")) {
    return (
      <Text size="sm">
        An invite assigns a role, and viewing roles requires <code>can_view_roles</code>, which you don't
        hold. Somebody who manages roles can grant it to you.
      </Text>
    );
  }
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Send invite"
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onCancel}
    >
      <TextInput
        label="Email"
        type="email"
        description="They accept with an account that has this address"
        placeholder="ada@example.com"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("email")}
      />
      <RolePicker
        label="Role"
        placeholder="Choose a role"
        value={role}
        problemOf={(each) =>
          each.is_system && each.based_on_template === "owner"
            ? "Owners can't be invited: make a member an owner instead"
            : assignProblem(actor, each)
        }
        error={form.errors.custom_role_id}
        onChange={(chosen) => {
          setRole(chosen);
          form.clearFieldError("custom_role_id");
        }}
      />
    </DialogForm>
  );
}

type Props = { isOpen: boolean; onClose: () => void };

/** Invites somebody by email, and shows the link. */
export default function InviteDialog({ isOpen, onClose }: Props) {
  const [invite, setInvite] = useState<NewInvite | null>(null);
  const close = () => {
    onClose();
    setInvite(null);
  };
  return (
    // A click beside the dialog must not close it: the link can't be shown again.
    <ModalDialog
      isOpen={isOpen}
      onClose={close}
      title={invite === null ? "Invite someone" : "The invite is ready"}
      closeOnClickOutside={invite === null}
      closeOnEscape={invite === null}
    >
      {invite === null ? (
        <InviteForm onInvited={setInvite} onCancel={close} />
      ) : (
        <Stack>
          <InviteLink invite={invite} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setInvite(null)}>
              Invite another
            </Button>
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      )}
    </ModalDialog>
  );
}
