"use client";

import { useEffect } from "react";

/** Lets the browser show a page of ours (`public/sw.js`) where one can't be reached, from the next page on. */
export function useNoConnectionPage(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    // Without it, as in private windows of some browsers, the browser's own page is shown.
    navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  }, []);
}
