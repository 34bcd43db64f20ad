import { useEffect } from "react";
import { feed } from "@/lib/ui/live/feed";

/** Calls `onChange` when others may have changed a table. */
export function useLiveTable(tableId: string, onChange: () => void): void {
  useEffect(
    () =>
      feed.hear((change) => {
        if (change?.kind === "people") return;
        if (change === null || (change.area === "tables" && change.id === tableId)) onChange();
      }),
    [tableId, onChange],
  );
}
