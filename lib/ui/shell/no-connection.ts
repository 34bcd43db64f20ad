import { useEffect } from "react";

/** From the next page on, lets the browser show our own page (`public/sw.js`) when it is offline. */
export function useNoConnectionPage(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    // If this fails, as in private windows of some browsers, the browser shows its own page.
    navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  }, []);
}
