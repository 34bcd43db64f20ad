import type { Value } from "@/lib/crm/attributes/schema";
import { formatsOf, readCell } from "@/lib/crm/import/cells/rules";
import { ROWS_CHECKED_AT_ONCE } from "@/lib/crm/import/limits";
import { type NewOptions, optionFor } from "@/lib/crm/import/new-options";
import { type FileRow, HAS_MORE, invalidFile } from "@/lib/crm/import/read-file";
import { type Referrals, resolveReferences } from "@/lib/crm/import/references/resolve-references";
import { type Column as AnyColumn, doubledColumn, matchColumns } from "@/lib/crm/import/rules";
import type { ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import type { AttributeRow, ObjectRow } from "@/lib/crm/objects/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import { mapInTurns } from "@/lib/http/map-in-turns";
import type { Db } from "@/lib/platform/database";
import { unescaped } from "@/lib/platform/formula-cells";

export type Column = AnyColumn<AttributeRow>;
export type RowFault = ImportResult["errors"][number];
/** A row whose cells are parsed: JSON values by attribute slug, null for empty cells. */
export type GivenRow = { number: number; given: Record<string, Value> };
/** How the cells of a file are parsed. */
export type ImportOptions = Omit<
  ImportRecords,
  "csv" | "dry_run" | "skip_invalid" | "background" | "file_name"
>;

/** Maps each column of a file to an attribute. @throws AppError invalid for columns that fit no attribute */
export function readColumns(
  headers: readonly string[],
  object: ObjectRow,
  { mapping, match }: Pick<ImportOptions, "mapping" | "match">,
): Column[] {
  for (const [header, slug] of Object.entries(mapping ?? {})) {
    if (!headers.includes(header)) throw invalidFile(`mapping.${header}`, "No such column");
    if (slug !== null && !object.attributes.some((attribute) => attribute.slug === slug)) {
      throw invalidFile(`mapping.${header}`, `No attribute ${slug}`);
    }
  }
  const columns = matchColumns(headers, object.attributes, mapping);
  const doubled = doubledColumn(columns);
  if (doubled !== null)
    throw invalidFile(`mapping.${doubled}`, "Two columns are matched to the same attribute");
  if (columns.every(({ attribute }) => attribute === null))
    throw invalidFile("csv", "No column is matched to an attribute");
  if (match === undefined) return columns;
  if (!object.attributes.some(({ slug, isUnique }) => slug === match && isUnique))
    throw invalidFile("match", "Must be a unique attribute");
  if (!columns.some(({ attribute }) => attribute?.slug === match))
    throw invalidFile("match", "No column is matched to this attribute");
  return columns;
}

/** A parsed cell with its references and options resolved; an error if that isn't possible. */
function readWhole(
  attribute: AttributeRow,
  raw: string,
  options: ImportOptions,
  referrals: Referrals | undefined,
  added: NewOptions,
): { value: Value } | { fault: string } {
  const text = unescaped(raw).trim();
  const referred = referrals?.get(text);
  if (referred) {
    if ("id" in referred) return { value: referred.id };
    return options.unknown_references === "leave_empty" ? { value: null } : referred;
  }
  const reading = readCell(attribute, raw, formatsOf(options));
  const { choice } = traitsOf(attribute.type);
  if ("fault" in reading || choice === null || !options.create_options || reading.value === null)
    return reading;
  const chosen = [reading.value].flat().map((each) => optionFor(attribute, String(each), added));
  const values = chosen.filter((value) => value !== null);
  if (values.length < chosen.length) return { fault: "Can't be added to the options" };
  return { value: choice === "one" ? (values[0] ?? null) : values };
}

/**
 * Parses the cells of rows, and resolves what they refer to.
 * @param added options found to be needed so far; further ones are recorded in it
 * @returns every row without its invalid cells, and the errors
 */
export async function readRows(
  tx: Db,
  object: ObjectRow,
  columns: readonly Column[],
  options: ImportOptions,
  lines: readonly FileRow[],
  added: NewOptions,
): Promise<{ rows: GivenRow[]; faults: RowFault[] }> {
  const trimmed = lines.map(({ number, cells }) => ({ number, cells: cells.map(unescaped) }));
  const referrals = await resolveReferences(tx, object.workspaceId, columns, trimmed);
  const faults: RowFault[] = [];
  const rows = await mapInTurns(lines, ROWS_CHECKED_AT_ONCE, ({ number, cells, hasMore }) => {
    if (hasMore) faults.push({ row: number, column: null, message: HAS_MORE });
    const given: Record<string, Value> = {};
    for (const [index, { attribute }] of columns.entries()) {
      if (attribute === null) continue;
      const { slug } = attribute;
      const reading = readWhole(attribute, cells[index] ?? "", options, referrals.get(slug), added);
      if ("value" in reading) given[slug] = reading.value;
      else faults.push({ row: number, column: slug, message: reading.fault });
    }
    return { number, given };
  });
  return { rows, faults };
}
