import { useLocalStorage } from "@mantine/hooks";

/** Whether single-key shortcuts are on: people who use speech input need to switch them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: "single-keys", defaultValue: true, getInitialValueInEffect: false });
}

/** Whether a key was pressed where it means something else: in a field, a grid, a list of choices or a dialog. */
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

/** The element to focus in a row: the row itself, or the first thing in it that can take the focus. */
function entryOf(row: HTMLElement): HTMLElement | null {
  return row.tabIndex >= 0 ? row : row.querySelector<HTMLElement>("a[href], button:not(:disabled)");
}

/** The rows of the page's lists and tables, and the cards of a board. */
function rows(): HTMLElement[] {
  const found = document.querySelectorAll<HTMLElement>(
    "main ul[aria-label] > li, main tbody > tr, main [data-task-id], main li [data-record]",
  );
  return [...found].filter((row) => isShown(row) && entryOf(row) !== null);
}

/** Moves the focus to the next or previous row of the page, or to the first. */
export function moveByRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const row = at === -1 ? all[0] : all[at + step];
  if (!row) return;
  entryOf(row)?.focus();
  row.scrollIntoView({ block: "nearest" });
}

/** Focuses the page's first search field. @returns whether there is one */
export function enterSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(isShown);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Clicks the button that creates what the page lists. @returns whether there is one */
export function pressCreate(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>("main [data-creates]")].find(isShown);
  button?.click();
  return button !== undefined;
}

/** Selects the row or card that has the focus, or takes it out of the selection. */
export function pressSelect(): void {
  const row = rows().find((each) => each.contains(document.activeElement));
  row?.closest("li, tr")?.querySelector<HTMLElement>("input[data-selects]")?.click();
}
