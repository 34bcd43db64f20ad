import { useEffect, useSyncExternalStore } from "react";
import { PLACES_KEY, readToken, subjectOf } from "@/lib/ui/api/session";

/** A page, and what it was called when it was last seen. */
export type Place = { path: string; name: string };

type Places = { favourites: readonly Place[]; recents: readonly Place[] };

const RECENTS_MAX = 6;
const FAVOURITES_MAX = 20;
const NONE: Places = { favourites: [], recents: [] };

/** Of this browser and this person. */
function keyOf(): string {
  return PLACES_KEY + (subjectOf(readToken() ?? "") ?? "");
}

let read: { text: string | null; places: Places } = { text: null, places: NONE };
const listeners = new Set<() => void>();
/** The thing whose page is shown. */
let open: Place | null = null;
/** How many pages wait for what they show, and for its name with it. */
let waiting = 0;

function isPlaces(value: unknown): value is Places {
  const isList = (list: unknown) =>
    Array.isArray(list) &&
    list.every((each: Place | null) => typeof each?.name === "string" && String(each.path).startsWith("/w/"));
  const { favourites, recents } = (value ?? {}) as Partial<Places>;
  return isList(favourites) && isList(recents);
}

function places(): Places {
  const text = window.localStorage.getItem(keyOf());
  if (text === read.text) return read.places;
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    // Written by something else.
  }
  read = { text, places: isPlaces(found) ? found : NONE };
  return read.places;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function keep(next: Places): void {
  try {
    window.localStorage.setItem(keyOf(), JSON.stringify(next));
  } catch {
    // A browser that keeps nothing has none.
  }
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const renamed = (list: readonly Place[], place: Place) =>
  list.map((each) => (each.path === place.path ? place : each));

/** Notes that something with a page of its own is shown. */
function useVisit(path: string, name: string): void {
  useEffect(() => {
    const place = { path, name };
    const { favourites, recents } = places();
    open = place;
    keep({
      favourites: renamed(favourites, place),
      recents: [place, ...recents.filter((each) => each.path !== path)].slice(0, RECENTS_MAX * 4),
    });
    return () => {
      if (open !== place) return;
      open = null;
      tell();
    };
  }, [path, name]);
}

/** What the reader marked and what they saw last, below a path, the latest first. */
export function usePlaces(below: string): Places {
  const { favourites, recents } = useSyncExternalStore(subscribe, places, () => NONE);
  const isBelow = ({ path }: Place) => path === below || path.startsWith(`${below}/`);
  return {
    favourites: favourites.filter(isBelow),
    recents: recents.filter(isBelow).slice(0, RECENTS_MAX),
  };
}

/** The thing whose page is shown; null on pages of none. */
export function useOpenPlace(): Place | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}

/** Whether the page that is shown still waits for the thing it is about. */
export function useIsPlaceAwaited(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => true,
  );
}

/** Marks a page, or takes the mark away. */
export function toggleFavourite(place: Place): void {
  const { favourites, recents } = places();
  const others = favourites.filter(({ path }) => path !== place.path);
  const isMarked = others.length < favourites.length;
  keep({ favourites: isMarked ? others : [...others, place].slice(-FAVOURITES_MAX), recents });
}

/** The same, within what is drawn once a thing is read. */
export function Visit({ path, name }: Place): null {
  useVisit(path, name);
  return null;
}

/** Where a page will be drawn once the thing it is about is read. */
export function AwaitedPlace(): null {
  useEffect(() => {
    waiting += 1;
    tell();
    return () => {
      waiting -= 1;
      tell();
    };
  }, []);
  return null;
}
