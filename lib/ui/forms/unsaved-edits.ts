import { createContext, type RefObject, useContext, useEffect } from "react";

/** Saves the edits of the open form and returns whether that worked. Null while there is nothing to save. */
type SaveEdits = (() => Promise<boolean>) | null;

/** Lets components around the editors, such as the publish switch, save unsaved edits. */
export const UnsavedEdits = createContext<RefObject<SaveEdits> | null>(null);

/** Registers how the current edits are saved. */
export function useUnsavedEdits(isDirty: boolean, save: () => Promise<boolean>): void {
  const edits = useContext(UnsavedEdits);
  useEffect(() => {
    if (edits === null) return;
    edits.current = isDirty ? save : null;
    return () => {
      edits.current = null;
    };
  });
}
