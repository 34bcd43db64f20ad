import { useCallback, useState } from "react";
import { followed, type Selection } from "@/lib/ui/tables/grid/selection";
import type { GridColumn } from "@/lib/ui/tables/grid/types";

const FIRST_CELL = { row: 0, column: 0 };

/**
 * The selection and how to change it. Its cells stay in their columns when somebody moves, adds or archives one: what is
 * typed next goes where it was meant to.
 */
export function useSelection(columns: readonly GridColumn[]): [Selection, (selection: Selection) => void] {
  const joined = columns.map(({ column }) => column.key).join(" ");
  const [chosen, setChosen] = useState<{ selection: Selection; joined: string }>({
    selection: { anchor: FIRST_CELL, active: FIRST_CELL },
    joined,
  });
  const select = useCallback((selection: Selection) => setChosen({ selection, joined }), [joined]);
  return [followed(chosen.selection, chosen.joined.split(" "), joined.split(" ")), select];
}
