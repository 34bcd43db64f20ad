import { chunks } from "@/lib/platform/chunks";
import { ROWS_PER_BATCH_MAX } from "@/lib/tables/limits";
import { ApiError } from "@/lib/ui/api/client";
import { RowPages, type RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { RowConflict, type RowSource } from "@/lib/ui/tables/grid/row-source";
import type { Row, Value } from "@/lib/ui/tables/grid/types";
import { type Conflict, dropGone, EMPTY, type Snapshot, type Unsaved } from "@/lib/ui/tables/grid/unsaved";
import { isSame } from "@/lib/ui/values/catalog";

const UNDO_STEPS_MAX = 100;

export type CellChange = { rowId: string; key: string; value: Value };

type Step =
  | { kind: "cells"; before: CellChange[]; after: CellChange[] }
  | { kind: "added" | "removed"; rows: { index: number; row: Row }[]; joins?: boolean };

/** Whether a step is undone and done again together with the one before: pasted rows join pasted cells. */
const joinsPrevious = (step: Step | undefined) => step?.kind === "added" && step.joins === true;

/** Begins the id of a row that exists only here: it is added once something is written into it. */
const DRAFT = "draft:";

/**
 * The rows of a table as a grid shows them: loaded in pages as they come into view, changed at once and saved in the
 * background, one request at a time. Cells changed elsewhere are never silently overwritten; what could not be saved is
 * kept for a retry.
 */
export class RowStore {
  private readonly pages: RowPages;
  private readonly unsaved = new Map<string, Unsaved>();
  private readonly listeners = new Set<() => void>();
  private undoSteps: Step[] = [];
  private redoSteps: Step[] = [];
  private snapshot = EMPTY;
  private saving: Promise<void> | null = null;
  private draftCount = 0;
  private isHeld = false;
  private columns: ReadonlySet<string> | null = null;
  /** Whether others may have changed rows since they were loaded. */
  private isOutdated = false;

  constructor(
    private readonly source: RowSource,
    query: RowQuery,
    /** The rows and count that the page came with. */
    initial?: { rows: Row[]; count: number },
  ) {
    this.pages = new RowPages(source, query, initial, (read) => this.tell(read));
    if (initial) this.snapshot = { ...EMPTY, count: initial.count };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): Snapshot => this.snapshot;

  private tell(change: Partial<Snapshot> = {}): void {
    this.snapshot = {
      ...this.snapshot,
      ...change,
      version: this.snapshot.version + 1,
      unsavedCount: this.unsaved.size,
      isSaving: this.saving !== null,
      canUndo: this.undoSteps.some(this.isPossible),
      canRedo: this.redoSteps.some(this.isPossible),
    };
    for (const listener of this.listeners) listener();
    this.catchUp();
  }

  /** Reloads the visible rows, because others may have changed them, once nothing is being read or saved. */
  refresh(): void {
    this.isOutdated = true;
    this.catchUp();
  }

  /** Keeps the rows as they are while a cell is being edited, so that others' changes meanwhile are not overwritten. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    if (this.pages.hold(isHeld)) this.isOutdated = true;
    this.catchUp();
  }

  private catchUp(): void {
    const { conflicts, count } = this.snapshot;
    const isEditing = this.isHeld || this.saving !== null || this.unsaved.size > 0 || conflicts.length > 0;
    const hasDraft = this.pages.rows.at(-1)?.id.startsWith(DRAFT) === true;
    // Reading again aborts what is being read: on a slow connection, what changes all the time would never be shown.
    if (!this.isOutdated || isEditing || hasDraft || count === null || this.pages.isReading()) return;
    this.isOutdated = false;
    this.pages.refresh();
  }

  /** The row at a position, with unsaved changes; undefined until it is loaded. */
  rowAt(index: number): Row | undefined {
    const row = this.pages.rows[index];
    const unsaved = row && this.unsaved.get(row.id);
    return row && unsaved ? { ...row, values: { ...row.values, ...unsaved.values } } : row;
  }

  indexOf(rowId: string): number {
    return this.pages.indexOf(rowId);
  }

  /** Shows other rows: with other filters, search or order. Unsaved changes stay unsaved. */
  readonly show = (query: RowQuery): void => this.pages.show(query);

  /** Reloads everything. */
  readonly reload = (): void => this.pages.reload();

  /** Makes sure that the rows from `first` to `last` are loaded. */
  see(first: number, last: number): void {
    this.pages.see(first, last);
    // It may have given up all that was being read.
    this.catchUp();
  }

  private record(step: Step): void {
    this.undoSteps = [...this.undoSteps.slice(1 - UNDO_STEPS_MAX), step];
    this.redoSteps = [];
  }

  /** Changes cells; shown at once. @returns whether there is something to undo */
  change(changes: CellChange[]): boolean {
    const before = this.apply(changes);
    if (before.length === 0) return false;
    const isKept = ({ rowId, key }: CellChange) =>
      before.some((each) => each.rowId === rowId && each.key === key) && !rowId.startsWith(DRAFT);
    const after = changes.filter(isKept);
    if (after.length > 0) this.record({ kind: "cells", before: before.filter(isKept), after });
    this.tell();
    void this.save();
    return after.length > 0;
  }

  /** Adds changes to the unsaved ones. @returns the cells' former values, for those that differ */
  private apply(changes: CellChange[]): CellChange[] {
    const byId = new Map(this.pages.rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
    const faults = new Map(this.snapshot.faults);
    const before: CellChange[] = [];
    for (const { rowId, key, value } of changes) {
      const row = byId.get(rowId);
      if (!row) continue;
      const waiting = this.unsaved.get(rowId);
      const now = waiting && key in waiting.values ? waiting.values[key] : row.values[key];
      if (isSame(now, value) && this.snapshot.faults.get(rowId)?.[key] === undefined) continue;
      before.push({ rowId, key, value: now ?? null });
      this.unsaved.set(rowId, {
        values: { ...waiting?.values, [key]: value },
        base: { [key]: row.values[key] ?? null, ...waiting?.base },
        version: row.row_version,
      });
      // The server decides whether the other errors remain: some concern the row as a whole.
      faults.delete(rowId);
    }
    this.tell({ faults, lost: null });
    return before;
  }

  /** Adds a new row at the end, which is stored once something is written into it. @returns its position */
  addDraft(): number {
    const at = new Date().toISOString();
    const id = `${DRAFT}${++this.draftCount}`;
    this.pages.rows.push({ id, values: {}, row_version: 0, created_at: at, updated_at: at });
    this.tell({ count: this.pages.rows.length });
    return this.pages.rows.length - 1;
  }

  /** Adds rows at the end; undoing that undoes the step before as well if it `joins` it. @throws ApiError if refused */
  async add(values: Row["values"][], joins = false): Promise<Row[]> {
    const before = this.undoSteps.at(-1);
    const added: Row[] = [];
    for (const some of chunks(values, ROWS_PER_BATCH_MAX)) {
      added.push(...(await this.source.write(some.map((each) => ({ values: each })))));
    }
    this.pages.rows.push(...added);
    const rows = this.atEnd(added);
    this.record({ kind: "added", rows, joins: joins && this.undoSteps.at(-1) === before });
    this.tell({ count: this.pages.rows.length });
    return added;
  }

  private readonly atEnd = (rows: Row[]) =>
    rows.map((row, at) => ({ index: this.pages.rows.length - rows.length + at, row }));

  /** Deletes rows. @throws ApiError if that is refused */
  async remove(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids);
    const rows = this.pages.rows.flatMap((row, index) => (row && gone.has(row.id) ? [{ index, row }] : []));
    await this.discard(rows.map(({ row }) => row.id));
    const stored = rows.filter(({ row }) => !row.id.startsWith(DRAFT));
    if (this.source.restore && stored.length > 0) this.record({ kind: "removed", rows: stored });
    this.tell();
  }

  private async discard(ids: string[]): Promise<void> {
    await this.saving;
    const stored = ids.filter((id) => !id.startsWith(DRAFT));
    for (const some of chunks(stored, ROWS_PER_BATCH_MAX)) await this.source.remove(some);
    for (const id of ids) this.unsaved.delete(id);
    this.pages.takeOut(ids);
    this.tell({ count: this.pages.rows.length });
  }

  private async bringBack(rows: { index: number; row: Row }[]): Promise<void> {
    const ids = rows.map(({ row }) => row.id);
    for (const some of chunks(ids, ROWS_PER_BATCH_MAX)) await this.source.restore?.(some);
    // Restoring has increased their versions.
    await this.pages.putBack(rows);
  }

  private readonly isInColumn = ({ key }: CellChange) => this.columns?.has(key) ?? true;

  /** Whether a step can be undone or done again; in columns that are gone it can be once they are back. */
  private readonly isPossible = (step: Step) => step.kind !== "cells" || step.before.some(this.isInColumn);

  private async take(step: Step, isUndo: boolean): Promise<void> {
    if (step.kind === "cells") {
      this.apply((isUndo ? step.before : step.after).filter(this.isInColumn));
      await this.save();
    } else if ((step.kind === "added") === isUndo) await this.discard(step.rows.map(({ row }) => row.id));
    else await this.bringBack(step.rows);
  }

  /** Undoes the last step. @throws ApiError if that is refused */
  async undo(): Promise<void> {
    const at = this.undoSteps.findLastIndex(this.isPossible);
    const step = this.undoSteps[at];
    if (!step) return;
    const before = this.undoSteps[at - 1];
    this.undoSteps = this.undoSteps.toSpliced(at, 1);
    const canRedo = step.kind !== "added" || this.source.restore !== null;
    this.redoSteps = canRedo ? [...this.redoSteps, step] : [];
    await this.take(step, true);
    if (joinsPrevious(step) && before && this.isPossible(before)) await this.undo();
    this.tell();
  }

  /** Repeats the step that was undone last. @throws ApiError if that is refused */
  async redo(): Promise<void> {
    const at = this.redoSteps.findLastIndex(this.isPossible);
    const step = this.redoSteps[at];
    if (!step) return;
    const next = this.redoSteps[at - 1];
    this.redoSteps = this.redoSteps.toSpliced(at, 1);
    this.undoSteps = [...this.undoSteps, step];
    await this.take(step, false);
    if (joinsPrevious(next)) await this.redo();
    this.tell();
  }

  /** Saves unsaved changes; resolves when that has succeeded or failed. */
  save(): Promise<void> {
    this.saving ??= this.saveAll().finally(() => {
      this.saving = null;
      this.tell();
    });
    this.tell({ saveFailure: null });
    return this.saving;
  }

  /** Says which columns there are now: nothing can be saved in others. */
  keepColumns(keys: readonly string[]): void {
    this.columns = new Set(keys);
    if (this.dropGone()) void this.save();
    this.tell();
  }

  private dropGone(): boolean {
    const change = this.columns && dropGone(this.unsaved, this.snapshot, this.columns);
    if (change) this.tell(change);
    return Boolean(change);
  }

  private async saveAll(): Promise<void> {
    for (;;) {
      this.dropGone();
      const batch = Array.from(this.unsaved)
        .filter(([id]) => !this.hasFault(id) && !this.isDisputed(id))
        .slice(0, ROWS_PER_BATCH_MAX);
      if (batch.length === 0) return;
      try {
        const saved = await this.source.write(
          batch.map(([id, { values, version }]) =>
            id.startsWith(DRAFT) ? { values } : { id, values, row_version: version },
          ),
        );
        const sent = batch.map(([id, { values }]) => ({ id, values }));
        saved.forEach((row, at) => {
          const { id, values } = sent[at] ?? { id: row.id, values: {} };
          this.accept(id, row, values);
        });
        const added = saved.filter((_, at) => sent[at]?.id.startsWith(DRAFT));
        if (added.length > 0) this.record({ kind: "added", rows: this.atEnd(added) });
        this.tell();
      } catch (error) {
        const isMet = error instanceof RowConflict && error.rows.some(({ id }) => this.unsaved.has(id));
        if (error instanceof RowConflict && isMet) this.meet(error.rows);
        else if (error instanceof ApiError && this.blame(error, batch)) this.tell();
        else {
          this.tell({ saveFailure: error instanceof Error ? error : new Error(String(error)) });
          return;
        }
      }
    }
  }

  /** Discards what could not be saved, and shows what is stored. */
  forsake(): void {
    this.unsaved.clear();
    this.tell({ saveFailure: null, faults: new Map(), conflicts: [] });
    this.reload();
  }

  private hasFault(rowId: string): boolean {
    return Object.keys(this.snapshot.faults.get(rowId) ?? {}).length > 0;
  }

  private isDisputed(rowId: string): boolean {
    return this.snapshot.conflicts.some((conflict) => conflict.rowId === rowId);
  }

  /** Takes over a row from the server; cells changed since the request was sent stay unsaved. */
  private accept(id: string, row: Row, sent: Row["values"]): void {
    this.pages.replace(id, row);
    const waiting = this.unsaved.get(id);
    if (!waiting) return;
    if (id !== row.id) this.unsaved.delete(id);
    const left = Object.entries(waiting.values).filter(
      ([key, value]) => !(key in sent) || !isSame(sent[key], value),
    );
    if (left.length === 0) this.unsaved.delete(row.id);
    else {
      this.unsaved.set(row.id, {
        values: Object.fromEntries(left),
        base: Object.fromEntries(left.map(([key]) => [key, row.values[key] ?? null])),
        version: row.row_version,
      });
    }
  }

  /** Others were faster: cells they left alone are retried on their version, people decide about the rest. */
  private meet(current: Row[]): void {
    const conflicts = [...this.snapshot.conflicts];
    for (const row of current) {
      const waiting = this.unsaved.get(row.id);
      this.pages.replace(row.id, row);
      if (!waiting) continue;
      for (const [key, mine] of Object.entries(waiting.values)) {
        const theirs = row.values[key] ?? null;
        if (isSame(theirs, waiting.base[key]) || isSame(theirs, mine)) continue;
        conflicts.push({ rowId: row.id, key, mine, theirs });
      }
      waiting.base = { ...waiting.base, ...row.values };
      waiting.version = row.row_version;
    }
    this.tell({ conflicts });
  }

  /** Resolves a conflict with one of the values. */
  settle(conflict: Conflict, isMine: boolean): void {
    const waiting = this.unsaved.get(conflict.rowId);
    if (waiting && !isMine) {
      const { [conflict.key]: _, ...values } = waiting.values;
      if (Object.keys(values).length === 0) this.unsaved.delete(conflict.rowId);
      else this.unsaved.set(conflict.rowId, { ...waiting, values });
    }
    this.tell({ conflicts: this.snapshot.conflicts.filter((each) => each !== conflict) });
    void this.save();
  }

  /** Marks the cells that the server found errors in. @returns false if it named none */
  private blame(error: ApiError, batch: [string, Unsaved][]): boolean {
    const faults = new Map(this.snapshot.faults);
    let isAny = false;
    for (const { path, message } of error.issues) {
      const [, at, named] = /^rows\.(\d+)\.values(?:\.(.+))?$/.exec(path) ?? [];
      const [id, unsaved] = batch[Number(at)] ?? [];
      // An error about the whole row is shown at the cell that was written last.
      const key = named ?? Object.keys(unsaved?.values ?? {}).at(-1);
      if (id === undefined || key === undefined) continue;
      faults.set(id, { ...faults.get(id), [key]: message });
      isAny = true;
    }
    if (isAny) this.tell({ faults });
    return isAny;
  }
}
