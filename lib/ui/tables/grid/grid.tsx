// biome-ignore-all lint/a11y/useSemanticElements: rows out of the flow lose what a table's own elements say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { CellEditor, type Onward } from "@/lib/ui/tables/grid/cell-editor";
import { clipboardOf } from "@/lib/ui/tables/grid/clipboard";
import { GridHeader } from "@/lib/ui/tables/grid/grid-header";
import { GridRow } from "@/lib/ui/tables/grid/grid-row";
import { COLUMN_MIN_PX } from "@/lib/ui/tables/grid/limits";
import { gutterOf, placeOf, usePointer } from "@/lib/ui/tables/grid/pointer";
import { Unprinted, useDrawnRows } from "@/lib/ui/tables/grid/printing";
import { type Bounds, boundsOf, moved, type Place, within } from "@/lib/ui/tables/grid/selection";
import type { Column, GridColumn, Row, Value } from "@/lib/ui/tables/grid/types";
import { useSelection } from "@/lib/ui/tables/grid/use-selection";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./grid.module.css";

const ROW_PX = 34;
const HEAD_PX = 36;
const OVERSCAN_ROWS = 8;
const COLUMN_STEP_PX = 24;

export type GridHandle = {
  select: (place: Place) => void;
};

type Props = {
  label: string;
  columns: readonly GridColumn[];
  rowCount: number;
  rowAt: (index: number) => Row | undefined;
  /** Changes whenever `rowAt` returns something else. */
  version: number;
  /** Reports the visible rows, so that they are loaded. */
  onSight: (first: number, last: number) => void;
  faults: ReadonlyMap<string, Readonly<Record<string, string>>>;
  sort: { key: string; isDescending: boolean } | null;
  isEditable: boolean;
  onChange: (changes: { row: number; key: string; value: Value }[]) => void;
  /** Pastes a block of typed cells at a place. */
  onPaste: (at: Place, block: string[][]) => void;
  onRefused: (sentence: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  onAddRow: (() => void) | null;
  onResize: (key: string, widthPx: number) => void;
  /** Called on Enter or a click on a column's header, with the element to anchor a menu to. */
  onHeader: (column: Column, anchor: HTMLElement) => void;
  /** Called on the menu key or a right click, with the cell to anchor a menu to. */
  onMenu: (anchor: HTMLElement) => void;
  /** The current selection; whether it consists of whole rows. */
  onSelect: (bounds: Bounds, isWholeRows: boolean) => void;
  /** Whether a cell is being edited. */
  onEditing: (isEditing: boolean) => void;
  handle: (handle: GridHandle) => void;
  className?: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
};

/**
 * A grid of cells (ARIA pattern "grid"), used entirely by keyboard, mouse or clipboard. It holds no data: rows are
 * requested by position, and only visible ones are drawn. The grid itself keeps the focus and names its active cell, so
 * that the focus isn't lost when a row scrolls out of view.
 */
export function Grid(props: Props) {
  const { rowCount, rowAt, isEditable, faults, onSight, onSelect, onEditing, handle } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  /** `typed` is the character that began the edit. */
  const [editing, setEditing] = useState<{
    typed: string | null;
    columns: readonly GridColumn[];
  } | null>(null);
  // What others make of the columns shows after the edit: the field would go to another column, without what was typed.
  const columns = editing?.columns ?? props.columns;
  const [selection, setSelection] = useSelection(columns);
  const size = { rows: rowCount, columns: columns.length };
  // Rows and columns may have been removed since.
  const anchor = within(selection.anchor, size, true);
  const active = within(selection.active, size, true);
  const bounds = boundsOf({ anchor, active });
  const isWholeRows =
    bounds.top >= 0 &&
    (selection.isRows === true ||
      (columns.length > 1 && bounds.left === 0 && bounds.right === columns.length - 1));

  const { isPrinting, rangeExtractor } = useDrawnRows(rowAt);
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: 0,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: ROW_PX,
    rangeExtractor,
  });
  const inSight = rows.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when other rows stand at these places
  useEffect(() => {
    if (!isPrinting) onSight(first, last);
  }, [isPrinting, first, last, rowCount, props.version, onSight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its numbers, not the object
  useEffect(() => {
    onSelect(bounds, isWholeRows);
  }, [bounds.top, bounds.bottom, bounds.left, bounds.right, isWholeRows, onSelect]);

  const isEditing = editing !== null;
  useEffect(() => {
    onEditing(isEditing);
  }, [isEditing, onEditing]);

  const reveal = ({ row, column }: Place) => {
    if (row >= 0) rows.scrollToIndex(row);
    const box = scroller.current;
    if (!box) return;
    const start = columns.slice(0, column).reduce((sum, { widthPx }) => sum + widthPx, 0);
    const end = start + (columns[column]?.widthPx ?? 0);
    const gutterPx = box.querySelector<HTMLElement>("[data-corner]")?.offsetWidth ?? 0;
    const roomPx = box.clientWidth - gutterPx;
    if (start < box.scrollLeft) box.scrollLeft = start;
    else if (end > box.scrollLeft + roomPx) box.scrollLeft = Math.min(start, end - roomPx);
  };
  const select = (to: Place, keepsAnchor = false) => {
    const place = within(to, size, !keepsAnchor);
    setSelection({ anchor: keepsAnchor ? anchor : place, active: place });
    reveal(place);
  };
  const focusGrid = () => scroller.current?.focus({ preventScroll: true });
  const selectRows = (row: number, keepsAnchor: boolean) => {
    setSelection({
      anchor: { row: keepsAnchor ? anchor.row : row, column: columns.length - 1 },
      active: { row, column: 0 },
      isRows: true,
    });
  };
  useEffect(() => {
    handle({
      select: (place) => {
        setSelection({ anchor: place, active: place });
        // The row may be created by this very change.
        requestAnimationFrame(() => rows.scrollToIndex(place.row));
        scroller.current?.focus({ preventScroll: true });
      },
    });
  }, [handle, rows, setSelection]);

  const activeColumn = columns[active.column]?.column;
  const edit = (typed: string | null) => {
    const row = active.row < 0 ? undefined : rowAt(active.row);
    if (!isEditable || !activeColumn || row === undefined) return;
    if (lookOf(activeColumn.type).input === "check") {
      const value = row.values[activeColumn.key] !== true;
      props.onChange([{ row: active.row, key: activeColumn.key, value }]);
      return;
    }
    setSelection({ anchor: active, active });
    reveal(active);
    setEditing({ typed, columns });
  };
  const keep = (value: Value, onward: Onward) => {
    setEditing(null);
    if (activeColumn) props.onChange([{ row: active.row, key: activeColumn.key, value }]);
    if (onward !== "stay") focusGrid();
    const { row, column } = active;
    if (onward === "down" || onward === "up")
      select({ row: Math.max(0, row + (onward === "down" ? 1 : -1)), column });
    if (onward === "next")
      select(column === columns.length - 1 ? { row: row + 1, column: 0 } : { row, column: column + 1 });
    if (onward === "previous") select({ row, column: Math.max(0, column - 1) });
  };
  const cancel = () => {
    setEditing(null);
    focusGrid();
  };

  const { clear, copy, paste } = clipboardOf({
    columns,
    rowCount,
    rowAt,
    isEditable,
    bounds,
    active,
    onSelection: setSelection,
    onChange: props.onChange,
    onPaste: props.onPaste,
    onRefused: props.onRefused,
  });
  const pointer = usePointer({
    anchor,
    active,
    onSelection: setSelection,
    onRows: selectRows,
    onEdit: () => edit(null),
  });
  const isOwnEvent = (event: { target: EventTarget }) => event.target === scroller.current;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOwnEvent(event)) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const key = event.key;
    const input = activeColumn && lookOf(activeColumn.type).input;
    const done = () => event.preventDefault();
    if (event.altKey && active.row === -1 && activeColumn && (key === "ArrowLeft" || key === "ArrowRight")) {
      done();
      const now = columns[active.column]?.widthPx ?? COLUMN_MIN_PX;
      const next = now + (key === "ArrowRight" ? COLUMN_STEP_PX : -COLUMN_STEP_PX);
      props.onResize(activeColumn.key, Math.max(COLUMN_MIN_PX, next));
      return;
    }
    if (event.altKey) return;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const to = moved(active, { key, isCtrl, pageRows }, size);
    if (to !== null) {
      done();
      select(to, event.shiftKey);
    } else if (key === "Tab" && !isCtrl) {
      const column = active.column + (event.shiftKey ? -1 : 1);
      // At either end of a row the focus leaves the grid, so that nobody is trapped in it.
      if (column < 0 || column >= columns.length) return;
      done();
      select({ row: active.row, column });
    } else if (key === "Escape") {
      setSelection({ anchor: active, active });
    } else if (isCtrl && key.toLowerCase() === "a") {
      done();
      setSelection({
        anchor: { row: rowCount - 1, column: columns.length - 1 },
        active: { row: 0, column: 0 },
      });
    } else if (isCtrl && key.toLowerCase() === "z") {
      done();
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
    } else if (isCtrl && key.toLowerCase() === "y") {
      done();
      props.onRedo();
    } else if (key === " " && event.shiftKey) {
      done();
      if (active.row >= 0) selectRows(active.row, anchor.row !== active.row);
    } else if (active.row === -1) {
      const head = document.getElementById(`${gridId}-head-${active.column}`);
      if ((key === "Enter" || key === " ") && activeColumn && head) {
        done();
        props.onHeader(activeColumn, head);
      }
    } else if (key === "Enter" && isCtrl) {
      done();
      const link = document.getElementById(`${gridId}-${active.row}-${active.column}`)?.querySelector("a");
      if (link) link.click();
      else props.onAddRow?.();
    } else if (key === "Enter" || key === "F2") {
      done();
      edit(null);
    } else if (key === "Delete" || key === "Backspace") {
      if (!isEditable) return;
      done();
      clear();
    } else if (key === " " && input === "check") {
      done();
      edit(null);
    } else if (key.length === 1 && !isCtrl && isEditable && input !== "check") {
      done();
      edit(input === "day" ? null : key);
    }
  };

  const template = `var(--gutter) ${columns.map(({ widthPx }) => `${widthPx}px`).join(" ")}`;
  const widthPx = columns.reduce((sum, each) => sum + each.widthPx, 0);
  const isActiveDrawn = active.row === -1 || (active.row >= first && active.row <= last);
  const activeId =
    active.row === -1 ? `${gridId}-head-${active.column}` : `${gridId}-${active.row}-${active.column}`;
  return (
    <>
      <p id={`${gridId}-help`} className={classes.unseen}>
        Arrow keys move, Shift selects.{" "}
        {isEditable ? "Enter or typing edits, Delete empties, Ctrl+Z undoes. " : ""}
        On a column's name Enter opens its menu, Alt with arrows changes its width.
      </p>
      <div
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-describedby={`${gridId}-help`}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly={!isEditable}
        aria-activedescendant={editing === null && isActiveDrawn && columns.length > 0 ? activeId : undefined}
        tabIndex={0}
        className={`${classes.grid} ${props.className ?? ""}`}
        style={{ "--template": template, "--width": `${widthPx}px` } as CSSProperties}
        onKeyDown={onKeyDown}
        onCopy={(event) => isOwnEvent(event) && copy(event, false)}
        onCut={(event) => isOwnEvent(event) && copy(event, true)}
        onPaste={(event) => isOwnEvent(event) && void paste(event)}
        {...pointer}
        onContextMenu={(event) => {
          const place = placeOf(event.target);
          const cell = place ?? (active.row < 0 ? null : active);
          const row = gutterOf(event.target);
          if (editing !== null || (cell === null && row === null)) return;
          const isInside = (at: number) => at >= bounds.top && at <= bounds.bottom;
          if (place && !isInside(place.row)) setSelection({ anchor: place, active: place });
          if (row !== null && !isInside(row)) selectRows(row, false);
          const at = row === null ? cell : { row, column: 0 };
          const anchorCell = at && document.getElementById(`${gridId}-${at.row}-${at.column}`);
          if (!anchorCell) return;
          event.preventDefault();
          props.onMenu(anchorCell);
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event.target);
          if (place && editing === null) edit(null);
        }}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.headRow}>
            <div role="columnheader" className={classes.corner} data-corner="">
              <span className={classes.unseen}>Row</span>
            </div>
            {columns.map(({ column, widthPx: columnPx }, at) => (
              <GridHeader
                key={column.key}
                id={`${gridId}-head-${at}`}
                at={at}
                column={column}
                widthPx={columnPx}
                isActive={active.row === -1 && active.column === at}
                sort={props.sort?.key === column.key ? props.sort : null}
                onOpen={(anchorElement) => {
                  select({ row: -1, column: at });
                  props.onHeader(column, anchorElement);
                }}
                onResize={props.onResize}
              />
            ))}
          </div>
        </div>
        {rowCount === 0 ? null : (
          <div
            role="rowgroup"
            className={classes.body}
            style={{ "--height": `${rows.getTotalSize()}px` } as CSSProperties}
          >
            {inSight.map(({ index, start }) => {
              const isIn = index >= bounds.top && index <= bounds.bottom;
              const isActive = index === active.row;
              const row = rowAt(index);
              return (
                <GridRow
                  key={index}
                  gridId={gridId}
                  index={index}
                  topPx={start}
                  row={row}
                  columns={columns}
                  left={isIn ? bounds.left : null}
                  right={isIn ? bounds.right : null}
                  activeColumn={isActive ? active.column : null}
                  faults={row && faults.get(row.id)}
                  editor={
                    isActive && editing !== null && activeColumn && row ? (
                      <CellEditor
                        key={`${row.id} ${activeColumn.key}`}
                        column={activeColumn}
                        value={row.values[activeColumn.key]}
                        typed={editing.typed}
                        onKeep={keep}
                        onCancel={cancel}
                      />
                    ) : null
                  }
                />
              );
            })}
          </div>
        )}
      </div>
      {isPrinting ? <Unprinted count={rowCount - inSight.length} /> : null}
      {rowCount === 0 ? props.empty : null}
    </>
  );
}
