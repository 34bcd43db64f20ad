/** A cell by its row and column as shown, from 0. Row −1 is the header row. */
export type Place = { row: number; column: number };

/** A rectangle of cells, from where it was begun to the active cell; `isRows` if whole rows are selected. */
export type Selection = { anchor: Place; active: Place; isRows?: boolean };

/**
 * The same cells after columns were moved, added or removed, by the columns' keys before and after. The place of a
 * removed column is left to what stands there now.
 */
export function followed(
  { anchor, active, ...rest }: Selection,
  before: readonly string[],
  after: readonly string[],
): Selection {
  const placed = ({ row, column }: Place): Place => {
    const now = after.indexOf(before[column] ?? "");
    return { row, column: now === -1 ? column : now };
  };
  return { ...rest, anchor: placed(anchor), active: placed(active) };
}

export type Bounds = { top: number; bottom: number; left: number; right: number };

/** A selection's first and last rows and columns, inclusive. */
export function boundsOf({ anchor, active }: Pick<Selection, "anchor" | "active">): Bounds {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  };
}

type Size = { rows: number; columns: number };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

/** A place limited to the grid; the headers are row −1 if they can be reached. */
export function within({ row, column }: Place, { rows, columns }: Size, hasHeader: boolean): Place {
  return { row: clamp(row, hasHeader ? -1 : 0, rows - 1), column: clamp(column, 0, columns - 1) };
}

export type Move = { key: string; isCtrl: boolean; pageRows: number };

/** Where a key moves from a place; null for keys that don't move. */
export function moved({ row, column }: Place, { key, isCtrl, pageRows }: Move, size: Size): Place | null {
  switch (key) {
    case "ArrowUp":
      return { row: isCtrl ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isCtrl ? size.rows - 1 : row + 1, column };
    case "ArrowLeft":
      return { row, column: isCtrl ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: isCtrl ? size.columns - 1 : column + 1 };
    case "Home":
      return { row: isCtrl ? 0 : row, column: 0 };
    case "End":
      return { row: isCtrl ? size.rows - 1 : row, column: size.columns - 1 };
    case "PageUp":
      return { row: row - pageRows, column };
    case "PageDown":
      return { row: row + pageRows, column };
    default:
      return null;
  }
}
