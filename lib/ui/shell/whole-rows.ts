"use client";

import { useEffect } from "react";

/** What takes clicks of its own within a row, and what belongs to a row without being it. */
const APART =
  "a, button, input, label, select, textarea, [role=button], [role=switch], [contenteditable], [data-beside-row]";

function openRow(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest("li, tr");
  const opener = row?.querySelector("[data-opens]");
  if (!target || !row || !opener || event.defaultPrevented || event.button !== 0) return;
  const apart = target.closest(APART);
  if (apart && row.contains(apart)) return;
  // Who marks words to copy them does not want to leave.
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  opener.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, view: window }),
  );
}

/** Lets a click anywhere in a row do what its `data-opens` does, which stays what keyboards and screen readers use. */
export function useWholeRows(): void {
  useEffect(() => {
    document.addEventListener("click", openRow);
    return () => document.removeEventListener("click", openRow);
  }, []);
}
