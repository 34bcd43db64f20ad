import { NOTIFICATION_BODY_CHARS_MAX } from "@/lib/notifications/limits";
import { oneLine } from "@/lib/notifications/rules";
import { replaceQuote, replaceTitles, withdrawQuote } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";
import { shortened } from "@/lib/platform/shortened";

/* What people write is quoted in notifications. What becomes of the text becomes of its quotes, and of mails that wait. */

/** A text, and the group of the notifications that quote it. */
export type Quoted = { groupKey: string; text: string };

const cut = (text: string) => shortened(text, NOTIFICATION_BODY_CHARS_MAX);

/** Gives notifications that quote a text its new one, in the transaction that changes it. */
export async function updateQuotes(tx: Db, { groupKey, text }: Quoted, newText: string): Promise<void> {
  await replaceQuote(tx, { groupKey, text: cut(text) }, cut(newText));
}

/**
 * Takes a text that is deleted or hidden out of the notifications that quote it, in the same transaction: those that
 * are about nothing else are deleted.
 */
export async function withdrawQuotes(tx: Db, { groupKey, text }: Quoted): Promise<void> {
  await withdrawQuote(tx, { groupKey, text: cut(text) });
}

/** Gives notifications of groups that have one of these titles the one beside it, in the transaction that renames a thing. */
export async function updateTitles(
  tx: Db,
  groupKeys: readonly string[],
  titles: readonly { from: string; to: string }[],
): Promise<void> {
  const pairs = titles.map(({ from, to }) => ({ from: oneLine(from), to: oneLine(to) }));
  await replaceTitles(tx, groupKeys, pairs);
}
