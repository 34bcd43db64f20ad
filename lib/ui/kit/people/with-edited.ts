import { useState } from "react";
import type { List } from "@/lib/ui/kit/lists/list-states";

type Entry = { id: string };

/** A list with the entry that is being edited in its place, even if somebody has deleted that meanwhile. */
function withEdited<T extends Entry>(items: readonly T[], edited: { entry: T; at: number } | null): T[] {
  if (edited === null || items.some(({ id }) => id === edited.entry.id)) return [...items];
  return items.toSpliced(edited.at, 0, edited.entry);
}

/**
 * A list whose entries are edited in place: the one that somebody is editing stays, with what they typed, when others
 * delete it. Saving it says that it is gone.
 */
export function useWithEdited<T extends Entry>(list: List<T>) {
  const [edited, setEdited] = useState<{ entry: T; at: number } | null>(null);
  const kept: List<T> = { ...list, items: list.items && withEdited(list.items, edited) };
  return {
    list: kept,
    /** Says whether an entry is being edited now. */
    setEditing: (entry: T, isEditing: boolean) =>
      setEdited((now) => {
        if (!isEditing) return now?.entry.id === entry.id ? null : now;
        return { entry, at: list.items?.findIndex(({ id }) => id === entry.id) ?? 0 };
      }),
  };
}
