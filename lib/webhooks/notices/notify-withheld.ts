import { db, transaction } from "@/lib/platform/database";
import { findOwners } from "@/lib/webhooks/authority/owners";
import { withheldOf } from "@/lib/webhooks/authority/rules";
import { NOTICE_BATCH_ROWS } from "@/lib/webhooks/limits";
import { tell, type Words } from "@/lib/webhooks/notices/notify-managers";
import { listActiveAfter, markWithheld, type Sending } from "@/lib/webhooks/notices/store";

type Lacking = Sending & { held: string[] };

const THEN = "Whoever may see them can take the webhook over, on its page, and send what was held.";

const WITHHELD: Words<Lacking> = {
  one: ({ held }, called) => ({
    title: `The webhook ${called} holds events back`,
    body: `Its owner no longer has permission to see the data of these events: ${held.join(", ")}. ${THEN}`,
  }),
  many: (count) => ({
    title: `${count} webhooks hold events back`,
    body: `Their owners no longer have permission to see the data of these events. ${THEN}`,
  }),
};

/** What each of some webhooks of one workspace holds back. */
async function heldOf(webhooks: readonly Sending[]): Promise<Lacking[]> {
  const owners = await findOwners(db(), webhooks);
  return webhooks.map((webhook) => {
    const withheld = withheldOf(webhook, owners.get(webhook.id)?.permissions ?? new Set());
    return { ...webhook, held: withheld.flatMap(({ type, isHeld }) => (isHeld ? [type] : [])) };
  });
}

async function notifyOne(workspaceId: string, webhooks: readonly Sending[], now: Date): Promise<void> {
  const all = await heldOf(webhooks);
  const begun = all.filter(({ held, withheldToldAt }) => held.length > 0 && withheldToldAt === null);
  const ended = all.filter(({ held, withheldToldAt }) => held.length === 0 && withheldToldAt !== null);
  if (begun.length + ended.length === 0) return;
  const idsOf = (rows: readonly Sending[]) => rows.map(({ id }) => id);
  await transaction(async (tx) => {
    await markWithheld(tx, idsOf(ended), null);
    const mine = await markWithheld(tx, idsOf(begun), now);
    const told = begun.filter(({ id }) => mine.has(id));
    if (told.length > 0) await tell(tx, workspaceId, told, WITHHELD, now);
  });
}

/**
 * Notifies the people who manage webhooks which ones hold events back because their owner may no longer see them: once
 * each time, whoever else runs this at the same time. It goes through all active webhooks, some at a time.
 */
export async function notifyOfWithheld(now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const rows: Sending[] = await listActiveAfter(db(), after, NOTICE_BATCH_ROWS);
    for (const id of new Set(rows.map(({ workspaceId }) => workspaceId))) {
      const own = rows.filter(({ workspaceId }) => workspaceId === id);
      await notifyOne(id, own, now);
    }
    const last = rows.at(-1);
    if (!last || rows.length < NOTICE_BATCH_ROWS) return;
    after = last.id;
  }
}
