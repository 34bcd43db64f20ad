import { Select, Textarea, TextInput } from "@mantine/core";
import { TEMPLATES } from "@/lib/access/catalog";
import { ROLE_DESCRIPTION_CHARS_MAX, ROLE_NAME_CHARS_MAX } from "@/lib/access/limits";
import { beyondAuthority } from "@/lib/access/rules";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { useAuthority } from "@/lib/ui/roles/authority";
import { type Role, useCreateRole } from "@/lib/ui/roles/queries";

type Props = { isOpen: boolean; onCreated: (role: Role) => void; onClose: () => void };

/** Creates a role; its permissions are set on its own page. */
export default function NewRoleDialog({ isOpen, onCreated, onClose }: Props) {
  const actor = useAuthority();
  const create = useCreateRole();
  const templates = TEMPLATES.filter(({ slug }) => slug !== "owner").map(({ slug, name, permissions }) => {
    const beyond = beyondAuthority(actor, permissions).length;
    return {
      value: slug,
      label:
        beyond === 0
          ? `${name} · ${permissions.length} permissions`
          : `${name} · grants ${beyond} that you don't have`,
      disabled: beyond > 0,
    };
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New role"
      submitLabel="Create role"
      initialValues={{ name: "", description: "", template: "" }}
      validate={{ name: nameProblem }}
      onSubmit={({ name, description, template }) => {
        const based_on_template = TEMPLATES.find(({ slug }) => slug === template)?.slug;
        return create.mutateAsync({
          name: name.trim(),
          ...(description.trim() === "" ? {} : { description: description.trim() }),
          ...(based_on_template === undefined || based_on_template === "owner" ? {} : { based_on_template }),
        });
      }}
      onSaved={onCreated}
    >
      {(form) => (
        <>
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
            description="Its permissions are copied, and your changes are marked"
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
        </>
      )}
    </FormDialog>
  );
}
