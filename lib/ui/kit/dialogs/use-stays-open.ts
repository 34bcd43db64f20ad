import { useState } from "react";

/**
 * Whether a dialog that takes a permission is open. Whoever loses it meanwhile keeps the dialog, with what they typed:
 * the server says why it can't be saved.
 */
export function useStaysOpen(isAsked: boolean, isPermitted: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = isAsked && (isPermitted || wasOpen);
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  return isOpen;
}
