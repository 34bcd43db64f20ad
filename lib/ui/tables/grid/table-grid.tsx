import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ApiError } from "@/lib/ui/api/client";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { conditionCount } from "@/lib/ui/light-kit/conditions/draft";
import controls from "@/lib/ui/light-kit/controls.module.css";
import { MenuEntry, Popup } from "@/lib/ui/light-kit/popup";
import { partOf } from "@/lib/ui/light-kit/unloaded";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import { laidOut, orderedBy, useArrangement } from "@/lib/ui/tables/grid/arrangement";
import { pasted } from "@/lib/ui/tables/grid/clipboard";
import { ColumnMenu } from "@/lib/ui/tables/grid/column-menu";
import { Foot, type Message } from "@/lib/ui/tables/grid/foot";
import { Grid, type GridHandle } from "@/lib/ui/tables/grid/grid";
import { sentenceOf } from "@/lib/ui/tables/grid/grid-words";
import { type Look, queryOf, type RowQuery } from "@/lib/ui/tables/grid/row-pages";
import type { RowSource } from "@/lib/ui/tables/grid/row-source";
import { RowStore } from "@/lib/ui/tables/grid/row-store";
import type { Bounds, Place } from "@/lib/ui/tables/grid/selection";
import { Toolbar } from "@/lib/ui/tables/grid/toolbar";
import type { Column, Row, Value } from "@/lib/ui/tables/grid/types";
import classes from "./grid.module.css";

const loadFilterPanel = async () => ({
  default: (await import("@/lib/ui/tables/grid/filter-panel")).FilterPanel,
});
const { Part: FilterPanel } = partOf(loadFilterPanel);
const { Part: ConflictDialog } = partOf(() => import("@/lib/ui/tables/grid/conflict-dialog"));

const SORT_DEFAULT = "created_at";

type Opened =
  | { kind: "header"; column: Column; anchor: HTMLElement }
  | { kind: "row" | "columns"; anchor: HTMLElement };

type Props = {
  label: string;
  /** The active columns, in the table's order. */
  columns: readonly Column[];
  source: RowSource;
  isEditable: boolean;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  initial?: { rows: Row[]; count: number };
  /** The storage key of the reader's own arrangement. */
  storageKey: string;
  /** Saves the shown rows as a file. */
  onExport: ((query: RowQuery) => Promise<void>) | null;
  onHistory?: (row: Row) => void;
  /** Moves a column for everybody; without this the reader moves it only for themselves. */
  onMoveColumn?: (column: Column, position: number) => void;
  /** Further entries of a column's menu. */
  columnEntries?: (column: Column, close: () => void, Entry: typeof MenuEntry) => ReactNode;
  /** Further buttons of the toolbar. */
  tools?: ReactNode;
  empty: ReactNode;
  /** Changes when rows were changed from outside. */
  reloadKey?: number;
  /** Changes when others may have changed rows. */
  refreshKey?: number;
};

/** A table for reading and editing: toolbar, grid, and a status line. */
export default function TableGrid(props: Props) {
  const { columns, source, isEditable, look, onLook, storageKey, onExport, onHistory } = props;
  const query = useMemo(() => queryOf(look), [look]);
  const [store] = useState(() => new RowStore(source, query, props.initial));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  const [isFiltering, setIsFiltering] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [selected, setSelected] = useState<{ bounds: Bounds; isWholeRows: boolean } | null>(null);
  const { widths, hidden, order, arrange } = useArrangement(storageKey);
  const grid = useRef<GridHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const shownQuery = useRef(props.initial ? JSON.stringify(query) : "");

  const [isEditing, setIsEditing] = useState(false);
  const isDirty = state.unsavedCount > 0;
  useHoldsUnsaved(isDirty || isEditing);
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
  useEffect(() => store.keepColumns(columns.map(({ key }) => key)), [columns, store]);
  const { reloadKey = 0 } = props;
  const loadedKey = useRef(reloadKey);
  useEffect(() => {
    if (loadedKey.current === reloadKey) return;
    loadedKey.current = reloadKey;
    store.reload();
  }, [reloadKey, store]);
  const { refreshKey = 0 } = props;
  const refreshedKey = useRef(refreshKey);
  useEffect(() => {
    if (refreshedKey.current === refreshKey) return;
    refreshedKey.current = refreshKey;
    store.refresh();
  }, [refreshKey, store]);
  const ordered = props.onMoveColumn ? columns : orderedBy(order, columns);
  const shown = laidOut(ordered, { widths, hidden });
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
    return store.change(
      changes.flatMap(({ row, key, value }) => {
        const rowId = store.rowAt(row)?.id;
        return rowId === undefined ? [] : [{ rowId, key, value }];
      }),
    );
  };
  const addRow = () => {
    setMessage(null);
    grid.current?.select({ row: store.addDraft(), column: 0 });
  };
  const paste = async (at: Place, block: string[][]) => {
    const { changes, below, faults } = pasted(block, at, shown, count);
    if (changes.some(({ row }) => store.rowAt(row) === undefined)) {
      setMessage({ text: "Some of these rows are still being read. Try again in a moment." });
      return;
    }
    const isChanged = change(changes);
    if (below.length > 0 && !(await attempt(store.add(below, isChanged), "Nothing was added."))) return;
    const [first] = faults;
    if (first === undefined) return;
    const left = faults.length === 1 ? "One cell was" : `${numberText(faults.length)} cells were`;
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
    const question = `Delete ${countOf(rows.length, "row")}? This can't be undone here.`;
    if (!source.restore && !window.confirm(question)) return;
    if (await attempt(store.remove(rows.map(({ id }) => id)), "Nothing was deleted.")) {
      setMessage({ text: `${countOf(rows.length, "row")} deleted.`, canUndo: source.restore !== null });
    }
    root.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  };
  const undo = () => {
    setMessage(null);
    void attempt(store.undo(), "The change could not be undone.");
  };
  const redo = () => {
    setMessage(null);
    void attempt(store.redo(), "The change could not be redone.");
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
  const onEditing = useCallback(
    (isEditingNow: boolean) => {
      setIsEditing(isEditingNow);
      store.hold(isEditingNow);
    },
    [store],
  );
  const onSelect = useCallback(
    (bounds: Bounds, isWholeRows: boolean) => setSelected({ bounds, isWholeRows }),
    [],
  );
  const picked = selected?.isWholeRows ? selected.bounds.bottom - selected.bounds.top + 1 : 0;
  return (
    <div ref={root} className={classes.table}>
      <Toolbar
        search={look.search}
        onSearch={(search) => onLook({ search })}
        conditions={conditions}
        isFiltering={isFiltering}
        onFilter={() => setIsFiltering(!isFiltering)}
        onFilterAhead={() => void loadFilterPanel().catch(() => undefined)}
        hiddenColumns={columns.length - shown.length}
        isArranging={opened?.kind === "columns"}
        onColumns={(anchor) => setOpened({ kind: "columns", anchor })}
        hasColumns={columns.length > 0}
        history={isEditable ? { canUndo: state.canUndo, canRedo: state.canRedo, undo, redo } : null}
        onExport={onExport && (() => void attempt(onExport(query), "Nothing was exported."))}
        tools={props.tools}
      />
      {isFiltering ? (
        <Suspense fallback={null}>
          <FilterPanel columns={columns} filter={look.filter} onChange={(filter) => onLook({ filter })} />
        </Suspense>
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
            onRefused={(sentence) => setMessage({ text: sentence })}
            onUndo={undo}
            onRedo={redo}
            onAddRow={isEditable ? addRow : null}
            onResize={resize}
            onHeader={(column, anchor) => setOpened({ kind: "header", column, anchor })}
            onMenu={(anchor) => setOpened({ kind: "row", anchor })}
            onSelect={onSelect}
            onEditing={onEditing}
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
        <Foot
          state={state}
          columns={columns}
          picked={picked}
          onAdd={isEditable && columns.length > 0 ? addRow : null}
          onHistory={
            onHistory &&
            (() => {
              const [row] = selectedRows();
              if (row) onHistory(row);
            })
          }
          onRemove={isEditable ? () => void removeRows() : null}
          message={message}
          onUndo={undo}
          onSave={() => void store.save()}
          onDiscard={() => store.forsake()}
        />
      </div>
      {opened?.kind === "header" ? (
        <Popup
          anchor={opened.anchor}
          returnTo={focusGrid()}
          label={`Column ${opened.column.name}`}
          kind="menu"
          onClose={close}
        >
          <ColumnMenu
            column={opened.column}
            columns={shown}
            isSorted={sort?.key === opened.column.key}
            onSort={(by) => onLook({ sort: by ?? SORT_DEFAULT })}
            onMove={(by) => move(opened.column, by)}
            onResize={(widthPx) => resize(opened.column.key, widthPx)}
            onHide={() => arrange({ hidden: [...hidden, opened.column.key] })}
            onPicked={() => {
              close();
              focusGrid()?.focus({ preventScroll: true });
            }}
            further={props.columnEntries?.(opened.column, close, MenuEntry)}
          />
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
              Delete {countOf(selectedRows().length, "row")}
            </MenuEntry>
          ) : null}
        </Popup>
      ) : null}
      {state.conflicts.length === 0 ? null : (
        <Suspense>
          <ConflictDialog
            conflicts={state.conflicts}
            columns={columns}
            rowOf={(rowId) => store.rowAt(store.indexOf(rowId))}
            onSettle={(conflict, isMine) => {
              store.settle(conflict, isMine);
              if (state.conflicts.length === 1) focusGrid()?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
