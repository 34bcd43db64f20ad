"use client";

import { Alert, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { CURRENCY_CODE_DEFAULT } from "@/lib/crm/attributes/limits";
import { COLUMN_NAME_CHARS_MAX } from "@/lib/tables/limits";
import { ApiError } from "@/lib/ui/api";
import { type OptionDraft, OptionsEditor, optionsOf } from "@/lib/ui/crm/attribute-form";
import { TYPES } from "@/lib/ui/crm/wording";
import { sentenceOf } from "@/lib/ui/failure";
import ModalDialog from "@/lib/ui/modal-dialog";
import { type Table, type TableColumn, useCreateColumn, useUpdateColumn } from "@/lib/ui/tables/queries";

const COLUMN_TYPES: readonly TableColumn["type"][] = [
  "text",
  "number",
  "currency",
  "checkbox",
  "date",
  "select",
  "multi_select",
  "email",
  "url",
];

type Props = {
  workspaceId: string;
  table: Table;
  /** The column to change; null adds one. */
  column: TableColumn | null;
  isOpen: boolean;
  onClose: () => void;
};

function ColumnForm({ workspaceId, table, column, onClose }: Omit<Props, "isOpen">) {
  const create = useCreateColumn(workspaceId, table.id);
  const update = useUpdateColumn(workspaceId, table.id);
  const [name, setName] = useState(column?.name ?? "");
  const [type, setType] = useState<TableColumn["type"]>(column?.type ?? "text");
  const [currency, setCurrency] = useState(column?.currency_code ?? CURRENCY_CODE_DEFAULT);
  const [options, setOptions] = useState<OptionDraft[]>(() =>
    column && column.options.length > 0
      ? column.options.map((option, id) => ({ id, ...option }))
      : [{ id: 0, value: null, label: "", color: "gray" }],
  );
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const issueOf = (field: string) =>
    issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  const isElsewhere =
    failure !== null && !["name", "type", "options", "currency_code"].some((field) => issueOf(field));
  const save = async () => {
    setFailure(null);
    const common = {
      name: name.trim(),
      ...(type === "select" || type === "multi_select" ? { options: optionsOf(options) } : {}),
      ...(type === "currency" ? { currency_code: currency.trim().toUpperCase() } : {}),
    };
    try {
      await (column
        ? update.mutateAsync({ key: column.key, ...common })
        : create.mutateAsync({ ...common, type }));
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap="md">
        {isElsewhere ? (
          <Alert color="red" variant="light" role="alert">
            {sentenceOf(failure)}
          </Alert>
        ) : null}
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
          description={column ? "It never changes: add another column instead" : undefined}
          disabled={column !== null}
          data={COLUMN_TYPES.map((value) => ({ value, label: TYPES[value].label }))}
          value={type}
          error={issueOf("type")}
          onChange={(event) =>
            setType(COLUMN_TYPES.find((each) => each === event.currentTarget.value) ?? "text")
          }
        />
        {type === "select" || type === "multi_select" ? (
          <OptionsEditor drafts={options} onChange={setOptions} error={issueOf("options")} />
        ) : null}
        {type === "currency" ? (
          <TextInput
            label="Currency"
            description="Its three letters, as in EUR"
            maxLength={3}
            autoComplete="off"
            value={currency}
            error={issueOf("currency_code")}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {column ? "Save" : "Add column"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A dialog that adds a column to a table, or changes one. */
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
