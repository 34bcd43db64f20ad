import { useEffect, useState } from "react";
import type { Column, GridColumn } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";

/** How readers arrange the columns for themselves; stored in their browser. */
type Arrangement = { widths: Record<string, number>; hidden: string[]; order: string[] };

const ARRANGED: Arrangement = { widths: {}, hidden: [], order: [] };

/** The columns in the reader's order; those it doesn't name follow in their own order. */
export function orderedBy(order: readonly string[], columns: readonly Column[]): readonly Column[] {
  if (order.length === 0) return columns;
  const rank = (key: string) =>
    order.includes(key) ? order.indexOf(key) : order.length + columns.findIndex((each) => each.key === key);
  return [...columns].sort((a, b) => rank(a.key) - rank(b.key));
}

/** The visible columns, each with the reader's width. */
export function laidOut(
  columns: readonly Column[],
  { widths, hidden }: Pick<Arrangement, "widths" | "hidden">,
): GridColumn[] {
  return columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => ({ column, widthPx: widths[column.key] ?? lookOf(column.type).widthPx }));
}

/** The reader's own arrangement, and functions to change it. */
export function useArrangement(storageKey: string) {
  const [arrangement, setArrangement] = useState(ARRANGED);
  useEffect(() => {
    try {
      const kept = JSON.parse(
        window.localStorage.getItem(storageKey) ?? "null",
      ) as Partial<Arrangement> | null;
      if (kept) setArrangement({ ...ARRANGED, ...kept });
    } catch {
      // Storage is not available or has other content: the columns keep their own order.
    }
  }, [storageKey]);
  const arrange = (change: Partial<Arrangement>) => {
    const next = { ...arrangement, ...change };
    setArrangement(next);
    try {
      window.localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // It lasts for this visit.
    }
  };
  return { ...arrangement, arrange };
}
