import { useCallback, useEffect, useRef } from "react";

/*
 * A slow answer finds its reader elsewhere: they have cancelled, gone back, or opened the next thing. Then it must neither
 * lead them anywhere nor close what they opened since.
 */

const here = () => window.location.pathname + window.location.search;

/** Returns a function that says whether the reader is still at the address at which they are now. */
export function stayingHere(): () => boolean {
  const begun = here();
  return () => here() === begun;
}

/** Returns a function that says whether what a dialog shows has been closed. */
export function useIsClosed(): () => boolean {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return useCallback(() => isClosed.current, []);
}

/**
 * Whether the reader still waits for what they confirmed. That the dialog is gone does not say so: it may have gone with
 * what it was about.
 */
export function useWaiting() {
  const cancelled = useRef(0);
  return {
    cancel: () => {
      cancelled.current += 1;
    },
    /** Begins to wait; what it returns says whether the reader still does. */
    begin: () => {
      const before = cancelled.current;
      const isHere = stayingHere();
      return () => cancelled.current === before && isHere();
    },
  };
}
