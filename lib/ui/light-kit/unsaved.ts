import { useEffect, useSyncExternalStore } from "react";

const holders = new Set<symbol>();
const hearers = new Set<() => void>();

function tell(): void {
  for (const hearer of hearers) hearer();
}

function hear(hearer: () => void): () => void {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
}

/** Says that something that was typed here is not saved yet: as long as it is not, nothing may take its place. */
export function useHoldsUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = Symbol();
    holders.add(holder);
    tell();
    return () => {
      holders.delete(holder);
      tell();
    };
  }, [isUnsaved]);
}

/** Whether something on the page is typed and not saved yet. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    hear,
    () => holders.size > 0,
    () => false,
  );
}
