import type { ReactNode } from "react";
import { MenuEntry } from "@/lib/ui/light-kit/popup";
import { COLUMN_MIN_PX } from "@/lib/ui/tables/grid/limits";
import type { Column, GridColumn } from "@/lib/ui/tables/grid/types";

const COLUMN_STEP_PX = 40;

type Props = {
  column: Column;
  /** All visible columns, in order. */
  columns: readonly GridColumn[];
  isSorted: boolean;
  /** The sort order; null for none. */
  onSort: (sort: string | null) => void;
  onMove: (by: 1 | -1) => void;
  onResize: (widthPx: number) => void;
  onHide: () => void;
  /** Called after an entry was picked that closes the menu. */
  onPicked: () => void;
  /** Further entries. */
  further: ReactNode;
};

/** Actions on a column. */
export function ColumnMenu(props: Props) {
  const { column, columns, isSorted, onSort, onMove, onResize, onHide, onPicked, further } = props;
  const at = columns.findIndex((each) => each.column.key === column.key);
  const pick = (work: () => void) => () => {
    work();
    onPicked();
  };
  const widthPx = columns[at]?.widthPx ?? COLUMN_MIN_PX;
  return (
    <>
      <MenuEntry onPick={pick(() => onSort(column.key))}>Sort ascending</MenuEntry>
      <MenuEntry onPick={pick(() => onSort(`-${column.key}`))}>Sort descending</MenuEntry>
      {isSorted ? <MenuEntry onPick={pick(() => onSort(null))}>Stop sorting</MenuEntry> : null}
      <hr />
      <MenuEntry isDisabled={at <= 0} onPick={pick(() => onMove(-1))}>
        Move left
      </MenuEntry>
      <MenuEntry isDisabled={at === columns.length - 1} onPick={pick(() => onMove(1))}>
        Move right
      </MenuEntry>
      <MenuEntry onPick={() => onResize(widthPx + COLUMN_STEP_PX)}>Wider</MenuEntry>
      <MenuEntry onPick={() => onResize(Math.max(COLUMN_MIN_PX, widthPx - COLUMN_STEP_PX))}>
        Narrower
      </MenuEntry>
      <MenuEntry isDisabled={columns.length === 1} onPick={pick(() => onHide())}>
        Hide
      </MenuEntry>
      {further ? <hr /> : null}
      {further}
    </>
  );
}
