import { useEffect, useState } from "react";
import type { Column, GridColumn } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";

/** How a reader has arranged the columns for themselves; kept in their browser. */
type Arrangement = { widths: Record<string, number>; hidden: string[]; order: string[] };

const ARRANGED: Arrangement = { widths: {}, hidden: [], order: [] };

/** The columns in the reader's order; the others stand behind, as they come. */
export function orderedBy(order: readonly string[], columns: readonly Column[]): readonly Column[] {
  if (order.length === 0) return columns;
  const rank = (key: string) =>
    order.includes(key) ? order.indexOf(key) : order.length + columns.findIndex((each) => each.key === key);
  return [...columns].sort((a, b) => rank(a.key) - rank(b.key));
}

/** The columns that are not hidden, each as wide as the reader has it. */
export function laidOut(
  columns: readonly Column[],
  { widths, hidden }: Pick<Arrangement, "widths" | "hidden">,
): GridColumn[] {
  return columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => ({ column, widthPx: widths[column.key] ?? lookOf(column.type).widthPx }));
}

/** The reader's own arrangement, and what changes it. */
export function useArrangement(storageKey: string) {
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
