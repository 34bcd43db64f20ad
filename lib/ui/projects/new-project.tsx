"use client";

import { Code, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  PROJECT_DESCRIPTION_CHARS_MAX,
  PROJECT_KEY_CHARS_MAX,
  PROJECT_NAME_CHARS_MAX,
} from "@/lib/projects/limits";
import { keyFor } from "@/lib/projects/rules";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { type Project, useCreateProject } from "@/lib/ui/projects/queries";

type Props = {
  workspaceId: string;
  isOpen: boolean;
  onCreated: (project: Project) => void;
  onClose: () => void;
};

function NewProjectForm({ workspaceId, onCreated, onClose }: Omit<Props, "isOpen">) {
  const create = useCreateProject(workspaceId);
  const form = useForm({
    initialValues: { name: "", key: "", description: "" },
    validate: { name: (name) => (name.trim() === "" ? "Give it a name" : null) },
  });
  const { name, key } = form.values;
  const preview = key || (name.trim() === "" ? "KEY" : keyFor(name));
  const save = form.onSubmit(async (values) => {
    form.clearErrors();
    try {
      const project = await create.mutateAsync({
        name: values.name.trim(),
        description: values.description,
        ...(values.key === "" ? {} : { key: values.key }),
      });
      onClose();
      onCreated(project);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name", "key", "description"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Create project"
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Website relaunch"
        maxLength={PROJECT_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Key"
        description="Stands in front of task numbers. Left empty, it is made of the name."
        placeholder={preview}
        maxLength={PROJECT_KEY_CHARS_MAX}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("key")}
        onChange={(event) => form.setFieldValue("key", event.currentTarget.value.toUpperCase().trim())}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        Its tasks will be named <Code>{preview}-1</Code>, <Code>{preview}-2</Code> and so on
        {key === "" ? ", or with a number behind the key where another project has it" : ""}.
      </Text>
      <Textarea
        label="Description"
        placeholder="What it is for (optional)"
        maxLength={PROJECT_DESCRIPTION_CHARS_MAX}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps("description")}
      />
    </DialogForm>
  );
}

/** Asks for what makes a project. */
export default function NewProjectDialog({ isOpen, ...props }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={props.onClose} title="New project">
      <NewProjectForm {...props} />
    </ModalDialog>
  );
}
