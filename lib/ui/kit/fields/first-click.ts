import type { MouseEvent } from "react";

/**
 * Does something on the first click of a double click only, for what each click would do anew: where the answer is quick,
 * the button is ready again before the second one.
 */
export function firstClick(act: () => void) {
  return ({ detail }: MouseEvent): void => {
    // Counts clicks in the same place shortly after each other; keyboards leave it at 0.
    if (detail <= 1) act();
  };
}
