import { checkValues } from "@/lib/crm/attributes/rules";
import type { Values } from "@/lib/crm/attributes/schema";
import { ROWS_CHECKED_AT_ONCE } from "@/lib/crm/import/limits";
import type { GivenRow, RowFault } from "@/lib/crm/import/read-rows";
import { nameOfKey } from "@/lib/crm/import/rules";
import type { AttributeRow, ObjectRow } from "@/lib/crm/objects/store";
import { findBrokenReferences } from "@/lib/crm/records/check-references";
import { RECORD_BYTES_MAX } from "@/lib/crm/records/limits";
import { changesOf, mergeValues } from "@/lib/crm/records/rules";
import { findHolders, findRecords, lockRecords, type RecordRow } from "@/lib/crm/records/store";
import { uniqueKeys, type ValueKey } from "@/lib/crm/records/value-keys";
import { mapInTurns } from "@/lib/http/map-in-turns";
import type { Db } from "@/lib/platform/database";

/** What to do with a valid row: create a record, or update the one that it matches. */
export type Plan = GivenRow & { values: Values; record: RecordRow | null };

export type Claim = ValueKey & { number: number };
/** Records which row of a file was the first to claim each value, and returns those rows in the order of the claims. */
export type Claims = (claims: readonly Claim[]) => Promise<number[]>;

/** Claims for a file that is read as a whole. */
export function claimsInMemory(): Claims {
  const firstRowOf = new Map<string, number>();
  return async (claims) =>
    claims.map((claim) => {
      const name = nameOfKey(claim);
      const first = firstRowOf.get(name) ?? claim.number;
      firstRowOf.set(name, first);
      return first;
    });
}

type Judging = {
  /** The slug of the unique attribute that rows are matched by; undefined if all rows create records. */
  match: string | undefined;
  blank: "keep" | "clear";
  claims: Claims;
  /** Whether the matched records are locked until the transaction ends, as they must be if they are to be changed. */
  holds: boolean;
};

/** The records that rows match, by row; rows whose value no record has are missing. */
async function findMatches(
  tx: Db,
  object: ObjectRow,
  match: AttributeRow | undefined,
  rows: readonly GivenRow[],
  holds: boolean,
): Promise<Map<number, RecordRow>> {
  if (match === undefined) return new Map();
  const keyed = rows.flatMap((row) => {
    const { values } = checkValues([match], row.given, "update");
    return uniqueKeys([match], values).map((key) => ({ ...key, number: row.number }));
  });
  const holders = await findHolders(tx, keyed);
  const ids = [...new Set(holders.map(({ recordId }) => recordId))];
  if (ids.length === 0) return new Map();
  if (holds) await lockRecords(tx, object.workspaceId, object.id, ids);
  const records = await findRecords(tx, object.workspaceId, object.id, ids);
  const recordOf = new Map(
    records.filter(({ deletedAt }) => deletedAt === null).map((each) => [each.id, each]),
  );
  const recordIdOf = new Map(holders.map((holder) => [nameOfKey(holder), holder.recordId]));
  return new Map(
    keyed.flatMap((key) => {
      const record = recordOf.get(recordIdOf.get(nameOfKey(key)) ?? "");
      return record ? [[key.number, record] as const] : [];
    }),
  );
}

/** Errors for values that must be unique but that another record, or an earlier row, has. */
async function findDoubles(
  tx: Db,
  object: ObjectRow,
  plans: readonly Plan[],
  claim: Claims,
): Promise<RowFault[]> {
  const claims = plans.flatMap(({ number, values, record }) =>
    uniqueKeys(object.attributes, values).map((key) => ({ ...key, number, recordId: record?.id ?? null })),
  );
  const holders = await findHolders(tx, claims);
  const holderOf = new Map(holders.map((holder) => [nameOfKey(holder), holder.recordId]));
  const firstRows = await claim(claims);
  return claims.flatMap(({ number, recordId, ...key }, index) => {
    const column = object.attributes.find(({ id }) => id === key.attributeId)?.slug ?? null;
    const holder = holderOf.get(nameOfKey(key));
    const firstRow = firstRows[index] ?? number;
    if (firstRow !== number)
      return [{ row: number, column, message: `The same value as in row ${firstRow}` }];
    if (holder === undefined || holder === recordId) return [];
    return [{ row: number, column, message: "Another record has this value" }];
  });
}

/** The values that a row gives its matched record: without its empty cells, unless these clear values. */
function givenTo(record: RecordRow | null, { given }: GivenRow, blank: "keep" | "clear"): GivenRow["given"] {
  if (record === null || blank === "clear") return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/**
 * Decides which rows are valid, what to do with them, and what is wrong with the others.
 * @param known errors found before; their rows are invalid, and their cells are not validated again
 */
export async function planRows(
  tx: Db,
  object: ObjectRow,
  rows: readonly GivenRow[],
  known: readonly RowFault[],
  { match: matchSlug, blank, claims, holds }: Judging,
): Promise<{ plans: Plan[]; faults: RowFault[] }> {
  const match = object.attributes.find(({ slug }) => slug === matchSlug);
  const matches = await findMatches(tx, object, match, rows, holds);
  const faults: RowFault[] = [...known];
  const isFaulty = new Set(known.map(({ row, column }) => `${row} ${column}`));
  const faultyRows = new Set(known.map(({ row }) => row));
  const note = (fault: RowFault) => {
    faultyRows.add(fault.row);
    faults.push(fault);
  };
  const checked = await mapInTurns(rows, ROWS_CHECKED_AT_ONCE, (row): Plan => {
    const record = matches.get(row.number) ?? null;
    const given = givenTo(record, row, blank);
    const mode = record ? "update" : "create";
    const { values, issues } = checkValues(object.attributes, given, mode, record ? [record.values] : []);
    if (Buffer.byteLength(JSON.stringify(mergeValues(record?.values ?? {}, values))) > RECORD_BYTES_MAX) {
      note({ row: row.number, column: null, message: `More than ${RECORD_BYTES_MAX / 1024} KiB in all` });
    }
    for (const { path, message } of issues) {
      const column = path.slice("values.".length);
      if (!isFaulty.has(`${row.number} ${column}`)) note({ row: row.number, column, message });
    }
    return { ...row, values, record };
  });
  const sound = checked.filter(({ number }) => !faultyRows.has(number));
  const broken = await findBrokenReferences(
    tx,
    object.workspaceId,
    object.attributes,
    sound.map(({ values }) => values),
  );
  for (const { index, path, message } of broken) {
    const column = path.slice("values.".length);
    const plan = sound[index];
    // The record may still refer to something that was deleted; the row may repeat that reference.
    const stands = plan?.record && plan.record.values[column] === plan.values[column];
    if (plan && !stands) note({ row: plan.number, column, message });
  }
  const whole = sound.filter(({ number }) => !faultyRows.has(number));
  for (const fault of await findDoubles(tx, object, whole, claims)) note(fault);
  return {
    plans: whole.filter(({ number }) => !faultyRows.has(number)),
    faults: faults.sort((a, b) => a.row - b.row),
  };
}

/** Groups plans by what they do to records. */
export function sortPlans(plans: readonly Plan[]) {
  const added = plans.filter(({ record }) => record === null);
  const matched = plans.flatMap(({ number, record, values }) => (record ? [{ number, record, values }] : []));
  const changing = matched.filter(
    ({ record, values }) => changesOf(record.values, mergeValues(record.values, values)).length > 0,
  );
  return { added, changing, unchanged: matched.length - changing.length };
}
