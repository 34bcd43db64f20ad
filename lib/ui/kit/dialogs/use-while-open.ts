import { useEffect, useRef } from "react";

/**
 * What a dialog shows while it is open, and also while it fades: what it is about may be gone from the page by then, and
 * the dialog would be empty or say something else for a moment.
 */
export function useWhileOpen<T>(isOpen: boolean, shown: T): T {
  const last = useRef(shown);
  useEffect(() => {
    if (isOpen) last.current = shown;
  });
  return isOpen ? shown : last.current;
}
