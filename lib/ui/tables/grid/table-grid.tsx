"use client";

import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Filter } from "@/lib/crm/records/schema";
import { ApiError } from "@/lib/ui/api/client";
import { conditionCount } from "@/lib/ui/light-kit/conditions/draft";
import controls from "@/lib/ui/light-kit/controls.module.css";
import { MenuEntry, Popup } from "@/lib/ui/light-kit/popup";
import { parseCell } from "@/lib/ui/tables/grid/cells";
import { ConflictDialog } from "@/lib/ui/tables/grid/conflict-dialog";
import { FilterPanel } from "@/lib/ui/tables/grid/filter-panel";
import { Grid, type GridHandle } from "@/lib/ui/tables/grid/grid";
import { COLUMN_MIN_PX } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { type RowSource, RowStore } from "@/lib/ui/tables/grid/row-store";
import type { Bounds, Place } from "@/lib/ui/tables/grid/selection";
import type { Column, GridColumn, Row, Value } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./grid.module.css";

const TYPING_MS = 250;
const SORT_DEFAULT = "created_at";
const COLUMN_STEP_PX = 40;

/** Which rows are shown, and in which order. */
export type Look = { filter: Filter | null; search: string; sort: string };

/** How a reader has arranged the columns for themselves; kept in their browser. */
type Arrangement = { widths: Record<string, number>; hidden: string[]; order: string[] };

const ARRANGED: Arrangement = { widths: {}, hidden: [], order: [] };

function useArrangement(storageKey: string) {
  const [arrangement, setArrangement] = useState(ARRANGED);
  useEffect(() => {
    try {
      const kept = JSON.parse(
        window.localStorage.getItem(storageKey) ?? "null",
      ) as Partial<Arrangement> | null;
      if (kept) setArrangement({ ...ARRANGED, ...kept });
    } catch {
      // Storage is forbidden, or holds something else: the columns stand as they come.
    }
  }, [storageKey]);
  const arrange = (change: Partial<Arrangement>) => {
    const next = { ...arrangement, ...change };
    setArrangement(next);
    try {
      window.localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // It holds for this visit.
    }
  };
  return { ...arrangement, arrange };
}

function queryOf({ filter, search, sort }: Look): RowQuery {
  return { filter: filter === null ? "" : JSON.stringify(filter), search, sort };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That did not work. Please try again.";
  const [issue] = error.issues;
  return issue ? `${error.detail} ${issue.message}.` : error.detail;
}

function rowsText(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;
}

type Opened =
  | { kind: "header"; column: Column; anchor: HTMLElement }
  | { kind: "row" | "columns"; anchor: HTMLElement };

type Props = {
  label: string;
  /** Columns in use, in the table's order. */
  columns: readonly Column[];
  source: RowSource;
  isEditable: boolean;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  initial?: { rows: Row[]; count: number };
  /** Where the reader's own arrangement is kept. */
  storageKey: string;
  /** Saves what is shown as a file. */
  onExport: ((query: RowQuery) => Promise<void>) | null;
  onHistory?: (row: Row) => void;
  /** Moves a column for everybody; without it the reader moves it for themselves. */
  onMoveColumn?: (column: Column, position: number) => void;
  /** Further entries of a column's menu. */
  columnEntries?: (column: Column, close: () => void, Entry: typeof MenuEntry) => ReactNode;
  /** Further buttons of the toolbar. */
  tools?: ReactNode;
  empty: ReactNode;
  /** Changes when rows were changed from outside. */
  reloadKey?: number;
};

/** A table to look through and to work in: toolbar, grid, and a line that says how it stands. */
export default function TableGrid(props: Props) {
  const { columns, source, isEditable, look, onLook, storageKey } = props;
  const query = useMemo(() => queryOf(look), [look]);
  const [store] = useState(() => new RowStore(source, query, props.initial));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  const [isFiltering, setIsFiltering] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [message, setMessage] = useState<{ text: string; canUndo?: boolean } | null>(null);
  const [selected, setSelected] = useState<{ bounds: Bounds; isWholeRows: boolean } | null>(null);
  const [text, setText] = useState(look.search);
  const { widths, hidden, order, arrange } = useArrangement(storageKey);
  const grid = useRef<GridHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const shownQuery = useRef(props.initial ? JSON.stringify(query) : "");

  const isDirty = state.unsavedCount > 0;
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  useEffect(() => {
    const asked = JSON.stringify(query);
    if (shownQuery.current === asked) return;
    shownQuery.current = asked;
    store.show(query);
  }, [query, store]);
  const { reloadKey = 0 } = props;
  const loadedKey = useRef(reloadKey);
  useEffect(() => {
    if (loadedKey.current === reloadKey) return;
    loadedKey.current = reloadKey;
    store.reload();
  }, [reloadKey, store]);
  useEffect(() => {
    setText(look.search);
  }, [look.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing pauses
  useEffect(() => {
    const search = text.trim();
    if (search === look.search) return;
    const timer = setTimeout(() => onLook({ search }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const rank = (key: string) =>
    order.includes(key) ? order.indexOf(key) : order.length + columns.findIndex((each) => each.key === key);
  const ordered =
    props.onMoveColumn || order.length === 0
      ? columns
      : [...columns].sort((a, b) => rank(a.key) - rank(b.key));
  const shown: GridColumn[] = ordered
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => ({ column, widthPx: widths[column.key] ?? lookOf(column.type).widthPx }));
  const sortKey = look.sort.replace(/^-/, "");
  const sort = sortKey === SORT_DEFAULT ? null : { key: sortKey, isDescending: look.sort.startsWith("-") };
  const count = state.count ?? 0;
  const conditions = conditionCount(look.filter);
  const isNarrowed = conditions > 0 || look.search !== "";

  const attempt = async (work: Promise<unknown>, failed: string) => {
    try {
      await work;
      return true;
    } catch (error) {
      setMessage({ text: `${failed} ${sentenceOf(error)}` });
      return false;
    }
  };
  const change = (changes: { row: number; key: string; value: Value }[]) => {
    setMessage(null);
    store.change(
      changes.flatMap(({ row, key, value }) => {
        const rowId = store.rowAt(row)?.id;
        return rowId === undefined ? [] : [{ rowId, key, value }];
      }),
    );
  };
  const addRows = async (values: Row["values"][]) => {
    const isDone = await attempt(store.add(values), "Nothing was added.");
    return isDone;
  };
  const addRow = () => {
    setMessage(null);
    grid.current?.select({ row: store.addDraft(), column: 0 });
  };
  const paste = async (at: Place, block: string[][]) => {
    const faults: string[] = [];
    const below: Row["values"][] = [];
    const changes: { row: number; key: string; value: Value }[] = [];
    block.forEach((cells, down) => {
      const fresh: Row["values"] = {};
      cells.forEach((cell, right) => {
        const column = shown[at.column + right]?.column;
        if (!column) return;
        const parsed = parseCell(column, cell);
        if ("fault" in parsed) faults.push(`row ${at.row + down + 1}, ${column.name}: ${parsed.fault}`);
        else if (at.row + down < count)
          changes.push({ row: at.row + down, key: column.key, value: parsed.value });
        else fresh[column.key] = parsed.value;
      });
      if (at.row + down >= count) below.push(fresh);
    });
    if (changes.some(({ row }) => store.rowAt(row) === undefined)) {
      setMessage({ text: "Some of these rows are still being read. Try again in a moment." });
      return;
    }
    change(changes);
    if (below.length > 0 && !(await addRows(below))) return;
    const [first] = faults;
    if (first === undefined) return;
    const left = faults.length === 1 ? "One cell was" : `${faults.length.toLocaleString("en")} cells were`;
    setMessage({ text: `${left} not pasted. At ${first}.` });
  };
  const selectedRows = () => {
    if (!selected || selected.bounds.top < 0) return [];
    const { top, bottom } = selected.bounds;
    return Array.from({ length: bottom - top + 1 }, (_, offset) => store.rowAt(top + offset)).flatMap(
      (row) => row ?? [],
    );
  };
  const removeRows = async () => {
    const rows = selectedRows();
    if (rows.length === 0) return;
    const question = `Delete ${rowsText(rows.length)}? This can't be taken back here.`;
    if (!source.restore && !window.confirm(question)) return;
    if (await attempt(store.remove(rows.map(({ id }) => id)), "Nothing was deleted.")) {
      setMessage({ text: `${rowsText(rows.length)} deleted.`, canUndo: source.restore !== null });
    }
    root.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  };
  const undo = () => {
    setMessage(null);
    void attempt(store.undo(), "It was not taken back.");
  };
  const redo = () => {
    setMessage(null);
    void attempt(store.redo(), "It was not done again.");
  };

  const close = () => setOpened(null);
  const focusGrid = () => root.current?.querySelector<HTMLElement>("[role=grid]") ?? null;
  const move = (column: Column, by: 1 | -1) => {
    const keys = ordered.map(({ key }) => key);
    const visible = shown.map((each) => each.column.key);
    const beside = visible[visible.indexOf(column.key) + by];
    if (beside === undefined) return;
    const without = keys.filter((key) => key !== column.key);
    const position = without.indexOf(beside) + (by === 1 ? 1 : 0);
    if (props.onMoveColumn) props.onMoveColumn(column, position);
    else arrange({ order: [...without.slice(0, position), column.key, ...without.slice(position)] });
  };
  const resize = (key: string, widthPx: number) =>
    arrange({ widths: { ...widths, [key]: Math.round(widthPx) } });
  const setHandle = useCallback((handle: GridHandle) => {
    grid.current = handle;
  }, []);
  const onSight = useCallback((first: number, last: number) => store.see(first, last), [store]);
  const onSelect = useCallback(
    (bounds: Bounds, isWholeRows: boolean) => setSelected({ bounds, isWholeRows }),
    [],
  );
  const picked = selected?.isWholeRows ? selected.bounds.bottom - selected.bounds.top + 1 : 0;
  const [firstFault] = Array.from(state.faults.values()).flatMap((faults) => Object.entries(faults));

  const headerMenu = (column: Column) => {
    const at = shown.findIndex((each) => each.column.key === column.key);
    const pick = (work: () => void) => () => {
      work();
      close();
      focusGrid()?.focus({ preventScroll: true });
    };
    const widthPx = shown[at]?.widthPx ?? COLUMN_MIN_PX;
    return (
      <>
        <MenuEntry onPick={pick(() => onLook({ sort: column.key }))}>Sort ascending</MenuEntry>
        <MenuEntry onPick={pick(() => onLook({ sort: `-${column.key}` }))}>Sort descending</MenuEntry>
        {sort?.key === column.key ? (
          <MenuEntry onPick={pick(() => onLook({ sort: SORT_DEFAULT }))}>Stop sorting</MenuEntry>
        ) : null}
        <hr />
        <MenuEntry isDisabled={at <= 0} onPick={pick(() => move(column, -1))}>
          Move left
        </MenuEntry>
        <MenuEntry isDisabled={at === shown.length - 1} onPick={pick(() => move(column, 1))}>
          Move right
        </MenuEntry>
        <MenuEntry onPick={() => resize(column.key, widthPx + COLUMN_STEP_PX)}>Wider</MenuEntry>
        <MenuEntry onPick={() => resize(column.key, Math.max(COLUMN_MIN_PX, widthPx - COLUMN_STEP_PX))}>
          Narrower
        </MenuEntry>
        <MenuEntry
          isDisabled={shown.length === 1}
          onPick={pick(() => arrange({ hidden: [...hidden, column.key] }))}
        >
          Hide
        </MenuEntry>
        {props.columnEntries ? <hr /> : null}
        {props.columnEntries?.(column, close, MenuEntry)}
      </>
    );
  };

  return (
    <div ref={root} className={classes.table}>
      <div className={classes.toolbar}>
        <input
          type="search"
          className={`${controls.field} ${classes.search}`}
          aria-label="Search the rows"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="button"
          className={controls.button}
          aria-expanded={isFiltering}
          disabled={columns.length === 0}
          onClick={() => setIsFiltering(!isFiltering)}
        >
          Filter
          {conditions > 0 ? <span className={classes.badge}>{conditions}</span> : null}
        </button>
        <button
          type="button"
          className={controls.button}
          aria-haspopup="dialog"
          aria-expanded={opened?.kind === "columns"}
          disabled={columns.length === 0}
          onClick={(event) => setOpened({ kind: "columns", anchor: event.currentTarget })}
        >
          Columns
          {shown.length < columns.length ? (
            <span className={classes.badge}>{columns.length - shown.length} hidden</span>
          ) : null}
        </button>
        {isEditable ? (
          <>
            <button
              type="button"
              className={controls.iconButton}
              aria-label="Undo"
              title="Undo (Ctrl+Z)"
              disabled={!state.canUndo}
              onClick={undo}
            >
              ↶
            </button>
            <button
              type="button"
              className={controls.iconButton}
              aria-label="Redo"
              title="Redo (Ctrl+Shift+Z)"
              disabled={!state.canRedo}
              onClick={redo}
            >
              ↷
            </button>
          </>
        ) : null}
        <span className={classes.room} />
        {props.onExport ? (
          <button
            type="button"
            className={controls.button}
            onClick={() =>
              void attempt(props.onExport?.(query) ?? Promise.resolve(), "Nothing was exported.")
            }
          >
            Export CSV
          </button>
        ) : null}
        {props.tools}
      </div>
      {isFiltering ? (
        <FilterPanel columns={columns} filter={look.filter} onChange={(filter) => onLook({ filter })} />
      ) : null}
      <div className={classes.frame}>
        {state.failure ? (
          <div role="alert" className={classes.notice}>
            <span>The rows could not be read. {sentenceOf(state.failure)}</span>
            {state.failure instanceof ApiError && state.failure.requestId !== null ? (
              <code>{state.failure.requestId}</code>
            ) : null}
            <button type="button" className={controls.button} onClick={() => store.reload()}>
              Try again
            </button>
          </div>
        ) : null}
        {state.count === null && state.failure === null ? (
          <div role="status" aria-label="Loading the rows" className={classes.bones}>
            {Array.from({ length: 8 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
              <span key={row} className={classes.bone} />
            ))}
          </div>
        ) : null}
        {state.count === null ? null : (
          <Grid
            label={props.label}
            columns={shown}
            rowCount={count}
            rowAt={(index) => store.rowAt(index)}
            version={state.version}
            onSight={onSight}
            faults={state.faults}
            sort={sort}
            isEditable={isEditable}
            onChange={change}
            onPaste={(at, block) => void paste(at, block)}
            onTooMuch={(sentence) => setMessage({ text: sentence })}
            onUndo={undo}
            onRedo={redo}
            onAddRow={isEditable ? addRow : null}
            onResize={resize}
            onHeader={(column, anchor) => setOpened({ kind: "header", column, anchor })}
            onMenu={(anchor) => setOpened({ kind: "row", anchor })}
            onSelect={onSelect}
            handle={setHandle}
            empty={
              isNarrowed ? (
                <div className={classes.nothing}>
                  <p>No row matches.</p>
                  <button
                    type="button"
                    className={controls.button}
                    onClick={() => onLook({ filter: null, search: "" })}
                  >
                    Clear search and filter
                  </button>
                </div>
              ) : (
                <div className={classes.nothing}>{props.empty}</div>
              )
            }
          />
        )}
        <div className={classes.foot}>
          {isEditable && columns.length > 0 ? (
            <button type="button" className={controls.button} onClick={addRow}>
              + New row
            </button>
          ) : null}
          {picked > 0 ? (
            <span className={classes.picked} role="toolbar" aria-label="The selected rows">
              <span>{rowsText(picked)} selected</span>
              {picked === 1 && props.onHistory ? (
                <button
                  type="button"
                  className={controls.button}
                  onClick={() => {
                    const [row] = selectedRows();
                    if (row) props.onHistory?.(row);
                  }}
                >
                  History
                </button>
              ) : null}
              {isEditable ? (
                <button type="button" className={controls.button} onClick={() => void removeRows()}>
                  Delete
                </button>
              ) : null}
            </span>
          ) : null}
          <span className={classes.room} />
          <span role="status" className={classes.status}>
            {message ? (
              <>
                {message.text}
                {message.canUndo ? (
                  <button type="button" className={controls.button} onClick={undo}>
                    Undo
                  </button>
                ) : null}
              </>
            ) : state.saveFailure ? (
              <span className={controls.bad}>Not saved: {sentenceOf(state.saveFailure)}</span>
            ) : firstFault ? (
              <span className={controls.bad}>
                Not saved: {columns.find(({ key }) => key === firstFault[0])?.name}: {firstFault[1]}
              </span>
            ) : isDirty ? (
              "Saving…"
            ) : null}
          </span>
          {state.saveFailure ? (
            <>
              <button type="button" className={controls.button} onClick={() => void store.save()}>
                Try again
              </button>
              <button type="button" className={controls.button} onClick={() => store.forsake()}>
                Discard
              </button>
            </>
          ) : null}
          {state.count === null ? null : <span className={classes.count}>{rowsText(count)}</span>}
        </div>
      </div>
      {opened?.kind === "header" ? (
        <Popup
          anchor={opened.anchor}
          returnTo={focusGrid()}
          label={`Column ${opened.column.name}`}
          kind="menu"
          onClose={close}
        >
          {headerMenu(opened.column)}
        </Popup>
      ) : null}
      {opened?.kind === "columns" ? (
        <Popup anchor={opened.anchor} label="Columns" kind="dialog" onClose={close}>
          {ordered.map(({ key, name }) => {
            const isShown = !hidden.includes(key);
            return (
              <label key={key} className={controls.check}>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() =>
                    arrange({ hidden: isShown ? [...hidden, key] : hidden.filter((each) => each !== key) })
                  }
                />
                <bdi>{name}</bdi>
              </label>
            );
          })}
        </Popup>
      ) : null}
      {opened?.kind === "row" ? (
        <Popup anchor={opened.anchor} returnTo={focusGrid()} label="Row" kind="menu" onClose={close}>
          {props.onHistory && selectedRows().length === 1 ? (
            <MenuEntry
              onPick={() => {
                const [row] = selectedRows();
                close();
                if (row) props.onHistory?.(row);
              }}
            >
              History of the row
            </MenuEntry>
          ) : null}
          {isEditable ? (
            <MenuEntry
              onPick={() => {
                close();
                void removeRows();
              }}
            >
              Delete {rowsText(selectedRows().length)}
            </MenuEntry>
          ) : null}
        </Popup>
      ) : null}
      <ConflictDialog
        conflicts={state.conflicts}
        columns={columns}
        rowOf={(rowId) => store.rowAt(store.indexOf(rowId))}
        onSettle={(conflict, isMine) => {
          store.settle(conflict, isMine);
          if (state.conflicts.length === 1) focusGrid()?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
