"use client";

import { useLocalStorage } from "@mantine/hooks";

/** Whether keys without Ctrl or ⌘ do something: people who speak to their computer want them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: "single-keys", defaultValue: true, getInitialValueInEffect: false });
}

/** Whether a key was pressed where it means something else: in a field, a grid, a list to choose from or a dialog. */
export function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="grid"], [role="listbox"], [role="combobox"]') !== null)
  );
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility();
}

/** What a row is entered by: itself, or the first thing in it that takes the focus. */
function entryOf(row: HTMLElement): HTMLElement | null {
  return row.tabIndex >= 0 ? row : row.querySelector<HTMLElement>("a[href], button:not(:disabled)");
}

/** The rows of the page: of its lists and tables, and the cards of a board. */
function rows(): HTMLElement[] {
  const found = document.querySelectorAll<HTMLElement>(
    "main ul[aria-label] > li, main tbody > tr, main [data-task-id]",
  );
  return [...found].filter((row) => isShown(row) && entryOf(row) !== null);
}

/** Moves the focus to the next row of the page or the one before, or to the first. */
export function moveByRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const row = at === -1 ? all[0] : all[at + step];
  if (!row) return;
  entryOf(row)?.focus();
  row.scrollIntoView({ block: "nearest" });
}

/** Enters the page's first search field. @returns whether it has one */
export function enterSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(isShown);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Presses the page's button that creates what the page lists. @returns whether it has one */
export function pressCreate(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>("main [data-creates]")].find(isShown);
  button?.click();
  return button !== undefined;
}
