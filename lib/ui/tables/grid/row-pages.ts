import type { Filter } from "@/lib/crm/records/schema";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { Row } from "@/lib/ui/tables/grid/types";

const PAGES_KEPT_MAX = 200;
/** Pages around the visible ones that are kept when everything is reloaded. */
const PAGES_BESIDE = 2;

/** Which rows are shown, and in which order. */
export type Look = { filter: Filter | null; search: string; sort: string };

export type RowQuery = { filter: string; search: string; sort: string };

/** Reads rows through the members' API or a share link's. */
export type RowReader = {
  list: (query: RowQuery, offset: number, signal: AbortSignal) => Promise<Row[]>;
  count: (query: RowQuery, signal: AbortSignal) => Promise<number>;
};

/** A look as query parameters of the API. */
export function queryOf({ filter, search, sort }: Look): RowQuery {
  return { filter: filter === null ? "" : JSON.stringify(filter), search, sort };
}

/** Starts reading the first rows and their count; the first reader gets these answers. */
export function readAhead<R extends RowReader>(reader: R, query: RowQuery): R {
  const asked = JSON.stringify(query);
  const { signal: never } = new AbortController();
  let rows: Promise<Row[]> | null = reader.list(query, 0, never);
  let count: Promise<number> | null = reader.count(query, never);
  // The error is reported to whoever reads them.
  rows.catch(() => undefined);
  count.catch(() => undefined);
  return {
    ...reader,
    list: (wanted, offset, signal) => {
      const answer = rows;
      rows = null;
      return answer && offset === 0 && JSON.stringify(wanted) === asked
        ? answer
        : reader.list(wanted, offset, signal);
    },
    count: (wanted, signal) => {
      const answer = count;
      count = null;
      return answer && JSON.stringify(wanted) === asked ? answer : reader.count(wanted, signal);
    },
  };
}

/** The result of reading: how many rows there are, or that they could not be read. */
export type Read = { count?: number | null; failure?: Error | null };

/** The rows of a table by position, loaded in pages as they come into view. */
export class RowPages {
  /** Undefined where a row is not loaded. */
  rows: (Row | undefined)[] = [];
  private readonly pages = new Map<number, AbortController | "read" | "failed">();
  private generation = 0;
  /** Whether the number of rows is known. */
  private isCounted = false;
  /** The generation whose number of rows was last read. */
  private countedGeneration = 0;
  private sight = { first: 0, last: 0 };
  private isHeld = false;
  /** Whether something newer arrived while the rows were held. */
  private isBehind = false;

  constructor(
    private readonly reader: RowReader,
    private query: RowQuery,
    /** The rows and count that the page came with. */
    initial: { rows: Row[]; count: number } | undefined,
    private readonly onRead: (read: Read) => void,
  ) {
    if (!initial) return;
    this.rows = [...initial.rows];
    this.rows.length = initial.count;
    this.isCounted = true;
    if (initial.rows.length >= Math.min(PAGE_ROWS, initial.count)) this.pages.set(0, "read");
  }

  /** Whether an answer that would be shown is still to come. */
  isReading(): boolean {
    if (this.countedGeneration !== this.generation) return true;
    return [...this.pages.values()].some((page) => page instanceof AbortController);
  }

  indexOf(rowId: string): number {
    return this.rows.findIndex((row) => row?.id === rowId);
  }

  /** Puts a row in the place of one, if that is loaded. */
  replace(rowId: string, row: Row): void {
    const index = this.indexOf(rowId);
    if (index !== -1) this.rows[index] = row;
  }

  /** Shows other rows: with other filters, search or order. */
  show(query: RowQuery): void {
    this.query = query;
    this.reload();
  }

  /** Reloads everything. Until then the same number of rows stays, empty, so that the reader keeps their place. */
  reload(): void {
    this.generation++;
    this.forgetPages();
    const count = this.isCounted ? this.rows.length : 0;
    this.rows = [];
    this.rows.length = count;
    this.onRead({ failure: null });
    this.see(0, 0);
    void this.readCount();
  }

  /** Reloads the visible rows, because others may have changed them. The old ones stay until then. */
  refresh(): void {
    this.generation++;
    this.forgetPages();
    const from = Math.floor(this.sight.first / PAGE_ROWS) - PAGES_BESIDE;
    const to = Math.floor(this.sight.last / PAGE_ROWS) + PAGES_BESIDE;
    for (let at = 0; at < this.rows.length; at++) {
      if (at < from * PAGE_ROWS || at >= (to + 1) * PAGE_ROWS) this.rows[at] = undefined;
    }
    this.see(this.sight.first, this.sight.last);
    void this.readCount();
  }

  /**
   * Keeps the rows as they are: while a cell is being edited, no row may move or change unnoticed.
   * @returns when released, whether something newer arrived meanwhile
   */
  hold(isHeld: boolean): boolean {
    const isBehind = this.isBehind && !isHeld;
    this.isHeld = isHeld;
    if (!isHeld) this.isBehind = false;
    return isBehind;
  }

  private forgetPages(): void {
    for (const page of this.pages.values()) if (page instanceof AbortController) page.abort();
    this.pages.clear();
  }

  private async readCount(): Promise<void> {
    const { generation } = this;
    try {
      const count = await this.reader.count(this.query, new AbortController().signal);
      if (generation !== this.generation) return;
      this.countedGeneration = generation;
      if (this.isHeld && this.isCounted) {
        this.isBehind = true;
        return;
      }
      this.rows.length = count;
      this.isCounted = true;
      this.onRead({ count });
    } catch (error) {
      if (generation !== this.generation) return;
      this.countedGeneration = generation;
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.onRead({ failure: error instanceof Error ? error : new Error(String(error)) });
  }

  /** Makes sure that the rows from `first` to `last` are loaded. */
  see(first: number, last: number): void {
    this.sight = { first, last };
    const from = Math.floor(first / PAGE_ROWS);
    const to = Math.floor(last / PAGE_ROWS);
    // Dragging the scroll bar passes many pages: only those where it stops are worth loading.
    for (const [page, state] of this.pages) {
      if (!(state instanceof AbortController) || (page >= from && page <= to)) continue;
      state.abort();
      this.pages.delete(page);
    }
    for (let page = from; page <= to; page++) if (!this.pages.has(page)) void this.readPage(page);
  }

  private async readPage(page: number): Promise<void> {
    const { generation } = this;
    const controller = new AbortController();
    this.pages.set(page, controller);
    try {
      const rows = await this.reader.list(this.query, page * PAGE_ROWS, controller.signal);
      if (generation !== this.generation || controller.signal.aborted) return;
      for (const [offset, row] of rows.entries()) this.put(page * PAGE_ROWS + offset, row);
      // Fewer rows than counted: some were deleted elsewhere.
      if (rows.length < PAGE_ROWS && !this.isHeld) this.rows.length = page * PAGE_ROWS + rows.length;
      this.pages.set(page, "read");
      this.forgetFar(page);
      this.onRead({ failure: null, ...(this.isCounted ? { count: this.rows.length } : {}) });
    } catch (error) {
      if (generation !== this.generation || controller.signal.aborted) return;
      // Not retried automatically: a server that is down would be asked forever.
      this.pages.set(page, "failed");
      this.fail(error);
    }
  }

  private put(at: number, row: Row): void {
    const shown = this.rows[at];
    if (shown && this.isHeld) this.isBehind = true;
    // An answer that was requested before the row was saved is older than the row.
    else if (shown?.id !== row.id || shown.row_version <= row.row_version) this.rows[at] = row;
  }

  /** Drops the pages furthest away once there are many, so that long scrolling doesn't fill the memory. */
  private forgetFar(page: number): void {
    const read = Array.from(this.pages.keys(), (each) => each).filter(
      (each) => this.pages.get(each) === "read",
    );
    if (read.length <= PAGES_KEPT_MAX) return;
    const far = read.reduce((a, b) => (Math.abs(a - page) > Math.abs(b - page) ? a : b));
    for (let at = far * PAGE_ROWS; at < (far + 1) * PAGE_ROWS && at < this.rows.length; at++) {
      this.rows[at] = undefined;
    }
    this.pages.delete(far);
  }

  /** Removes rows. The pages shift, so missing rows are requested again by their new positions. */
  takeOut(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.rows = this.rows.filter((row) => !row || !gone.has(row.id));
    this.repage();
  }

  /** Puts rows back where they were and reloads them, because they may have changed. */
  async putBack(rows: readonly { index: number; row: Row }[]): Promise<void> {
    for (const { index, row } of rows) this.rows.splice(index, 0, row);
    const { generation } = this;
    this.repage();
    this.onRead({ count: this.rows.length });
    for (const page of new Set(rows.map(({ index }) => Math.floor(index / PAGE_ROWS)))) {
      if (generation === this.generation) await this.readPage(page);
    }
  }

  private repage(): void {
    this.forgetPages();
    for (let page = 0; page * PAGE_ROWS < this.rows.length; page++) {
      const rows = this.rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
      if (Array.from(rows).every((row) => row !== undefined)) this.pages.set(page, "read");
    }
  }
}
