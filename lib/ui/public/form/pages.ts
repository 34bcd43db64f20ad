import { placeWords } from "@/lib/ui/public/form/names";

/** Which page of a form is shown, counted from 0. */
export type Place = { read: () => number; write: (page: number) => void };

/**
 * The pages of a form as drawn by `FormPage`, of which one is shown. Those that have nothing to ask are left out.
 * @param isWhole whether all are shown together
 * @param place remembers what is turned to
 */
export function pagesOf(form: HTMLFormElement, isWhole: boolean, place: Place) {
  const line = form.querySelector<HTMLElement>(".form-place");
  const words = line?.querySelector("span");
  const bar = line?.querySelector("progress");
  const back = form.querySelector<HTMLButtonElement>(".form-back");
  const pages = isWhole ? [] : [...form.querySelectorAll<HTMLElement>(".form-page")];
  let current = 0;

  /** The places of the pages that have something to ask. */
  function asked(): number[] {
    return [...pages.keys()].filter((at) => pages[at]?.querySelector("[data-key]:not([data-off])"));
  }

  function beside(by: -1 | 1): number | undefined {
    return by === 1 ? asked().find((at) => at > current) : asked().findLast((at) => at < current);
  }

  function placeOf(key: string): number {
    return pages.findIndex((page) => page.querySelector(`[data-key="${CSS.escape(key)}"]`) !== null);
  }

  /** Says which page is shown, of how many, and offers what leads to the others; to be called after logic has changed. */
  function refresh(): void {
    if (pages.length === 0 || !line || !words || !bar || !back) return;
    pages.forEach((page, at) => {
      page.toggleAttribute("data-off", at !== current);
    });
    const places = asked();
    const number = places.indexOf(current) + 1;
    line.hidden = places.length < 2;
    words.textContent = placeWords(number, places.length);
    bar.max = places.length;
    bar.value = number;
    form.toggleAttribute("data-more", beside(1) !== undefined);
    back.hidden = beside(-1) === undefined;
  }

  /** Shows the page at a place, or the one before it that has something to ask. */
  function show(page: number): void {
    const places = asked();
    current = places.findLast((at) => at <= page) ?? places[0] ?? 0;
    refresh();
  }

  function turnTo(page: number | undefined): void {
    if (page === undefined || page < 0 || page === current) return;
    show(page);
    place.write(current);
  }

  return {
    refresh,
    show,
    hasNext: (): boolean => beside(1) !== undefined,
    /** Whether the field with a key is on the page that is shown. */
    isShown: (key: string): boolean => placeOf(key) === current,
    turn: (by: -1 | 1): void => turnTo(beside(by)),
    turnToField: (key: string): void => turnTo(placeOf(key)),
    /** Goes to the first page, without remembering it. */
    restart: (): void => {
      current = 0;
    },
    /** Whoever listens hears which page it is, and the next Tab leads to its first field. */
    focus: (): void => {
      line?.focus({ preventScroll: true });
      line?.scrollIntoView({ block: "nearest" });
    },
  };
}
