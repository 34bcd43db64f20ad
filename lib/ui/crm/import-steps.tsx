"use client";

import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Table, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { parse } from "csv-parse/browser/esm/sync";
import { useState } from "react";
import { delimiterOf, doubledColumn, matchColumns } from "@/lib/crm/import/rules";
import { ApiError } from "@/lib/ui/api";
import { Card } from "@/lib/ui/card";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type Attribute, type ImportResult, useImportRecords } from "@/lib/ui/crm/queries";
import { countOf, inSentence } from "@/lib/ui/crm/wording";
import { sentenceOf } from "@/lib/ui/failure";
import { Link } from "@/lib/ui/link";
import { readerLocale } from "@/lib/ui/locale";
import { useWorkspace } from "@/lib/ui/shell/workspace";
import classes from "./crm.module.css";

const SAMPLES = 3;

/** The headers of a file and its first rows; what separates the cells is guessed as the server guesses it. */
function headOf(csv: string): { headers: string[]; rows: string[][] } | null {
  try {
    const [headers = [], ...rows] = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      to: SAMPLES + 1,
    }) as string[][];
    return { headers, rows };
  } catch {
    return null;
  }
}

type MappingProps = {
  headers: readonly string[];
  rows: readonly string[][];
  attributes: readonly Attribute[];
  mapping: Readonly<Record<string, string | null>>;
  onChange: (header: string, slug: string | null) => void;
};

function Mapping({ headers, rows, attributes, mapping, onChange }: MappingProps) {
  return (
    <div className={classes.scroll}>
      <Table className={classes.mapping ?? ""} aria-label="What each column is taken for">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>For example</Table.Th>
            <Table.Th>Becomes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {headers.map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name
            <Table.Tr key={index}>
              <Table.Td>{header === "" ? <em>no name</em> : header}</Table.Td>
              <Table.Td>
                <div className={classes.sample}>
                  {rows
                    .map((row) => row[index] ?? "")
                    .filter((cell) => cell !== "")
                    .join(" · ")}
                </div>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  miw={150}
                  aria-label={`Column ${header} becomes`}
                  data={[
                    { value: "", label: "Left out" },
                    ...attributes.map(({ slug, name }) => ({ value: slug, label: name })),
                  ]}
                  value={mapping[header] ?? ""}
                  onChange={(event) => onChange(header, event.currentTarget.value || null)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Figures({ result }: { result: ImportResult }) {
  const figures = {
    Rows: result.rows,
    New: result.created,
    Updated: result.updated,
    Unchanged: result.unchanged,
    "Not valid": result.failed,
  };
  return (
    <dl className={classes.figures}>
      {Object.entries(figures).map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString(readerLocale())}</dd>
        </div>
      ))}
    </dl>
  );
}

type FaultsProps = { errors: ImportResult["errors"]; attributes: readonly Attribute[] };

function Faults({ errors, attributes }: FaultsProps) {
  return (
    <div className={classes.scroll}>
      <Table aria-label="What is not valid" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>Attribute</Table.Th>
            <Table.Th>What is wrong</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ row, column, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may have two faults alike
            <Table.Tr key={index}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{attributes.find(({ slug }) => slug === column)?.name ?? column}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function failureOf(error: Error): string {
  const issues = error instanceof ApiError ? error.issues : [];
  return [sentenceOf(error), ...issues.slice(0, 3).map(({ message }) => message)].join(" ");
}

/** From a file to records: what each column is, how it would go, and then for real. */
export default function ImportSteps({ csv, onOther }: { csv: string; onOther: () => void }) {
  const { id, slug } = useWorkspace();
  const object = useOpenObject();
  const { attributes } = object;
  const [head] = useState(() => headOf(csv));
  const [mapping, setMapping] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(
      matchColumns(head?.headers ?? [], attributes, undefined).map(({ header, attribute }) => [
        header,
        attribute?.slug ?? null,
      ]),
    ),
  );
  const [match, setMatch] = useState("");
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const dryRun = useImportRecords(id, object.slug);
  const real = useImportRecords(id, object.slug);
  const other = (
    <Button variant="default" onClick={onOther}>
      Choose another file
    </Button>
  );
  if (head === null || head.headers.length === 0) {
    return (
      <Alert color="red" variant="light" title="This file can't be read as CSV">
        A quotation mark may be open somewhere, or it is no CSV at all.
        <div style={{ marginTop: "0.75rem" }}>{other}</div>
      </Alert>
    );
  }
  const many = inSentence(object.plural_name);
  const columns = matchColumns(head.headers, attributes, mapping);
  const taken = columns.flatMap(({ attribute }) => attribute ?? []);
  const doubled = doubledColumn(columns);
  const missing = attributes.filter((each) => each.is_required && !taken.includes(each));
  const uniques = taken.filter((each) => each.is_unique);
  const body = { csv, mapping, ...(match === "" ? {} : { match }) };
  const again = () => dryRun.reset();

  if (real.data) {
    const { created, updated, failed, errors } = real.data;
    return (
      <Stack gap="lg">
        <Alert
          color="pine"
          variant="light"
          icon={<IconCircleCheck size={18} />}
          title="Imported"
          role="status"
        >
          {countOf(created, "record is", "records are")} new, {countOf(updated, "was", "were")} updated
          {failed === 0 ? "." : `, and ${countOf(failed, "row was", "rows were")} left out.`}
        </Alert>
        {errors.length > 0 ? (
          <Card id="left-out" title="Left out">
            <Faults errors={errors} attributes={attributes} />
          </Card>
        ) : null}
        <Group gap="sm">
          <Button component={Link} href={objectPath(slug, object.slug)}>
            See the {many}
          </Button>
          {other}
        </Group>
      </Stack>
    );
  }
  const tried = dryRun.data;
  const importable = tried ? tried.created + tried.updated : 0;
  return (
    <Stack gap="lg">
      <Card id="mapping" title="1. What the columns are" action={other}>
        <Mapping
          headers={head.headers}
          rows={head.rows}
          attributes={attributes}
          mapping={mapping}
          onChange={(header, attribute) => {
            setMapping({ ...mapping, [header]: attribute });
            setMatch("");
            again();
          }}
        />
        {uniques.length > 0 ? (
          <NativeSelect
            mt="md"
            maw={420}
            label="Rows of records that are there already"
            description="A row updates the record that has the same value here"
            data={[
              { value: "", label: "Take every row for a new record" },
              ...uniques.map(({ slug: value, name }) => ({ value, label: `Find them by ${name}` })),
            ]}
            value={match}
            onChange={(event) => {
              setMatch(event.currentTarget.value);
              again();
            }}
          />
        ) : null}
      </Card>
      <Card id="try" title="2. How it would go" note="Nothing is changed by it.">
        <Stack gap="md">
          {doubled === null ? null : (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              Two columns become the same attribute: leave {doubled} out, or choose another.
            </Text>
          )}
          {missing.length > 0 ? (
            <Text size="sm" c="dimmed">
              No column becomes {missing.map(({ name }) => name).join(", ")}, which new records must have.
            </Text>
          ) : null}
          {dryRun.error ? (
            <Alert color="red" variant="light" role="alert">
              {failureOf(dryRun.error)}
            </Alert>
          ) : null}
          {tried ? (
            <>
              <Figures result={tried} />
              {tried.errors.length > 0 ? <Faults errors={tried.errors} attributes={attributes} /> : null}
              {tried.errors.length > 0 && tried.failed > tried.errors.length ? (
                <Text size="sm" c="dimmed">
                  Only the first faults are shown.
                </Text>
              ) : null}
            </>
          ) : (
            <Group>
              <Button
                loading={dryRun.isPending}
                disabled={doubled !== null || taken.length === 0}
                onClick={() => dryRun.mutate({ ...body, dry_run: true })}
              >
                Try it
              </Button>
            </Group>
          )}
        </Stack>
      </Card>
      {tried ? (
        <Card id="import" title="3. Import">
          <Stack gap="md">
            {tried.failed > 0 ? (
              <Checkbox
                label={`Leave out the ${countOf(tried.failed, "row that is", "rows that are")} not valid`}
                description="Otherwise correct the file and choose it again: nothing is imported by halves."
                checked={skipsInvalid}
                onChange={(event) => setSkipsInvalid(event.currentTarget.checked)}
              />
            ) : null}
            {real.error ? (
              <Alert color="red" variant="light" role="alert">
                {failureOf(real.error)}
              </Alert>
            ) : null}
            <Group>
              <Button
                loading={real.isPending}
                disabled={importable === 0 || (tried.failed > 0 && !skipsInvalid)}
                onClick={() => real.mutate({ ...body, skip_invalid: skipsInvalid })}
              >
                Import {countOf(importable, inSentence(object.singular_name), many)}
              </Button>
              {importable === 0 ? (
                <Text size="sm" c="dimmed">
                  There is nothing to import.
                </Text>
              ) : null}
            </Group>
          </Stack>
        </Card>
      ) : null}
    </Stack>
  );
}
