import { Button, Table, Text } from "@mantine/core";
import { IconDownload } from "@/lib/ui/icons";
import classes from "./import-faults.module.css";

const FAULTS_SHOWN = 50;

type ImportFault = { row: number; column: string | null; message: string };

function cellOf(text: string | number): string {
  // Nothing in the file may run as a formula.
  const safe = /^[=+\-@\t\r]/.test(String(text)) ? `'${text}` : String(text);
  return `"${safe.replaceAll('"', '""')}"`;
}

function download(faults: readonly ImportFault[], columnNoun: string): void {
  const lines = faults.map(({ row, column, message }) => [row, column ?? "", message].map(cellOf).join(","));
  const csv = `\uFEFF${[`row,${columnNoun.toLowerCase()},error`, ...lines].join("\r\n")}\r\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  link.download = "import-errors.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

type Props = {
  faults: readonly ImportFault[];
  /** How many rows are not valid, those beyond `faults` included. */
  failed: number;
  /** What a column of the file becomes, such as "Attribute". */
  columnNoun: string;
  /** A column as people know it; undefined if it has no other name. */
  nameOf: (column: string) => string | undefined;
};

/** The first rows of an import that are not valid, and why; all that are known can be downloaded. */
export function ImportFaults({ faults, failed, columnNoun, nameOf }: Props) {
  if (faults.length === 0) return null;
  const shown = faults.slice(0, FAULTS_SHOWN);
  const rows = new Set(faults.map(({ row }) => row)).size;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} mah={260}>
        <Table aria-label="What is not valid" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>{columnNoun}</Table.Th>
              <Table.Th>What is wrong</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, column, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have two faults alike
              <Table.Tr key={index}>
                <Table.Td>{row}</Table.Td>
                <Table.Td className={classes.text ?? ""}>
                  {column === null ? null : (nameOf(column) ?? column)}
                </Table.Td>
                <Table.Td className={classes.text ?? ""}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {faults.length > shown.length || failed > rows ? (
        <Text size="sm" c="dimmed" mt="xs">
          Only the first errors are shown.
        </Text>
      ) : null}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
        onClick={() => download(faults, columnNoun)}
      >
        Download errors
      </Button>
    </div>
  );
}
