import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@/lib/ui/icons";
import { newKey } from "@/lib/ui/light-kit/new-key";
import classes from "./header-rows.module.css";

/** One header as it is being written. `key` tells a row apart, whatever stands in it. */
export type HeaderRow = {
  key: string;
  name: string;
  value: string;
  /** Its value is kept by the server, and not known here. */
  isStored?: boolean;
};

type Part = "name" | "value";

type Props = {
  rows: readonly HeaderRow[];
  onChange: (rows: HeaderRow[]) => void;
  placeholder: string;
  problemOf: (row: HeaderRow, index: number, part: Part) => string | undefined;
  rowsMax: number;
  charsMax: Readonly<Record<Part, number>>;
  isReadOnly?: boolean;
};

/** Headers of HTTP requests, row by row. A stored one that gets another name needs its value again. */
export function HeaderRows(props: Props) {
  const { rows, onChange, placeholder, problemOf, rowsMax, charsMax, isReadOnly = false } = props;
  const change = (key: string, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const field = (row: HeaderRow, index: number, part: Part) => ({
    maxLength: charsMax[part],
    autoComplete: "off",
    spellCheck: false,
    readOnly: isReadOnly,
    value: row[part],
    error: problemOf(row, index, part),
  });
  return (
    <>
      {rows.map((row, index) => (
        <div key={row.key} className={classes.row}>
          <TextInput
            aria-label={`Name of header ${index + 1}`}
            placeholder={placeholder}
            {...field(row, index, "name")}
            onChange={(event) => change(row.key, { name: event.currentTarget.value, isStored: false })}
          />
          <TextInput
            aria-label={`Value of header ${index + 1}`}
            placeholder={row.isStored ? "•••••• stays as it is" : "Value"}
            {...field(row, index, "value")}
            onChange={(event) => change(row.key, { value: event.currentTarget.value })}
          />
          {isReadOnly ? null : (
            <ActionIcon
              size="lg"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {isReadOnly ? null : (
        <div>
          <Button
            mt="xs"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={2} />}
            disabled={rows.length >= rowsMax}
            onClick={() => onChange([...rows, { key: newKey(), name: "", value: "", isStored: false }])}
          >
            Add a header
          </Button>
        </div>
      )}
    </>
  );
}
