import type { ClipboardEvent } from "react";
import { numberText } from "@/lib/ui/kit/words/counts";
import { fromTsv, parseCell, toTsv } from "@/lib/ui/tables/grid/cells";
import { BLOCK_CELLS_MAX } from "@/lib/ui/tables/grid/limits";
import type { Bounds, Place, Selection } from "@/lib/ui/tables/grid/selection";
import type { GridColumn, Row, Value } from "@/lib/ui/tables/grid/types";

type Props = {
  columns: readonly GridColumn[];
  rowCount: number;
  rowAt: (index: number) => Row | undefined;
  isEditable: boolean;
  bounds: Bounds;
  active: Place;
  onSelection: (selection: Selection) => void;
  onChange: (changes: { row: number; key: string; value: Value }[]) => void;
  onPaste: (at: Place, block: string[][]) => void;
  onRefused: (sentence: string) => void;
};

/** Actions on the selected cells as a whole: clearing them, and the clipboard. */
export function clipboardOf(props: Props) {
  const { columns, rowCount, rowAt, isEditable, bounds, active } = props;
  const { onSelection, onChange, onPaste, onRefused } = props;
  /** The selected cells; null if there are too many. */
  const block = () => {
    const { top, bottom, left, right } = bounds;
    if (top < 0) return [];
    const count = (bottom - top + 1) * (right - left + 1);
    if (count > BLOCK_CELLS_MAX) {
      onRefused(`At most ${numberText(BLOCK_CELLS_MAX)} cells can be copied or cleared at once.`);
      return [];
    }
    const indexes = Array.from({ length: bottom - top + 1 }, (_, offset) => top + offset);
    if (indexes.some((index) => rowAt(index) === undefined)) {
      onRefused("Some of these rows are still being read. Try again in a moment.");
      return [];
    }
    return indexes.map((row) =>
      columns
        .slice(left, right + 1)
        .map(({ column }) => ({ row, column, value: rowAt(row)?.values[column.key] })),
    );
  };
  const clear = () =>
    onChange(
      block().flatMap((cells) => cells.map(({ row, column }) => ({ row, key: column.key, value: null }))),
    );
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (active.row < 0) return;
    const cells = block();
    if (cells.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", toTsv(cells));
    if (isCut && isEditable) clear();
  };
  const paste = async (event: ClipboardEvent) => {
    if (!isEditable) {
      onRefused("Nothing was pasted: you can view this table, but not change it.");
      return;
    }
    // In a table without rows, a block is pasted from the first row on.
    if (active.row < 0 && rowCount > 0) return;
    event.preventDefault();
    const texts = await fromTsv(event.clipboardData.getData("text/plain").replace(/\r?\n$/, ""));
    const [only] = texts.length === 1 && texts[0]?.length === 1 ? texts[0] : [];
    const { bottom, left, right } = bounds;
    const top = Math.max(0, bounds.top);
    // A single cell fills the whole selection, as in spreadsheets.
    const isFill = only !== undefined && (bottom > top || right > left);
    if (isFill && (bottom - top + 1) * (right - left + 1) > BLOCK_CELLS_MAX) {
      onRefused(`At most ${numberText(BLOCK_CELLS_MAX)} cells can be filled at once.`);
      return;
    }
    const filled = isFill
      ? Array.from({ length: bottom - top + 1 }, () => Array<string>(right - left + 1).fill(only))
      : texts;
    onPaste({ row: top, column: left }, filled);
    if (!isFill) {
      const wide = Math.max(...texts.map((row) => row.length));
      onSelection({
        anchor: { row: top, column: left },
        active: { row: top + texts.length - 1, column: left + wide - 1 },
      });
    }
  };
  return { clear, copy, paste };
}

/**
 * What pasting a block of typed cells at a place changes in a grid: changed cells, new rows, and texts that are not
 * valid.
 */
export function pasted(
  block: readonly (readonly string[])[],
  at: Place,
  columns: readonly GridColumn[],
  rowCount: number,
) {
  const faults: string[] = [];
  const below: Row["values"][] = [];
  const changes: { row: number; key: string; value: Value }[] = [];
  block.forEach((cells, down) => {
    const fresh: Row["values"] = {};
    cells.forEach((cell, right) => {
      const column = columns[at.column + right]?.column;
      if (!column) {
        if (cell !== "") faults.push(`row ${at.row + down + 1}: there is no column for it`);
        return;
      }
      const parsed = parseCell(column, cell);
      if ("fault" in parsed) faults.push(`row ${at.row + down + 1}, ${column.name}: ${parsed.fault}`);
      else if (at.row + down < rowCount)
        changes.push({ row: at.row + down, key: column.key, value: parsed.value });
      else fresh[column.key] = parsed.value;
    });
    if (at.row + down >= rowCount) below.push(fresh);
  });
  return { changes, below, faults };
}
