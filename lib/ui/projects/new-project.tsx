import { Code, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import {
  PROJECT_DESCRIPTION_CHARS_MAX,
  PROJECT_KEY_CHARS_MAX,
  PROJECT_NAME_CHARS_MAX,
} from "@/lib/projects/limits";
import { keyFor } from "@/lib/projects/rules";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { type Project, useCreateProject } from "@/lib/ui/projects/queries";

type Values = { name: string; key: string; description: string };

type Props = {
  isOpen: boolean;
  onCreated: (project: Project) => void;
  onClose: () => void;
};

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const { name, key } = form.values;
  const preview = key || (name.trim() === "" ? "KEY" : keyFor(name));
  return (
    <>
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
        description="The prefix of task numbers. If left empty, it is made from the name."
        placeholder={preview}
        maxLength={PROJECT_KEY_CHARS_MAX}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("key")}
        onChange={(event) => form.setFieldValue("key", event.currentTarget.value.toUpperCase().trim())}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        Tasks are numbered <Code>{preview}-1</Code>, <Code>{preview}-2</Code> and so on.
        {key === "" ? " If another project uses this key, a number is added to it." : ""}
      </Text>
      <MarkdownField
        label="Description"
        placeholder="What it is for (optional)"
        minRows={2}
        charsMax={PROJECT_DESCRIPTION_CHARS_MAX}
        value={form.values.description}
        error={form.errors.description}
        onChange={(description) => form.setFieldValue("description", description)}
      />
    </>
  );
}

/** A dialog that creates a project. */
export default function NewProjectDialog({ isOpen, onCreated, onClose }: Props) {
  const create = useCreateProject(useWorkspace().id);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New project"
      submitLabel="Create project"
      initialValues={{ name: "", key: "", description: "" }}
      validate={{ name: nameProblem }}
      onSubmit={({ name, key, description }) =>
        create.mutateAsync({ name: name.trim(), description, ...(key === "" ? {} : { key }) })
      }
      onSaved={onCreated}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}
