import type { MouseEvent } from "react";

/** Buttons whose click has yet to show: what is sent is known to the page only after a timer. */
const pressed = new WeakSet<Element>();

/**
 * Does something on the first of two clicks only, for what each would do anew: the second one of a double click, which may
 * find the button ready again after a quick answer, and one that comes before the button could be disabled.
 */
export function firstClick(act: () => void) {
  return ({ detail, currentTarget }: MouseEvent): void => {
    // Counts clicks in the same place shortly after each other; keyboards leave it at 0.
    if (detail > 1 || pressed.has(currentTarget)) return;
    pressed.add(currentTarget);
    act();
    // After the timer of what was sent.
    setTimeout(() => pressed.delete(currentTarget));
  };
}
