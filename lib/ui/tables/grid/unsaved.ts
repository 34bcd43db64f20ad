import type { Row, Value } from "@/lib/ui/tables/grid/types";

/** A cell that two people changed at the same time: the reader's value and the current one. */
export type Conflict = { rowId: string; key: string; mine: Value; theirs: Value };

/** A row's unsaved cells; `base` has their values, and `version` the row's version, from before the change. */
export type Unsaved = { values: Row["values"]; base: Row["values"]; version: number };

export type Snapshot = {
  version: number;
  /** Null until the first answer. */
  count: number | null;
  failure: Error | null;
  /** Why saving failed; unsaved changes wait for a retry. */
  saveFailure: Error | null;
  unsavedCount: number;
  isSaving: boolean;
  faults: ReadonlyMap<string, Readonly<Record<string, string>>>;
  conflicts: readonly Conflict[];
  /** What was written last into a column that was gone by then; null once something else is written. */
  lost: { value: Value } | null;
  canUndo: boolean;
  canRedo: boolean;
};

export const EMPTY: Snapshot = {
  version: 0,
  count: null,
  failure: null,
  saveFailure: null,
  unsavedCount: 0,
  isSaving: false,
  faults: new Map(),
  conflicts: [],
  lost: null,
  canUndo: false,
  canRedo: false,
};

const isEmpty = (values: object) => Object.keys(values).length === 0;

/**
 * Takes what was written into columns that are gone out of what is unsaved: no save can take it, and it would hold up all
 * else that is written into its row. @returns what changes with that; null if nothing does
 */
export function dropGone(
  unsaved: Map<string, Unsaved>,
  { faults, conflicts }: Pick<Snapshot, "faults" | "conflicts">,
  columns: ReadonlySet<string>,
): Partial<Snapshot> | null {
  const inColumns = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => columns.has(key)));
  let lost: Snapshot["lost"] = null;
  for (const [id, { values, ...rest }] of unsaved) {
    const kept = inColumns(values);
    for (const [key, value] of Object.entries(values)) if (!(key in kept)) lost = { value };
    if (isEmpty(kept)) unsaved.delete(id);
    else unsaved.set(id, { ...rest, values: kept });
  }
  const isFaultGone = Array.from(faults.values()).some((row) =>
    Object.keys(row).some((key) => !columns.has(key)),
  );
  if (lost === null && !isFaultGone) return null;
  const left = Array.from(faults, ([id, row]) => [id, inColumns(row)] as const);
  return {
    faults: new Map(left.filter(([, row]) => !isEmpty(row))),
    conflicts: conflicts.filter(({ key }) => columns.has(key)),
    ...(lost === null ? {} : { lost }),
  };
}
