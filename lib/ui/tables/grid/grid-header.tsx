// biome-ignore-all lint/a11y/useSemanticElements: rows out of the flow lose what a table's own elements say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
"use client";

import { useRef } from "react";
import { COLUMN_MIN_PX } from "@/lib/ui/tables/grid/limits";
import type { Column } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./grid.module.css";

type HeaderProps = {
  id: string;
  at: number;
  column: Column;
  widthPx: number;
  isActive: boolean;
  sort: { isDescending: boolean } | null;
  onOpen: (anchor: HTMLElement) => void;
  onResize: (key: string, widthPx: number) => void;
};

/** A column's header: opens its menu, and resizes the column by its edge. */
export function GridHeader({ id, at, column, widthPx, isActive, sort, onOpen, onResize }: HeaderProps) {
  const from = useRef<{ x: number; widthPx: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <div
      id={id}
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={sort === null ? "none" : sort.isDescending ? "descending" : "ascending"}
      aria-haspopup="menu"
      className={classes.header}
      data-active={isActive || undefined}
      data-number={lookOf(column.type).view === "number" || undefined}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <bdi className={classes.name}>{column.name}</bdi>
      <span className={classes.arrow} aria-hidden="true">
        {sort === null ? "⌄" : sort.isDescending ? "↓" : "↑"}
      </span>
      <span
        className={classes.resizer}
        aria-hidden="true"
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, widthPx };
        }}
        onPointerMove={(event) => {
          if (from.current === null) return;
          onResize(
            column.key,
            Math.max(COLUMN_MIN_PX, from.current.widthPx + event.clientX - from.current.x),
          );
        }}
        onPointerUp={() => {
          from.current = null;
        }}
      />
    </div>
  );
}
