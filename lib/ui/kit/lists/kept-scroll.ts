/** Where lists were scrolled to, each by the entry of the browser's history that showed it. */
const places = new Map<string, readonly [left: number, top: number]>();

/** Null in browsers that don't name their entries; there lists begin at their start. */
const entry = () => window.navigation?.currentEntry?.key ?? null;

/**
 * The ref of a list that scrolls by itself: Back shows it where the reader left it, which browsers do for whole pages
 * alone.
 */
export function keptScroll(list: HTMLElement | null): (() => void) | undefined {
  const opened = entry();
  if (!list || opened === null) return undefined;
  const [left, top] = places.get(opened) ?? [0, 0];
  list.scrollTo({ left, top, behavior: "instant" });
  const note = () => {
    const shown = entry();
    if (shown !== null) places.set(shown, [list.scrollLeft, list.scrollTop]);
  };
  list.addEventListener("scroll", note, { passive: true });
  return () => list.removeEventListener("scroll", note);
}
