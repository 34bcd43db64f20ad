import { isRefusal } from "@/lib/ui/api/client";
import type { RowReader } from "@/lib/ui/tables/grid/row-pages";
import type { Row } from "@/lib/ui/tables/grid/types";

type RowChange = { id?: string; values: Row["values"]; row_version?: number };

/** Reads and writes rows through the members' API or a share link's. */
export type RowSource = RowReader & {
  /** Writes all rows or none. @throws RowConflict if somebody else changed one */
  write: (rows: RowChange[]) => Promise<Row[]>;
  remove: (ids: string[]) => Promise<void>;
  /** Null if deleted rows can't be restored. */
  restore: ((ids: string[]) => Promise<void>) | null;
};

/** A write was based on rows that somebody else has changed meanwhile. */
export class RowConflict extends Error {
  constructor(readonly rows: Row[]) {
    super("Someone else has changed it in the meantime.");
  }
}

/** The rows in the answer to a change. @throws RowConflict if the refusal contains their current values */
export async function writtenRows(answer: Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await answer).rows;
  } catch (error) {
    if (!isRefusal(error, 409) || !Array.isArray(error.state.rows)) throw error;
    throw new RowConflict(error.state.rows as Row[]);
  }
}
