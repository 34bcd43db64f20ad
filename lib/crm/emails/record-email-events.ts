import { type EmailEvent, isSuppressing } from "@/lib/crm/emails/rules";
import { findMailed, insertEmailEvents } from "@/lib/crm/emails/store";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { addressKeyOf } from "@/lib/notifications/do-not-mail/rules";
import type { Db } from "@/lib/platform/database";

const EXIT_REASON = { bounce: "bounced", complaint: "complained" } as const;

/**
 * Stores the events that a mail provider reports, each once, in the caller's transaction. An address whose mail bounces
 * permanently, or whose owner complains, is blocked from further mail, and the sequences of every record with it end. What
 * was reported before ends none that began since.
 */
export async function recordEmailEvents(
  tx: Db,
  provider: string,
  events: readonly EmailEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const news = await insertEmailEvents(tx, provider, events, now);
  const stopping = events.filter((event) => news.has(event.eventId) && isSuppressing(event));
  const stops = stopping.map(({ address, type }) => ({
    addressKey: addressKeyOf(address),
    reason: type === "complaint" ? ("complaint" as const) : ("bounce" as const),
  }));
  if (stops.length === 0) return;
  // One round for each workspace in which such a sequence is under way.
  for (const { workspaceId, reason, recordIds } of await findMailed(tx, stops)) {
    await exitEnrollments(tx, workspaceId, { recordIds }, EXIT_REASON[reason], now);
  }
}
