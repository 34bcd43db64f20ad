// biome-ignore-all lint/a11y/useSemanticElements: rows out of the flow lose what a table's own elements say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
"use client";

import { type CSSProperties, memo, type ReactNode } from "react";
import { CellView } from "@/lib/ui/tables/grid/cell-view";
import type { GridColumn, Row } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./grid.module.css";

type RowProps = {
  gridId: string;
  index: number;
  topPx: number;
  row: Row | undefined;
  columns: readonly GridColumn[];
  /** The first and last selected column of this row, or null. */
  left: number | null;
  right: number | null;
  activeColumn: number | null;
  faults: Readonly<Record<string, string>> | undefined;
  editor: ReactNode;
};

/** A row of cells, redrawn only if something of its own changes. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { gridId, index, topPx, row, columns, left, right, activeColumn, faults, editor } = props;
  const isWhole = left === 0 && right === columns.length - 1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ "--top": `${topPx}px` } as CSSProperties}
      data-editing={editor === null ? undefined : true}
    >
      <div
        role="rowheader"
        className={classes.gutter}
        data-gutter={index}
        data-selected={isWhole || undefined}
      >
        {index + 1}
      </div>
      {columns.map(({ column }, at) => {
        const isActive = at === activeColumn;
        const isSelected = left !== null && right !== null && at >= left && at <= right;
        const fault = faults?.[column.key];
        return (
          <div
            key={column.key}
            id={`${gridId}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={isSelected}
            aria-invalid={fault === undefined ? undefined : true}
            className={classes.cell}
            data-number={lookOf(column.type).view === "number" || undefined}
            data-active={isActive || undefined}
            data-row={index}
            data-column={at}
            title={fault}
          >
            {row === undefined ? (
              <span className={classes.bone} />
            ) : isActive && editor !== null ? (
              editor
            ) : (
              <span className={classes.content}>
                <CellView column={column} value={row.values[column.key]} />
              </span>
            )}
            {fault === undefined ? null : <span className={classes.unseen}>{fault}</span>}
          </div>
        );
      })}
    </div>
  );
});
