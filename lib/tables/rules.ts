import { CURRENCY_CODE_DEFAULT } from "@/lib/crm/attributes/limits";
import { type AttributeShape, checkAttribute } from "@/lib/crm/attributes/rules";
import type { Field, Test } from "@/lib/crm/records/list/rules";
import { traitsOf } from "@/lib/crm/values/catalog";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import { entityTag, type IfMatch } from "@/lib/http/if-match";
import { fold } from "@/lib/platform/loose-text";
import { slugFor } from "@/lib/platform/slug";
import { COLUMNS_PER_TABLE_MAX } from "@/lib/tables/limits";
import type { Column, ColumnType, CreateColumn, UpdateColumn } from "@/lib/tables/schema";

/** Keys that mean something else where sorts, filters and files speak of columns. */
const RESERVED_KEYS: readonly string[] = ["id", "created_at", "updated_at", "deleted_at", "constructor"];

/** The columns in use in their order, then the archived ones. */
function ordered(columns: readonly Column[]): Column[] {
  return [...columns.filter((each) => !each.is_archived), ...columns.filter((each) => each.is_archived)];
}

function issuesOf({ type, options, currency_code }: Pick<Column, "type" | "options" | "currency_code">) {
  return checkAttribute({ type, isUnique: false, options, currencyCode: currency_code, referenceSlug: null });
}

function refuse(issues: readonly Issue[], path: string): void {
  if (issues.length === 0) return;
  const placed = issues.map((issue) => ({ ...issue, path: path + issue.path }));
  throw invalidBody(placed);
}

function keyFor(name: string, isTaken: (key: string) => boolean): string {
  const plain = slugFor(name, "column").replaceAll("-", "_");
  const start = /^[a-z]/.test(plain) && !RESERVED_KEYS.includes(plain) ? plain : `column_${plain}`;
  const base = start.slice(0, 58).replace(/_+$/, "");
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(key)) return key;
  }
}

/**
 * Columns with one more at the end.
 * @param path where the new column is in the request, with a trailing dot
 * @throws AppError invalid for settings that don't fit its type and for a reserved key; conflict for a key that is
 * taken, by an archived column too, and if there are as many as allowed
 */
export function withColumn(columns: readonly Column[], given: CreateColumn, path = ""): Column[] {
  const { name, type, options } = given;
  if (columns.length >= COLUMNS_PER_TABLE_MAX) {
    throw new AppError("conflict", `A table has at most ${COLUMNS_PER_TABLE_MAX} columns`);
  }
  refuse(issuesOf({ type, options, currency_code: given.currency_code ?? null }), path);
  const isTaken = (key: string) => columns.some((column) => column.key === key);
  if (given.key !== undefined) {
    if (RESERVED_KEYS.includes(given.key)) refuse([{ path: "key", message: "Reserved" }], path);
    if (isTaken(given.key)) throw new AppError("conflict", `The key ${given.key} is taken`);
  }
  const key = given.key ?? keyFor(name, isTaken);
  const currency_code = traitsOf(type).hasCurrency ? (given.currency_code ?? CURRENCY_CODE_DEFAULT) : null;
  return ordered([...columns, { key, name, type, options, currency_code, is_archived: false }]);
}

/**
 * Columns with one of them changed: renamed, moved, archived, restored, or given other options.
 * @throws AppError not_found; invalid for settings that don't fit the column's type
 */
export function withChangedColumn(columns: readonly Column[], key: string, change: UpdateColumn): Column[] {
  const before = columns.find((column) => column.key === key);
  if (!before) throw new AppError("not_found", "Column not found");
  const { position } = change;
  const after = {
    ...before,
    name: change.name ?? before.name,
    options: change.options ?? before.options,
    currency_code: change.currency_code ?? before.currency_code,
    is_archived: change.is_archived ?? before.is_archived,
  };
  refuse(issuesOf(after), "");
  if (position === undefined) {
    return ordered(columns.map((column) => (column.key === key ? after : column)));
  }
  const others = columns.filter((column) => column.key !== key);
  const inUse = others.filter(({ is_archived }) => !is_archived).length;
  return ordered(others.toSpliced(Math.min(position, inUse), 0, after));
}

/** A column as the values of the CRM are checked by it. */
export function shapeOf({ key, type, options }: Pick<Column, "key" | "type" | "options">): AttributeShape {
  return { slug: key, type, isRequired: false, options };
}

/** A column as rows are filtered and sorted by it. */
export function fieldOf({
  key,
  type,
}: Pick<Column, "key" | "type">): Field & { type: ColumnType; isUnique: false } {
  return { id: key, slug: key, type, isUnique: false };
}

/**
 * Searches any text of a row, in these columns only, so that nobody finds out by searching what a hidden one contains;
 * null if nothing is searched.
 */
export function searchIn(columns: readonly Column[], text: string | undefined): Test | null {
  const folded = fold(text?.trim() ?? "");
  if (folded === "") return null;
  const searched = columns.filter(({ type }) => traitsOf(type).isSearched);
  if (searched.length === 0) return { kind: "keys", field: fieldOf({ key: "", type: "text" }), keys: [] };
  // All texts in one are looked through first: that is quicker, and they hold every column's.
  const inColumns = searched.map((column) => ({ kind: "contains" as const, field: fieldOf(column), folded }));
  return {
    kind: "all",
    tests: [
      { kind: "search", folded },
      { kind: "any", tests: inColumns },
    ],
  };
}

/** The condition of a change: what `If-Match` says, unless any version will do to it; else the version in the body. */
export function conditionOf(ifMatch: IfMatch, given: number | undefined): IfMatch {
  const isOpen = ifMatch === null || ifMatch === "any";
  return isOpen && given !== undefined ? [entityTag(given)] : ifMatch;
}
