import { ApiError } from "@/lib/ui/api/client";
import type { RowReader } from "@/lib/ui/tables/grid/row-pages";
import type { Row } from "@/lib/ui/tables/grid/types";

type RowChange = { id?: string; values: Row["values"]; row_version?: number };

/** Where rows come from and go to: the API for members, or that of a share link. */
export type RowSource = RowReader & {
  /** All or none. @throws RowConflict where a row was changed by somebody else */
  write: (rows: RowChange[]) => Promise<Row[]>;
  remove: (ids: string[]) => Promise<void>;
  /** Null where what is deleted can't be brought back. */
  restore: ((ids: string[]) => Promise<void>) | null;
};

/** A write that was made against rows that somebody else has changed meanwhile. */
export class RowConflict extends Error {
  constructor(readonly rows: Row[]) {
    super("Someone else has changed it in the meantime.");
  }
}

/** The rows that a change was answered with. @throws RowConflict where the refusal says what they hold now */
export async function writtenRows(answer: Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await answer).rows;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409 || !Array.isArray(error.state.rows)) throw error;
    throw new RowConflict(error.state.rows as Row[]);
  }
}
