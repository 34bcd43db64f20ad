/*
 * What the browser's history stores for a page besides its address. Next keeps other data of an entry when it writes to
 * one, but only if what is passed in has none of Next's own marks: so each write here includes all of ours.
 */

/** What made an entry of the history. */
type Origin = { opened?: string | undefined; typed?: string | undefined };

function originOf(): Origin {
  return (window.history.state as { origin?: Origin } | null)?.origin ?? {};
}

/** Whether the current entry was made by opening something, so that the entry before it is without it. */
export function wasOpened(name: string): boolean {
  return originOf().opened === name;
}

/** Whether the entry that is shown was made by typing into something. */
export function wasTyped(name: string): boolean {
  return originOf().typed === name;
}

/** Makes an entry: the way back leads to the one that is shown now. */
export function pushAddress(url: string, origin: Origin = {}): void {
  window.history.pushState({ origin }, "", url);
}

/** Changes the address of the entry that is shown. */
export function replaceAddress(url: string, origin: Origin = originOf()): void {
  window.history.replaceState({ origin }, "", url);
}

let leaving: Promise<void> | null = null;

/** Whether the page itself goes back now, to close what it had opened: nobody else has asked for it. */
export function isGoingBack(): boolean {
  return leaving !== null;
}

/** Goes back by one entry; resolves when the address has changed. Calling it again meanwhile still goes back by one. */
export function goBack(): Promise<void> {
  leaving ??= new Promise<void>((resolve) => {
    window.addEventListener("popstate", () => resolve(), { once: true });
    window.history.back();
  }).finally(() => {
    leaving = null;
  });
  return leaving;
}
