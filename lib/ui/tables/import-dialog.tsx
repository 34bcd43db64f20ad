import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  Loader,
  NativeSelect,
  Stack,
  Table,
  Text,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/tables/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { IconCircleCheck, IconFileImport } from "@/lib/ui/icons";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { failureOf } from "@/lib/ui/kit/imports/failure-of";
import { ImportFaults } from "@/lib/ui/kit/imports/import-faults";
import { textOf } from "@/lib/ui/kit/imports/text-of";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { type Table as DataTable, type ImportResult, useImportRows } from "@/lib/ui/tables/queries";

const BYTES_PER_MB = 1024 * 1024;

type Mapping = Record<string, string | null>;

function Trial({
  table,
  tried,
  mapping,
  isChecking,
  onMap,
}: {
  table: DataTable;
  tried: ImportResult;
  /** As chosen, which may be yet to be checked. */
  mapping: Mapping;
  isChecking: boolean;
  onMap: (mapping: Mapping) => void;
}) {
  const columns = table.columns.filter(({ is_archived }) => !is_archived);
  return (
    <>
      <Table aria-label="What each column is read as" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>In the file</Table.Th>
            <Table.Th>Becomes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tried.columns.map(({ header }) => (
            <Table.Tr key={header}>
              <Table.Td>
                <bdi>{header}</bdi>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`Column ${header} becomes`}
                  data={[
                    { value: "", label: "Don't import" },
                    ...columns.map(({ key, name }) => ({ value: key, label: name })),
                  ]}
                  value={mapping[header] ?? ""}
                  onChange={(event) => onMap({ ...mapping, [header]: event.currentTarget.value || null })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" role="status">
        {countOf(tried.rows, "row")} in the file:{" "}
        {isChecking
          ? "checking them…"
          : `${numberText(tried.created)} can be added, ${numberText(tried.failed)} can't.`}
      </Text>
      {isChecking ? null : <Faults table={table} errors={tried.errors} failed={tried.failed} />}
    </>
  );
}

function Faults({ table, errors, failed }: Pick<ImportResult, "errors" | "failed"> & { table: DataTable }) {
  const nameOf = (column: string) => table.columns.find(({ key }) => key === column)?.name;
  return <ImportFaults faults={errors} failed={failed} columnNoun="Column" nameOf={nameOf} />;
}

const addedWords = ({ created, failed }: ImportResult) =>
  `${countOf(created, "row")} added${failed === 0 ? "." : `, ${countOf(failed, "row")} left out.`}`;

type Props = {
  table: DataTable;
  isOpen: boolean;
  onClose: () => void;
  onImported: () => void;
};

function Import({ table, onClose, onImported }: Omit<Props, "isOpen">) {
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [mapping, setMapping] = useState<Mapping | undefined>(undefined);
  /** It stays while another mapping is checked, so that the reader can go on choosing. */
  const [tried, setTried] = useState<ImportResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const isClosed = useIsClosed();
  const dryRun = useImportRows(table.id);
  const real = useImportRows(table.id);
  const tryOut = (csv: string, map: Mapping | undefined) => {
    setMapping(map);
    dryRun.mutate(
      { csv, dry_run: true, ...(map === undefined ? {} : { mapping: map }) },
      { onSuccess: setTried },
    );
  };
  const take = async (picked: File | null) => {
    if (!picked) return;
    real.reset();
    dryRun.reset();
    setTried(null);
    setProblem(null);
    setSkipsInvalid(false);
    setFile(null);
    if (picked.size > IMPORT_BYTES_MAX) {
      setProblem(`${picked.name} is larger than ${IMPORT_BYTES_MAX / BYTES_PER_MB} MB. Split it.`);
      return;
    }
    const csv = await textOf(picked).catch(() => "");
    // A workbook is a zip archive, whatever its name.
    if (csv.startsWith("PK")) setProblem(`${picked.name} is not a CSV file. Save it as CSV first.`);
    else if (csv.trim() === "") setProblem(`${picked.name} can't be read, or is empty.`);
    else {
      setFile({ name: picked.name, csv });
      tryOut(csv, undefined);
    }
  };
  const choose = (
    <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(picked) => void take(picked)}>
      {(button) => (
        <Button
          {...button}
          variant={file === null ? "filled" : "default"}
          leftSection={<IconFileImport size={16} stroke={1.75} />}
        >
          {file === null ? "Choose a file" : "Choose another file"}
        </Button>
      )}
    </FileButton>
  );
  if (real.data) {
    const { failed, errors } = real.data;
    return (
      <Stack>
        <Alert color="pine" icon={<IconCircleCheck size={18} />} title="Imported" role="status">
          {addedWords(real.data)}
        </Alert>
        <Faults table={table} errors={errors} failed={failed} />
        <Group justify="flex-end">
          {choose}
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  /** Says how it ended where nobody has the dialog before them any more. */
  const run = async (csv: string) => {
    try {
      const done = await real.mutateAsync({
        csv,
        skip_invalid: skipsInvalid,
        ...(mapping === undefined ? {} : { mapping }),
      });
      onImported();
      if (isClosed()) notifications.show({ color: "pine", message: `${table.name}: ${addedWords(done)}` });
    } catch (error) {
      if (isClosed()) notifyFailure(`Nothing was imported into ${table.name}`, error);
    }
  };
  const failure = dryRun.error ?? real.error;
  return (
    <Stack>
      <Text size="sm">
        {file === null
          ? `A CSV file with a header line, of at most ${numberText(IMPORT_ROWS_MAX)} rows. Columns are matched by their names. You see what would happen before anything is changed.`
          : file.name}
      </Text>
      {problem === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {failure ? <Refusal>{failureOf(failure)}</Refusal> : null}
      {dryRun.isPending && tried === null ? (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden="true" />
          <Text size="sm">Reading the file…</Text>
        </Group>
      ) : null}
      {file && tried ? (
        <Trial
          table={table}
          tried={tried}
          mapping={mapping ?? Object.fromEntries(tried.columns.map(({ header, column }) => [header, column]))}
          isChecking={dryRun.isPending}
          onMap={(map) => tryOut(file.csv, map)}
        />
      ) : null}
      {tried && tried.failed > 0 ? (
        <Checkbox
          label={`Leave out the ${countOf(tried.failed, "row")} that can't be added`}
          description="Otherwise correct the file and choose it again: no file is imported in part."
          checked={skipsInvalid}
          onChange={(event) => setSkipsInvalid(event.currentTarget.checked)}
        />
      ) : null}
      <Group justify="flex-end">
        {choose}
        {file && tried ? (
          <Button
            loading={real.isPending || dryRun.isPending}
            disabled={dryRun.isError || tried.created === 0 || (tried.failed > 0 && !skipsInvalid)}
            onClick={() => void run(file.csv)}
          >
            Import {countOf(tried.created, "row")}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** Imports rows from a CSV file: choose a file, test, import. */
export default function ImportDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} size="lg" title={`Import into ${rest.table.name}`}>
      {isOpen ? <Import {...rest} onClose={onClose} /> : null}
    </ModalDialog>
  );
}
