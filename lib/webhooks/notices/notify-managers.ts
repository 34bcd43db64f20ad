import { listHolders } from "@/lib/access/list-holders";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { type Db, transaction } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import {
  FAILING_DAYS_MAX,
  FAILING_TOLD_AFTER_HOURS,
  HELD_EVENTS_MAX,
  NOTICE_BATCH_ROWS,
  NOTICE_NAMES_MAX,
  NOTICES_EACH_MAX,
} from "@/lib/webhooks/limits";
import { findSlug, type Noticed, takeFailing, takeRecovered } from "@/lib/webhooks/notices/store";

/** The text of a notice about one webhook, and about several. */
export type Words<Row> = {
  one: (row: Row, called: string) => { title: string; body: string };
  many: (count: number) => { title: string; body: string };
};

/** A webhook's name, or its host; no more of the URL, which may contain a secret. */
function nameOf({ name, url }: Noticed): string {
  return name === "" ? new URL(url).host : name;
}

/** `2026-11-22 15:20 UTC` */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Notifies the people who manage a workspace's webhooks about some of them, each with a link to it. */
export async function tell<Row extends Noticed>(
  tx: Db,
  workspaceId: string,
  rows: readonly Row[],
  words: Words<Row>,
  now: Date,
): Promise<void> {
  const managers = await listHolders(tx, workspaceId, "can_manage_webhooks");
  const path = `/w/${await findSlug(tx, workspaceId)}/webhooks`;
  if (rows.length <= NOTICES_EACH_MAX) {
    for (const row of rows) {
      const notice = { kind: "webhook" as const, ...words.one(row, nameOf(row)), link: `${path}/${row.id}` };
      await notifyMembers(tx, workspaceId, managers, notice, now);
    }
    return;
  }
  const { title, body } = words.many(rows.length);
  const names = rows.slice(0, NOTICE_NAMES_MAX).map((row) => `- ${nameOf(row)}`);
  if (rows.length > NOTICE_NAMES_MAX) names.push(`and ${rows.length - NOTICE_NAMES_MAX} more`);
  const notice = { kind: "webhook" as const, title, body: `${names.join("\n")}\n\n${body}`, link: path };
  await notifyMembers(tx, workspaceId, managers, notice, now);
}

const HELD = `Events that come while it is off are held, up to ${HELD_EVENTS_MAX.toLocaleString("en")} of them.`;

const OFF = {
  gone: `Its subscriber answered 410 Gone, which says that this address wants no more events. ${HELD} Change the address, switch the webhook on again, and send what was held.`,
  failing: `Every attempt of ${FAILING_DAYS_MAX} days failed. ${HELD} Fix the subscriber, switch the webhook on again, and send what was held.`,
};

/**
 * Notifies the people who manage a webhook that the service switched it off, in the transaction that does so: in the
 * console, and by mail if SMTP is set up.
 */
export async function notifySwitchedOff(
  tx: Db,
  webhook: Noticed,
  reason: "gone" | "failing",
  now: Date,
): Promise<void> {
  const one = (_: Noticed, called: string) => ({
    title: `The webhook ${called} was switched off`,
    body: OFF[reason],
  });
  await tell(tx, webhook.workspaceId, [webhook], { one, many: () => one(webhook, nameOf(webhook)) }, now);
}

const FOR_AN_HOUR = FAILING_TOLD_AFTER_HOURS === 1 ? "an hour" : `${FAILING_TOLD_AFTER_HOURS} hours`;
const THEN_OFF = `After ${FAILING_DAYS_MAX} days of failures the service switches a webhook off. Look at the answers in its log, fix the subscriber, and recover what failed.`;

const FAILING: Words<Noticed & { failingSince: Date }> = {
  one: ({ failingSince }, called) => ({
    title: `The webhook ${called} has been failing for ${FOR_AN_HOUR}`,
    body: `No attempt has succeeded since ${minuteOf(failingSince)}. ${THEN_OFF}`,
  }),
  many: (count) => ({ title: `${count} webhooks have been failing for ${FOR_AN_HOUR}`, body: THEN_OFF }),
};

const THEN_RECOVER =
  "Deliveries that were given up meanwhile stay in the log, from where they can be recovered.";

const RECOVERED: Words<Noticed> = {
  one: (_, called) => ({
    title: `The webhook ${called} works again`,
    body: `A delivery succeeded. ${THEN_RECOVER}`,
  }),
  many: (count) => ({ title: `${count} webhooks work again`, body: THEN_RECOVER }),
};

async function notifyAll<Row extends Noticed>(
  take: (tx: Db) => Promise<Row[]>,
  words: Words<Row>,
  now: Date,
): Promise<void> {
  let taken = NOTICE_BATCH_ROWS;
  while (taken === NOTICE_BATCH_ROWS) {
    taken = await transaction(async (tx) => {
      const rows = await take(tx);
      for (const id of new Set(rows.map(({ workspaceId }) => workspaceId))) {
        const own = rows.filter(({ workspaceId }) => workspaceId === id);
        await tell(tx, id, own, words, now);
      }
      return rows.length;
    });
  }
}

/**
 * Notifies the people who manage webhooks which ones have been failing for an hour, and which of these work again: once
 * per series of failures, however often this runs and whoever else runs it at the same time.
 */
export async function notifyOfFailing(now: Date): Promise<void> {
  const before = new Date(now.getTime() - FAILING_TOLD_AFTER_HOURS * HOUR_MS);
  await notifyAll((tx) => takeFailing(tx, before, NOTICE_BATCH_ROWS, now), FAILING, now);
  await notifyAll((tx) => takeRecovered(tx, NOTICE_BATCH_ROWS), RECOVERED, now);
}
