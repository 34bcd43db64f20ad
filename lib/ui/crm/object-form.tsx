"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { OBJECT_DESCRIPTION_CHARS_MAX, OBJECT_NAME_CHARS_MAX } from "@/lib/crm/objects/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { type CrmObject, useCreateObject, useUpdateObject } from "@/lib/ui/crm/queries";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import ModalDialog from "@/lib/ui/kit/modal-dialog";

type Props = {
  workspaceId: string;
  /** The object to change; without it one is made. */
  object?: CrmObject;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (object: CrmObject) => void;
};

function ObjectForm({ workspaceId, object, onClose, onSaved }: Omit<Props, "isOpen">) {
  const create = useCreateObject(workspaceId);
  const update = useUpdateObject(workspaceId, object?.slug ?? "");
  const form = useForm({
    initialValues: {
      singular_name: object?.singular_name ?? "",
      plural_name: object?.plural_name ?? "",
      description: object?.description ?? "",
    },
    validate: {
      singular_name: (name) => (name.trim() === "" ? "Give it a name" : null),
      plural_name: (name) => (name.trim() === "" ? "What are several of them called?" : null),
    },
  });
  const save = form.onSubmit(async (values) => {
    try {
      const saved = await (object ? update.mutateAsync(values) : create.mutateAsync(values));
      onClose();
      onSaved(saved);
    } catch (error) {
      form.setErrors(formErrorsOf(error, Object.keys(values)));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel={object ? "Save" : "Create object"}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name of one"
        placeholder="Vendor"
        maxLength={OBJECT_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("singular_name")}
      />
      <TextInput
        label="Name of several"
        placeholder="Vendors"
        maxLength={OBJECT_NAME_CHARS_MAX}
        autoComplete="off"
        {...form.getInputProps("plural_name")}
      />
      <Textarea
        label="Description"
        placeholder="What is kept here, and for whom"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={OBJECT_DESCRIPTION_CHARS_MAX}
        {...form.getInputProps("description")}
      />
    </DialogForm>
  );
}

/** A dialog that makes an object of the workspace's own, or changes what one is called. */
export default function ObjectDialog({ isOpen, ...rest }: Props) {
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      title={rest.object ? "Rename the object" : "New object"}
    >
      <ObjectForm {...rest} />
    </ModalDialog>
  );
}
