"use client";

import { useEffect, useEffectEvent, useState } from "react";

/** How often a page that is looked at asks whether rows have changed. */
const ASK_MS = 20_000;

/**
 * Counts how often others have changed rows, as far as asking from time to time tells.
 * @param stamp gives a text that differs whenever rows do
 */
export function useRefreshes(stamp: () => Promise<string>): number {
  const [{ refreshes }, setSeen] = useState<{ stamp: string | null; refreshes: number }>({
    stamp: null,
    refreshes: 0,
  });
  const ask = useEffectEvent(async () => {
    if (document.hidden) return;
    const now = await stamp().catch(() => null);
    // Whoever is refused, or has no connection, hears of it once they do something.
    if (now === null) return;
    setSeen((seen) => (seen.stamp === now ? seen : { stamp: now, refreshes: seen.refreshes + 1 }));
  });
  useEffect(() => {
    const look = () => void ask();
    const timer = setInterval(look, ASK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return refreshes;
}
