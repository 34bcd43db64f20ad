import { TextInput } from "@mantine/core";
import { TABLE_DESCRIPTION_CHARS_MAX, TABLE_NAME_CHARS_MAX } from "@/lib/tables/limits";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { type Table, useCreateTable, useUpdateTable } from "@/lib/ui/tables/queries";

type Props = {
  /** The table to rename; without it one is created. */
  table?: Table;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (table: Table) => void;
};

/** A dialog that creates or renames a table. */
export default function TableDialog({ table, isOpen, onClose, onSaved }: Props) {
  const create = useCreateTable();
  const update = useUpdateTable(table?.id ?? "");
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={table ? "Rename the table" : "New table"}
      submitLabel={table ? "Save" : "Create table"}
      initialValues={{ name: table?.name ?? "", description: table?.description ?? "" }}
      validate={{ name: nameProblem }}
      onSubmit={(values, changed) =>
        table
          ? update.mutateAsync(changed)
          : create.mutateAsync({ ...values, columns: [{ name: "Name", type: "text" }] })
      }
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            placeholder="Inventory"
            maxLength={TABLE_NAME_CHARS_MAX}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
          <MarkdownField
            label="Description"
            placeholder="Visitors of a share link read it too"
            minRows={2}
            charsMax={TABLE_DESCRIPTION_CHARS_MAX}
            value={form.values.description}
            error={form.errors.description}
            onChange={(description) => form.setFieldValue("description", description)}
          />
        </>
      )}
    </FormDialog>
  );
}
