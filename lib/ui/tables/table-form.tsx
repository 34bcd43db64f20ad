"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { TABLE_DESCRIPTION_CHARS_MAX, TABLE_NAME_CHARS_MAX } from "@/lib/tables/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { type Table, useCreateTable, useUpdateTable } from "@/lib/ui/tables/queries";

type Props = {
  workspaceId: string;
  /** The table to rename; without it one is made. */
  table?: Table;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (table: Table) => void;
};

function TableForm({ workspaceId, table, onClose, onSaved }: Omit<Props, "isOpen">) {
  const create = useCreateTable(workspaceId);
  const update = useUpdateTable(workspaceId, table?.id ?? "");
  const form = useForm({
    initialValues: { name: table?.name ?? "", description: table?.description ?? "" },
    validate: { name: (name) => (name.trim() === "" ? "Give it a name" : null) },
  });
  const save = form.onSubmit(async (values) => {
    try {
      const saved = await (table
        ? update.mutateAsync(values)
        : create.mutateAsync({ ...values, columns: [{ name: "Name", type: "text" }] }));
      onClose();
      onSaved(saved);
    } catch (error) {
      form.setErrors(formErrorsOf(error, Object.keys(values)));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel={table ? "Save" : "Create table"}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Inventory"
        maxLength={TABLE_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Textarea
        label="Description"
        description="Visitors of a share link read it too"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={TABLE_DESCRIPTION_CHARS_MAX}
        {...form.getInputProps("description")}
      />
    </DialogForm>
  );
}

/** A dialog that makes a table, or changes what one is called. */
export default function TableDialog({ isOpen, ...rest }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={rest.onClose} title={rest.table ? "Rename the table" : "New table"}>
      <TableForm {...rest} />
    </ModalDialog>
  );
}
