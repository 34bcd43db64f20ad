import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Table, Text } from "@mantine/core";
import { parse } from "csv-parse/browser/esm/sync";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { guessFormats } from "@/lib/crm/import/cells/rules";
import { doubledColumn, matchColumns, readSeparator, suggestColumns } from "@/lib/crm/import/rules";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Formats } from "@/lib/crm/values/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import ImportOutcome from "@/lib/ui/crm/import-outcome";
import { useBeginImport, useTryImport } from "@/lib/ui/crm/import-queries";
import type { Attribute } from "@/lib/ui/crm/queries";
import { inSentence } from "@/lib/ui/crm/wording";
import { Card } from "@/lib/ui/kit/cards/card";
import { stayingHere } from "@/lib/ui/kit/dialogs/use-waiting";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { failureOf } from "@/lib/ui/kit/imports/failure-of";
import { countOf } from "@/lib/ui/kit/words/counts";
import shared from "./crm.module.css";
import classes from "./import.module.css";

const SAMPLES = 3;
/** How many rows are read to guess how numbers and dates are written. */
const LOOKED_AT = 500;
/** Files with more lines are checked in the background. */
const LINES_MAX = 2_000;

function isLong(csv: string): boolean {
  let lines = 0;
  for (let at = csv.indexOf("\n"); at >= 0 && lines <= LINES_MAX; at = csv.indexOf("\n", at + 1)) lines += 1;
  return lines > LINES_MAX;
}

/** A file's headers and first rows; the separator is guessed as the server does it. */
function headOf(csv: string): { headers: string[]; rows: string[][] } | null {
  try {
    const { delimiter, text } = readSeparator(csv);
    const [headers = [], ...rows] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      to: LOOKED_AT + 1,
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
    <div className={shared.scroll}>
      <Table className={classes.mapping ?? ""} aria-label="What each column is read as">
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
                    { value: "", label: "Don't import" },
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

type FormatsProps = {
  attributes: readonly Attribute[];
  guess: Formats;
  formats: Formats;
  onChange: (formats: Formats) => void;
};

const UNKNOWN = "Only unambiguous formats";

/** How the file writes numbers and dates; shown if a column needs it. */
function FormatChoice({ attributes, guess, formats, onChange }: FormatsProps) {
  const hasNumbers = attributes.some(({ type }) => traitsOf(type).writtenAs === "number");
  const hasDates = attributes.some(({ type }) => traitsOf(type).writtenAs === "date");
  const note = (isGuessed: boolean) =>
    isGuessed ? "Found in the file’s first rows" : "The file’s first rows don’t show which";
  return (
    <>
      {hasNumbers ? (
        <NativeSelect
          label="Numbers in the file"
          description={note(guess.decimal !== null)}
          data={[
            { value: "", label: UNKNOWN },
            { value: "point", label: "1,234.50" },
            { value: "comma", label: "1.234,50" },
          ]}
          value={formats.decimal ?? ""}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...formats, decimal: value === "point" || value === "comma" ? value : null });
          }}
        />
      ) : null}
      {hasDates ? (
        <NativeSelect
          label="Dates in the file"
          description={note(guess.dates !== null)}
          data={[
            { value: "", label: UNKNOWN },
            { value: "day_first", label: "Day first: 31/12/2026" },
            { value: "month_first", label: "Month first: 12/31/2026" },
          ]}
          value={formats.dates ?? ""}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...formats, dates: value === "day_first" || value === "month_first" ? value : null });
          }}
        />
      ) : null}
    </>
  );
}

/** What trying it has shown, scrolled to: it may reach a screen below the button in whose place it stands. */
function Shown({ children }: { children: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={shown} className={classes.outcome}>
      {children}
    </div>
  );
}

type Props = { name: string | null; csv: string; onOther: () => void };

/** The steps of an import: map the columns, test, and import. */
export default function ImportSteps({ name, csv, onOther }: Props) {
  const { slug, can } = useWorkspace();
  const object = useOpenObject();
  const router = useRouter();
  const { attributes } = object;
  const [head] = useState(() => headOf(csv));
  const [mapping, setMapping] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(
      suggestColumns(head?.headers ?? [], attributes, object.singular_name).map(({ header, attribute }) => [
        header,
        attribute?.slug ?? null,
      ]),
    ),
  );
  const [chosen, setChosen] = useState<Formats | null>(null);
  const [match, setMatch] = useState("");
  const [clearsBlank, setClearsBlank] = useState(false);
  const [leavesUnknown, setLeavesUnknown] = useState(false);
  const [createsOptions, setCreatesOptions] = useState(false);
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const dryRun = useTryImport(object.slug);
  const begin = useBeginImport(object.slug);
  const other = (
    <Button variant="default" onClick={onOther}>
      Choose another file
    </Button>
  );
  if (head === null || head.headers.length === 0) {
    return (
      <Alert color="red" title="This file can't be read as CSV">
        A quotation mark may not be closed, or the file is not a CSV file.
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
  const guess = guessFormats(
    columns.flatMap(({ attribute }, index) =>
      attribute ? head.rows.map((row) => ({ type: attribute.type, text: row[index] ?? "" })) : [],
    ),
  );
  const formats = chosen ?? guess;
  const body = {
    csv,
    mapping,
    ...(name === null ? {} : { file_name: name.slice(0, 255) }),
    ...(match === "" ? {} : { match }),
    ...(formats.decimal === null ? {} : { decimal: formats.decimal }),
    ...(formats.dates === null ? {} : { dates: formats.dates }),
    blank: clearsBlank ? ("clear" as const) : ("keep" as const),
    unknown_references: leavesUnknown ? ("leave_empty" as const) : ("refuse" as const),
    create_options: createsOptions,
  };
  const again = () => dryRun.reset();
  const go = async (isDryRun: boolean) => {
    const isHere = stayingHere();
    const run = await begin.mutateAsync({ ...body, dry_run: isDryRun, skip_invalid: skipsInvalid });
    if (isHere()) router.push(objectPath(slug, object.slug, `import/${run.id}`));
  };
  const refersTo = taken.some(({ type }) => traitsOf(type).refersTo !== null);
  const chooses = taken.some(({ type }) => traitsOf(type).choice !== null);
  const tried = dryRun.data;
  const importable = tried ? tried.created + tried.updated : 0;
  const failure = dryRun.error ?? begin.error;
  return (
    <Stack gap="lg">
      <Card id="mapping" title="1. Match the columns" action={other}>
        <Mapping
          headers={head.headers}
          rows={head.rows.slice(0, SAMPLES)}
          attributes={attributes}
          mapping={mapping}
          onChange={(header, attribute) => {
            setMapping({ ...mapping, [header]: attribute });
            setMatch("");
            again();
          }}
        />
        <div className={classes.formats}>
          <FormatChoice
            attributes={taken}
            guess={guess}
            formats={formats}
            onChange={(given) => {
              setChosen(given);
              again();
            }}
          />
          {uniques.length > 0 ? (
            <NativeSelect
              label="Rows that match existing records"
              description="A row updates the record that has the same value here"
              data={[
                { value: "", label: "Treat every row as a new record" },
                ...uniques.map(({ slug: value, name: label }) => ({ value, label: `Find them by ${label}` })),
              ]}
              value={match}
              onChange={(event) => {
                setMatch(event.currentTarget.value);
                again();
              }}
            />
          ) : null}
          {match === "" ? null : (
            <NativeSelect
              label="Empty cells"
              description="What they do to the record that a row updates"
              data={[
                { value: "keep", label: "Keep what is there" },
                { value: "clear", label: "Clear the value" },
              ]}
              value={clearsBlank ? "clear" : "keep"}
              onChange={(event) => {
                setClearsBlank(event.currentTarget.value === "clear");
                again();
              }}
            />
          )}
        </div>
        {refersTo || chooses ? (
          <Stack gap="xs" mt="md">
            {refersTo ? (
              <Checkbox
                label="Leave references empty when nothing here matches"
                description="Cells name records by a unique value or name, members by email address or name."
                checked={leavesUnknown}
                onChange={(event) => {
                  setLeavesUnknown(event.currentTarget.checked);
                  again();
                }}
              />
            ) : null}
            {chooses && can("can_manage_crm") ? (
              <Checkbox
                label="Create missing options"
                checked={createsOptions}
                onChange={(event) => {
                  setCreatesOptions(event.currentTarget.checked);
                  again();
                }}
              />
            ) : null}
          </Stack>
        ) : null}
      </Card>
      <Card id="try" title="2. What would happen" note="This changes nothing yet.">
        <Stack gap="md">
          {doubled === null ? null : (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              Two columns are matched to the same attribute: leave {doubled} out, or choose another.
            </Text>
          )}
          {missing.length > 0 ? (
            <Text size="sm" c="dimmed">
              No column is matched to {missing.map((each) => each.name).join(", ")}, which every new record
              needs.
            </Text>
          ) : null}
          {failure ? <Refusal>{failureOf(failure)}</Refusal> : null}
          {tried ? (
            <Shown>
              <ImportOutcome result={tried} attributes={attributes} />
            </Shown>
          ) : (
            <Group>
              <Button
                loading={dryRun.isPending || begin.isPending}
                disabled={doubled !== null || taken.length === 0}
                onClick={() => {
                  // The page waits for the check only if the file is short; longer ones are checked in the background.
                  if (isLong(csv)) void go(true).catch(() => {});
                  else dryRun.mutate(body);
                }}
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
                description="Otherwise correct the file and choose it again: no file is imported in part."
                checked={skipsInvalid}
                onChange={(event) => setSkipsInvalid(event.currentTarget.checked)}
              />
            ) : null}
            <Group>
              <Button
                loading={begin.isPending}
                disabled={importable === 0 || (tried.failed > 0 && !skipsInvalid)}
                onClick={() => void go(false).catch(() => {})}
              >
                Import {countOf(importable, inSentence(object.singular_name), many)}
              </Button>
              {importable === 0 ? (
                <Text size="sm" c="dimmed">
                  There is nothing to import.
                </Text>
              ) : (
                <Text size="sm" c="dimmed">
                  It can be undone for 30 days.
                </Text>
              )}
            </Group>
          </Stack>
        </Card>
      ) : null}
    </Stack>
  );
}
