import { Textarea, TextInput } from "@mantine/core";
import { OBJECT_DESCRIPTION_CHARS_MAX, OBJECT_NAME_CHARS_MAX } from "@/lib/crm/objects/limits";
import { type CrmObject, useCreateObject, useUpdateObject } from "@/lib/ui/crm/queries";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";

type Props = {
  /** The object to change; without it one is created. */
  object?: CrmObject;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (object: CrmObject) => void;
};

/** A dialog that creates a custom object, or renames an object. */
export default function ObjectDialog({ object, isOpen, onClose, onSaved }: Props) {
  const create = useCreateObject();
  const update = useUpdateObject(object?.slug ?? "");
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={object ? "Rename the object" : "New object"}
      submitLabel={object ? "Save" : "Create object"}
      initialValues={{
        singular_name: object?.singular_name ?? "",
        plural_name: object?.plural_name ?? "",
        description: object?.description ?? "",
      }}
      validate={{
        singular_name: nameProblem,
        plural_name: (name) => (name.trim() === "" ? "What are several of them called?" : null),
      }}
      onSubmit={(values, changed) => (object ? update.mutateAsync(changed) : create.mutateAsync(values))}
      onSaved={onSaved}
    >
      {(form) => (
        <>
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
            placeholder="What these records are for"
            autosize
            minRows={2}
            maxRows={5}
            maxLength={OBJECT_DESCRIPTION_CHARS_MAX}
            {...form.getInputProps("description")}
          />
        </>
      )}
    </FormDialog>
  );
}
