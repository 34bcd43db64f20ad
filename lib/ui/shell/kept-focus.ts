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

/** What is left of the place that something was removed from: its section, the open dialog, or the page's content. */
function placeOf(removal: MutationRecord | undefined, dialog: HTMLElement | null): HTMLElement | null {
  const within = dialog ?? document.querySelector<HTMLElement>("main");
  const near =
    removal?.target instanceof Element ? removal.target.closest<HTMLElement>("section, form") : null;
  return near?.isConnected && within?.contains(near) ? near : within;
}

function openDialog(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>("[role='dialog'][aria-modal='true']")].at(-1) ?? null;
}

/** Puts the focus on what is no control: the next Tab goes on in it, and it is read aloud from its beginning. */
function enter(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    // Else a click anywhere in it would give it the focus.
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the focus of those who use the keyboard in its place where browsers drop it, so that whoever has the page read
 * aloud does not start again at its top: when what holds it is removed, be it an entry of a list, a part of a dialog or
 * the whole page that a link led away from, and when a button is disabled for as long as it saves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let isByKey = false;
    let path = "";
    let focused: HTMLElement | null = null;
    /** What had the focus in the page before a dialog took it, or what came after that in its list. */
    let opener: HTMLElement | null = null;
    const noteInput = ({ type }: Event) => {
      isByKey = type === "keydown";
    };
    const noteFocus = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null;
      path = window.location.pathname;
      if (focused?.closest("main") && focused.tabIndex >= 0) opener = focused;
    };
    const successorAfter = (element: HTMLElement, records: MutationRecord[]) => {
      for (const record of records) {
        const removed = [...record.removedNodes].find((node) => node.contains(element));
        if (!(removed instanceof Element) || removed === element) continue;
        const { target: list } = record;
        if (list instanceof Element && list.closest(PLACES)) return successorOf(element, removed, record);
      }
      return undefined;
    };
    const observer = new MutationObserver((records) => {
      const isSamePath = path === window.location.pathname;
      if (opener?.isConnected === false) opener = (isSamePath && successorAfter(opener, records)) || null;
      if (focused === null) return;
      const element = focused;
      if (element.isConnected) {
        const isUsableAgain =
          records.some(({ target }) => target === element) && !element.matches(":disabled");
        if (isByKey && isUsableAgain && document.activeElement === document.body) element.focus();
        return;
      }
      focused = null;
      const successor = isSamePath ? successorAfter(element, records) : undefined;
      const removal = records.find(({ removedNodes }) =>
        [...removedNodes].some((node) => node.contains(element)),
      );
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const dialog = openDialog();
        // Keys must not reach what a dialog lies over, whatever opened it.
        if (!(isByKey || dialog)) return;
        const place = placeOf(removal, dialog);
        const next = [successor, opener].find((each) => each?.isConnected && place?.contains(each));
        if (isByKey && path === window.location.pathname) next?.focus();
        if (document.activeElement === document.body) enter(place);
      }, SETTLED_MS);
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
