"use client";

import { Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { TEMPLATES } from "@/lib/access/catalog";
import { ROLE_DESCRIPTION_CHARS_MAX, ROLE_NAME_CHARS_MAX } from "@/lib/access/limits";
import { beyondAuthority } from "@/lib/access/rules";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { useAuthority } from "@/lib/ui/roles/authority";
import { type Role, useCreateRole } from "@/lib/ui/roles/queries";

type Props = { onCreated: (role: Role) => void; onClose: () => void };

function NewRoleForm({ onCreated, onClose }: Props) {
  const { id } = useWorkspace();
  const actor = useAuthority();
  const create = useCreateRole(id);
  const form = useForm({
    initialValues: { name: "", description: "", template: "" },
    validate: { name: (name) => (name.trim() === "" ? "Give it a name" : null) },
  });
  const templates = TEMPLATES.filter(({ slug }) => slug !== "owner").map(({ slug, name, permissions }) => {
    const beyond = beyondAuthority(actor, permissions).length;
    return {
      value: slug,
      label:
        beyond === 0
          ? `${name} · ${permissions.length} permissions`
          : `${name} · grants ${beyond} that you don't hold`,
      disabled: beyond > 0,
    };
  });
  const save = form.onSubmit(async ({ name, description, template }) => {
    form.clearErrors();
    const based_on_template = TEMPLATES.find(({ slug }) => slug === template)?.slug;
    try {
      const role = await create.mutateAsync({
        name: name.trim(),
        ...(description.trim() === "" ? {} : { description: description.trim() }),
        ...(based_on_template === undefined || based_on_template === "owner" ? {} : { based_on_template }),
      });
      onClose();
      onCreated(role);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name", "description"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Create role"
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Release manager"
        maxLength={ROLE_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Select
        label="Start from"
        description="Its permissions are copied, and what you change is marked against it"
        data={[{ value: "", label: "Nothing" }, ...templates]}
        allowDeselect={false}
        {...form.getInputProps("template")}
      />
      <Textarea
        label="Description"
        placeholder="Who it is for"
        maxLength={ROLE_DESCRIPTION_CHARS_MAX}
        autosize
        minRows={2}
        {...form.getInputProps("description")}
      />
    </DialogForm>
  );
}

/** Asks for what makes a role; its permissions are set on its own page. */
export default function NewRoleDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  return (
    <ModalDialog isOpen={isOpen} onClose={rest.onClose} title="New role">
      <NewRoleForm {...rest} />
    </ModalDialog>
  );
}
