import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { COLUMN_TYPES } from "@/lib/crm/values/catalog";
import { COLUMN_NAME_CHARS_MAX } from "@/lib/tables/limits";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { changedOf } from "@/lib/ui/api/rebased";
import { TypeDetails, useTypeDetails } from "@/lib/ui/crm/type-details";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { type Table, type TableColumn, useCreateColumn, useUpdateColumn } from "@/lib/ui/tables/queries";
import { TYPES } from "@/lib/ui/values/catalog";

type Props = {
  table: Table;
  /** The column to change; null adds one. */
  column: TableColumn | null;
  isOpen: boolean;
  onClose: () => void;
};

function ColumnForm({ table, column, onClose }: Omit<Props, "isOpen">) {
  const isClosed = useIsClosed();
  const create = useCreateColumn(table.id);
  const update = useUpdateColumn(table.id);
  const [name, setName] = useState(column?.name ?? "");
  const [type, setType] = useState<TableColumn["type"]>(column?.type ?? "text");
  const details = useTypeDetails(type, column);
  const body = { name: name.trim(), ...details.body };
  const [opened] = useState(body);
  const isChanged = Object.keys(changedOf(body, opened)).length > 0;
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const issueOf = (field: string) =>
    issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  const isElsewhere =
    failure !== null && !["name", "type", "options", "currency_code"].some((field) => issueOf(field));
  const save = async () => {
    setFailure(null);
    try {
      await (column
        ? update.mutateAsync({ key: column.key, opened: opened.options, ...changedOf(body, opened) })
        : create.mutateAsync({ ...body, type }));
      if (!isClosed()) onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <DialogForm
      problem={isElsewhere && sentenceOf(failure)}
      submitLabel={column ? "Save" : "Add column"}
      isBegun={isChanged}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        maxLength={COLUMN_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        value={name}
        error={issueOf("name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Type"
        description={column ? "It can't be changed: add another column instead" : undefined}
        disabled={column !== null}
        data={COLUMN_TYPES.map((value) => ({ value, label: TYPES[value].label }))}
        value={type}
        error={issueOf("type")}
        onChange={(event) =>
          setType(COLUMN_TYPES.find((each) => each === event.currentTarget.value) ?? "text")
        }
      />
      <TypeDetails
        details={details}
        issueOf={issueOf}
        removalHint="Rows keep a value after its option is removed."
      />
    </DialogForm>
  );
}

/** A dialog that adds or changes a column. */
export default function ColumnDialog({ isOpen, ...rest }: Props) {
  const { column, table } = rest;
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      size="lg"
      title={column ? `Edit ${column.name}` : `New column of ${table.name}`}
    >
      <ColumnForm key={column?.key ?? ""} {...rest} />
    </ModalDialog>
  );
}
