"use client";

import { createContext, type RefObject, useContext, useEffect } from "react";

/** Saves what an editor of the open form shows; whether it is saved. Null while there is nothing to save. */
type SaveEdits = (() => Promise<boolean>) | null;

/** What stands around the form's editors, such as the switch that publishes it, saves by this. */
export const UnsavedEdits = createContext<RefObject<SaveEdits> | null>(null);

/** Says how what is edited is saved. */
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
