import type { Test } from "@/lib/crm/records/list/rules";
import type { Db } from "@/lib/platform/database";
import type { Column } from "@/lib/tables/schema";

declare const opened: unique symbol;

/** Who changes rows. */
export type RowActor =
  | { kind: "developer" | "import"; developerId: string; shareLinkId: null }
  | { kind: "link"; developerId: null; shareLinkId: string }
  | { kind: "form"; developerId: null; shareLinkId: null };

/**
 * Proof that a caller was let into a table, and how far. Only `openTable` and the guard of share links make one, and
 * every function that reads or writes rows takes one first: there is no way around columns and rows that are hidden.
 */
export type TableAccess = {
  readonly [opened]: true;
  readonly workspaceId: string;
  readonly tableId: string;
  readonly tableName: string;
  readonly rowCount: number;
  /** Every column of the table, the archived and hidden ones too. */
  readonly columns: readonly Column[];
  /** Keys of the columns that the caller must not learn of. */
  readonly hidden: ReadonlySet<string>;
  /** What every row that the caller sees, makes or changes must pass. */
  readonly rowFilter: Test | null;
  readonly actor: RowActor;
  /** True where no subscriber is to hear of the change: of sample data. */
  readonly isQuiet?: boolean;
  /**
   * Of visitors: what they may see now, because their request may have begun before their link ended or showed less. It
   * throws where they may not do any more what they were let in for.
   */
  readonly again?: (tx: Db) => Promise<Pick<TableAccess, "hidden" | "rowFilter">>;
};

/** The columns that exist for a caller, in their order. */
export function visibleColumns({ columns, hidden }: Pick<TableAccess, "columns" | "hidden">): Column[] {
  return columns.filter(({ key, is_archived }) => !is_archived && !hidden.has(key));
}
