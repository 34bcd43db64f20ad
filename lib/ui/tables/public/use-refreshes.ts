import { useEffect, useEffectEvent, useState } from "react";

/** How often a visible page asks whether rows have changed. */
const ASK_MS = 20_000;

/**
 * Counts how often others have changed rows, as far as polling can tell.
 * @param stamp returns a text that changes whenever rows do
 */
export function useRefreshes(stamp: () => Promise<string>): number {
  const [{ refreshes }, setSeen] = useState<{ stamp: string | null; refreshes: number }>({
    stamp: null,
    refreshes: 0,
  });
  const ask = useEffectEvent(async () => {
    if (document.hidden) return;
    const now = await stamp().catch(() => null);
    // A visitor who is refused or offline will notice with their next action.
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
