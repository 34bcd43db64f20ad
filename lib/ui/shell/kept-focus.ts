import { useEffect } from "react";

const CONTROLS = "a[href], button, [tabindex='0']";
/** Where entries come and go; a dialog that closes gives the focus back by itself. */
const PLACES = "main, [role='dialog']";
/** Whoever removes an entry may put the focus somewhere, and a closing dialog gives it back. */
const SETTLED_MS = 150;

function controlsLike(element: HTMLElement, within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    ({ tagName }) => tagName === element.tagName,
  );
}

/** The control that does the same in the entry after a removed one, or in the one before. */
function successorOf(
  element: HTMLElement,
  removed: Element,
  record: MutationRecord,
): HTMLElement | undefined {
  const place = controlsLike(element, removed).indexOf(element);
  for (const sibling of [record.nextSibling, record.previousSibling]) {
    if (!(sibling instanceof Element)) continue;
    const controls = controlsLike(element, sibling);
    const usable = [...controls.slice(place), ...controls.slice(0, place)].find(
      (each) => !each.matches(":disabled"),
    );
    if (usable) return usable;
  }
  return undefined;
}

/**
 * Keeps the focus of those who use the keyboard in its place where browsers drop it, so that whoever has the page read
 * aloud does not start again at its top: when the entry of a list that holds it is removed, and when a button is disabled
 * for as long as it saves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let isByKey = false;
    let focused: { element: HTMLElement; path: string } | null = null;
    const noteInput = ({ type }: Event) => {
      isByKey = type === "keydown";
    };
    const noteFocus = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? { element: target, path: window.location.pathname } : null;
    };
    const observer = new MutationObserver((records) => {
      if (focused === null) return;
      const { element, path } = focused;
      if (element.isConnected) {
        const isUsableAgain =
          records.some(({ target }) => target === element) && !element.matches(":disabled");
        if (isByKey && isUsableAgain && document.activeElement === document.body) element.focus();
        return;
      }
      focused = null;
      if (!isByKey || path !== window.location.pathname) return;
      for (const record of records) {
        const removed = [...record.removedNodes].find((node) => node.contains(element));
        if (!removed) continue;
        const { target: list } = record;
        if (!(removed instanceof Element) || removed === element) return;
        if (!(list instanceof Element) || list.closest(PLACES) === null) return;
        setTimeout(() => {
          if (document.activeElement === document.body) successorOf(element, removed, record)?.focus();
        }, SETTLED_MS);
        return;
      }
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("keydown", noteInput, true);
    document.addEventListener("pointerdown", noteInput, true);
    document.addEventListener("focusin", noteFocus);
    return () => {
      observer.disconnect();
      document.removeEventListener("keydown", noteInput, true);
      document.removeEventListener("pointerdown", noteInput, true);
      document.removeEventListener("focusin", noteFocus);
    };
  }, []);
}
