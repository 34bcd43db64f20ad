import type { FocusEvent } from "react";

/**
 * For what the keyboard enters on a board: it is scrolled to sideways too. Browsers leave what is partly in sight where
 * it is, and of a card or a field in the last column that may be its edge alone.
 */
export function showFocused({ target }: FocusEvent): void {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The keys that walk over a board's cards, and with Shift move them. */
export const ARROWS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** By how many columns a key leads to the right: 1, -1 or, up and down, 0. */
export function columnsAside(key: string): number {
  return key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
}

/** The card to which an arrow key leads from another; columns without cards are skipped. */
export function cardBeside<Card extends { id: string }>(
  columns: readonly (readonly Card[])[],
  from: string,
  key: string,
): Card | undefined {
  const filled = columns.filter((cards) => cards.length > 0);
  const at = filled.findIndex((cards) => cards.some(({ id }) => id === from));
  const index = filled[at]?.findIndex(({ id }) => id === from) ?? -1;
  if (index < 0) return undefined;
  const aside = columnsAside(key);
  const cards = filled[at + aside] ?? [];
  return aside === 0 ? cards[index + (key === "ArrowUp" ? -1 : 1)] : cards[Math.min(index, cards.length - 1)];
}
