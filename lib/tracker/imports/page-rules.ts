import { type Intervals, merged } from "@/lib/tracker/imports/interval-rules";

/*
 * Watchers of pages report the tab of a browser that is open behind another one, too. Their pages count beside windows
 * of their own browser.
 */

/** Where a page or a browser's window was seen: the computer, if known, and the watcher of pages or the program. */
export type Origin = { readonly host: string | null; readonly name: string };

/** What a watcher watches, by its bucket's name: `firefox` for `aw-watcher-web-firefox_laptop`. */
export function watcherOf(bucket: string): string {
  return /^aw-watcher-(?:web-)?([a-z0-9-]+)/i.exec(bucket)?.[1]?.toLowerCase() ?? "";
}

/**
 * Whether a browser's window may show the pages that a watcher sees: those of its own browser, or any if no watcher has
 * its name, since browsers call themselves by others' names.
 * @param watchers all that there are
 */
export function mayShow(program: string, watcher: string, watchers: readonly string[]): boolean {
  // On X11 a window of Firefox may be called so.
  const name = program.toLowerCase().replace(/^navigator$/, "firefox");
  const own = watchers.filter((each) => each !== "" && name.includes(each));
  return watcher === "" || own.length === 0 || own.includes(watcher);
}

/** When pages and browsers' windows were seen, by where. */
export type Seen = {
  readonly pages: readonly (readonly [Origin, Intervals])[];
  readonly browsers: readonly (readonly [Origin, Intervals])[];
};

function areOfOneHost(a: Origin, b: Origin): boolean {
  return a.host === null || b.host === null || a.host === b.host;
}

const united = (each: readonly (readonly [Origin, Intervals])[]) =>
  merged(each.flatMap(([, own]) => [...own]));

/** When the windows that may show a watcher's pages were in front. */
export function windowsFor(page: Origin, { pages, browsers }: Seen): Intervals {
  const watchers = pages.map(([{ name }]) => name);
  return united(
    browsers.filter(([window]) => areOfOneHost(window, page) && mayShow(window.name, page.name, watchers)),
  );
}

/** When there were pages that a browser's window may have shown. */
export function pagesFor(window: Origin, { pages }: Seen): Intervals {
  const watchers = pages.map(([{ name }]) => name);
  return united(
    pages.filter(([page]) => areOfOneHost(window, page) && mayShow(window.name, page.name, watchers)),
  );
}
