/*
 * What the browser's history holds of a page besides its address. Next keeps what else an entry says when it writes to
 * one, but only where what is handed in has none of its own marks: so each write here says all of ours anew.
 */

/** What made an entry of the history. */
type Origin = { opened?: string | undefined; typed?: string | undefined };

function originOf(): Origin {
  return (window.history.state as { origin?: Origin } | null)?.origin ?? {};
}

/** Whether the entry that is shown was made by opening something, so that the one before it is without. */
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

/** Goes back by one entry; done when the address is that one's. Asked again meanwhile, it still goes back by one. */
export function goBack(): Promise<void> {
  leaving ??= new Promise<void>((resolve) => {
    window.addEventListener("popstate", () => resolve(), { once: true });
    window.history.back();
  }).finally(() => {
    leaving = null;
  });
  return leaving;
}
