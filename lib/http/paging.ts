import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { GivenTime, wholeNumber } from "@/lib/http/fields";

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

/** Query of every list: `?limit` and the `?cursor` that the previous page's Link header carries. */
export const PageQuery = z.object({
  limit: wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT).meta({ description: "Items on a page, at most" }),
  cursor: z.string().max(512).optional().meta({ description: "From the `Link` header of the page before" }),
});
export type PageQuery = z.output<typeof PageQuery>;

/** One page of a list, and where the next one starts; null on the last. */
export type Page<T> = { items: T[]; nextCursor: string | null };

/** Where a page starts: after the row with this time and id, in the list's own order. */
export type Position = { at: Date; id: string };

/** The rows of a list that are read at once. */
export type Slice = { limit: number; after: Position | null };

type Bound<V> = { lt?: V; lte?: V; gt?: V; gte?: V };
type Beyond<Time extends string, Id extends string> = {
  [T in Time]?: Bound<Date>;
} & { OR?: ({ [T in Time]?: Bound<Date> | Date } & { [I in Id]?: Bound<string> })[] };

/**
 * For Prisma, the condition that a row comes after a position in a list; of a first page, all rows do.
 * @param columns by which the list is sorted: the one of the time, then the one of the id
 */
export function beyond(after: Position | null, order: "asc" | "desc"): Beyond<"createdAt", "id">;
export function beyond<Time extends string, Id extends string>(
  after: Position | null,
  order: "asc" | "desc",
  columns: readonly [time: Time, id: Id],
): Beyond<Time, Id>;
export function beyond(
  after: Position | null,
  order: "asc" | "desc",
  [time, id]: readonly [time: string, id: string] = ["createdAt", "id"],
): object {
  if (after === null) return {};
  const [past, upTo] = order === "desc" ? (["lt", "lte"] as const) : (["gt", "gte"] as const);
  return {
    // Said twice: by the bound alone the index goes straight to the page, however deep it is.
    [time]: { [upTo]: after.at },
    OR: [{ [time]: { [past]: after.at } }, { [time]: after.at, [id]: { [past]: after.id } }],
  };
}

/** A cursor: what a list needs to go on after the last row of a page. */
export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Reads what `writeCursor` wrote of such a place. @throws AppError bad_request on any other text */
export function readCursor<T>(cursor: string, Place: z.ZodType<T>): T {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new AppError("bad_request", "The cursor is not valid for this list.", { cause });
  }
}

/** A page of rows that were read with one more than `limit`: the extra row only shows that there is more. */
export function cutPage<Row>(rows: Row[], limit: number, cursorAfter: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorAfter(last) : null };
}

type Ordered<Time extends string, Id extends string> = { [T in Time]: Date } & { [I in Id]: string | bigint };
type Read<Row> = (slice: Slice) => Promise<Row[]>;
type Columns<Time extends string, Id extends string> = readonly [time: Time, id: Id];

/**
 * Reads the rows of one page.
 * @param columns by which the list is sorted, as in `beyond`
 * @param IdOf what the list's ids look like
 * @throws AppError bad_request when the cursor is none of ours
 */
export async function readRows<
  Row extends Ordered<Time, Id>,
  Time extends string = "createdAt",
  Id extends string = "id",
>(
  { limit, cursor }: PageQuery,
  read: Read<Row>,
  [time, id]: Columns<Time, Id> = ["createdAt" as Time, "id" as Id],
  IdOf: z.ZodType<string> = z.uuid(),
): Promise<Page<Row>> {
  const Place = z.tuple([GivenTime, IdOf]).transform(([at, id]) => ({ at: new Date(at), id }));
  const after = cursor === undefined ? null : readCursor(cursor, Place);
  const rows = await read({ limit: limit + 1, after });
  return cutPage(rows, limit, (last) => writeCursor([last[time].toISOString(), String(last[id])]));
}

/** The same, with each row as `present` shows it. */
export async function readPage<
  Row extends Ordered<Time, Id>,
  Item,
  Time extends string = "createdAt",
  Id extends string = "id",
>(
  query: PageQuery,
  read: Read<Row>,
  present: (row: Row) => Item,
  columns?: Columns<Time, Id>,
  IdOf?: z.ZodType<string>,
): Promise<Page<Item>> {
  const { items, nextCursor } = await readRows(query, read, columns, IdOf);
  return { items: items.map(present), nextCursor };
}
