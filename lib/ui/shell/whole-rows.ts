import { useEffect } from "react";

/** Elements in a row that handle clicks themselves, or that don't belong to it. */
const APART =
  "a, button, input, label, select, textarea, [role=button], [role=switch], [contenteditable], [data-beside-row]";

function openRow(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest("li, tr");
  const opener = row?.querySelector("[data-opens]");
  if (!target || !row || !opener || event.defaultPrevented || event.button !== 0) return;
  const apart = target.closest(APART);
  if (apart && row.contains(apart)) return;
  // Selecting text to copy it must not open the row.
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  opener.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, view: window }),
  );
}

/**
 * Makes a click anywhere in a row activate its `data-opens` element, which keyboards and screen readers use directly.
 */
export function useWholeRows(): void {
  useEffect(() => {
    document.addEventListener("click", openRow);
    return () => document.removeEventListener("click", openRow);
  }, []);
}
