import {
  type Attributes,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  useState,
  useSyncExternalStore,
} from "react";

/** Whether an error is that a part of the page could not be fetched: offline, or the service was updated since. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}

const FIRST_WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** Until there is a connection again. Browsers don't notice that a service is back which was away by itself. */
function untilWorthAsking(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const ask = () => {
      clearTimeout(timer);
      window.removeEventListener("online", ask);
      resolve();
    };
    const timer = setTimeout(ask, Math.min(FIRST_WAIT_MS * 2 ** tries, WAIT_MS_MAX));
    window.addEventListener("online", ask);
  });
}

export type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** Whether a part was asked for and can't be loaded at present. */
type Absence = { subscribe: (listener: () => void) => () => void; isNow: () => boolean };

type LoadedPart<P> = {
  Part: ComponentType<P>;
  absence: Absence;
  /** Loads it before it is shown. */
  ahead: () => void;
  /** The part itself once `ahead` has loaded it. */
  now: () => ComponentType<P>;
};

/**
 * Draws a part that was loaded ahead at once: React holds back for 300 ms what it has to wait for, be it there already,
 * and what somebody types meanwhile is lost.
 */
export function AtOnce<P extends object>({ now, props }: { now: () => ComponentType<P>; props: P }) {
  // The same one for as long as it is shown.
  const [Shown] = useState(now);
  return createElement(Shown, props as P & Attributes);
}

/**
 * A part of a page that is loaded only when it is needed. If it can't be, the page around it stays, with what was typed,
 * and the part is asked for until it is there.
 */
export function partOf<P extends object>(load: Load<P>): LoadedPart<P> {
  const listeners = new Set<() => void>();
  let isAbsent = false;
  let loaded: ComponentType<P> | null = null;
  const untilLoaded = async (tries = 0): ReturnType<Load<P>> => {
    try {
      return await load();
    } catch (error) {
      if (!isUnloaded(error)) throw error;
    }
    isAbsent = true;
    for (const tell of listeners) tell();
    await untilWorthAsking(tries);
    return untilLoaded(tries + 1);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const Part = lazy(() => untilLoaded());
  const ahead = () => {
    const keep = (part: { default: ComponentType<P> }) => {
      loaded = part.default;
    };
    // Whoever draws it asks again.
    load().then(keep, () => undefined);
  };
  return { Part, absence: { subscribe, isNow: () => isAbsent }, ahead, now: () => loaded ?? Part };
}

type MeanwhileProps = { absence: Absence; waiting: ReactNode; missing: ReactNode };

/** What stands in the place of a part until it is loaded: something else once it can't be. */
export function Meanwhile({ absence, waiting, missing }: MeanwhileProps) {
  return useSyncExternalStore(absence.subscribe, absence.isNow, () => false) ? missing : waiting;
}
