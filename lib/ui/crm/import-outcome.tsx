import { Table, Text } from "@mantine/core";
import type { Value } from "@/lib/crm/attributes/schema";
import type { ImportDetail, ImportResult } from "@/lib/ui/crm/import-queries";
import type { Attribute } from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { ImportFaults } from "@/lib/ui/kit/imports/import-faults";
import { numberText } from "@/lib/ui/kit/words/counts";
import shared from "./crm.module.css";
import classes from "./import.module.css";

/** The result of an import, or of its dry run. */
type Outcome = Pick<
  ImportResult | ImportDetail,
  "rows" | "created" | "updated" | "unchanged" | "failed" | "errors" | "preview" | "labels" | "new_options"
>;

/** The counts of an import. */
function Figures({ result }: { result: Outcome }) {
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
          <dd>{numberText(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function FirstOf({ shown, all }: { shown: number; all: number }) {
  return all > shown ? (
    <Text size="sm" c="dimmed">
      The first {shown} of {numberText(all)}.
    </Text>
  ) : null;
}

type ChangesProps = { result: Outcome; attributes: readonly Attribute[] };

/** The first records that change, before and after, and the first that are created. */
function Changes({
  result: { preview, labels, new_options: newOptions, created, updated },
  attributes,
}: ChangesProps) {
  const changed = preview.filter(({ before }) => before !== null);
  const made = preview.filter(({ before }) => before === null);
  const shown = (slug: string, value: Value | undefined) => {
    const attribute = attributes.find((each) => each.slug === slug);
    if (value === null || value === undefined) return <span className={classes.nothing}>Empty</span>;
    // Options that are yet to be added have labels too.
    const added = (newOptions[slug] ?? []).map((option) => ({ ...option, color: "gray" as const }));
    return attribute ? (
      <ValueView
        attribute={{ ...attribute, options: [...attribute.options, ...added] }}
        value={value}
        labels={labels}
        isPlain
      />
    ) : (
      String(value)
    );
  };
  const nameOf = (slug: string) => attributes.find((each) => each.slug === slug)?.name ?? slug;
  return (
    <>
      {Object.entries(newOptions).map(([slug, options]) => (
        <Text key={slug} size="sm">
          {nameOf(slug)} gets {options.length === 1 ? "the option" : "the options"}{" "}
          {options.map(({ label }) => label).join(", ")}.
        </Text>
      ))}
      {changed.length > 0 ? (
        <div className={shared.scroll}>
          <Table aria-label="What changes" fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Record</Table.Th>
                <Table.Th>Attribute</Table.Th>
                <Table.Th>Before</Table.Th>
                <Table.Th>After</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changed.flatMap(({ row, title, before, after }) =>
                Object.keys(after).map((slug, index) => (
                  <Table.Tr key={`${row} ${slug}`}>
                    <Table.Td>{index === 0 ? title : null}</Table.Td>
                    <Table.Td>{nameOf(slug)}</Table.Td>
                    <Table.Td className={before?.[slug] == null ? "" : (classes.before ?? "")}>
                      {shown(slug, before?.[slug])}
                    </Table.Td>
                    <Table.Td>{shown(slug, after[slug])}</Table.Td>
                  </Table.Tr>
                )),
              )}
            </Table.Tbody>
          </Table>
          <FirstOf shown={changed.length} all={updated} />
        </div>
      ) : null}
      {made.length > 0 ? (
        <div className={shared.scroll}>
          <Table className={classes.made ?? ""} aria-label="What is new" fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>New</Table.Th>
                <Table.Th>Values</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {made.map(({ row, title, after }) => (
                <Table.Tr key={row}>
                  <Table.Td>{title}</Table.Td>
                  <Table.Td>
                    <div className={classes.newValues}>
                      {Object.entries(after).map(([slug, value]) => (
                        <span key={slug}>
                          <span className={classes.nothing}>{nameOf(slug)}</span> {shown(slug, value)}
                        </span>
                      ))}
                    </div>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <FirstOf shown={made.length} all={created} />
        </div>
      ) : null}
    </>
  );
}

type Props = { result: Outcome; attributes: readonly Attribute[] };

/** What an import does or would do: its counts, its errors, and the first records that change. */
export default function ImportOutcome({ result, attributes }: Props) {
  return (
    <>
      <Figures result={result} />
      <ImportFaults
        faults={result.errors}
        failed={result.failed}
        columnNoun="Attribute"
        nameOf={(column) => attributes.find(({ slug }) => slug === column)?.name}
      />
      <Changes result={result} attributes={attributes} />
    </>
  );
}
