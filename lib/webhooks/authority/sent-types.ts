import type { Db } from "@/lib/platform/database";
import { findOwners } from "@/lib/webhooks/authority/owners";
import { maySeeEvent } from "@/lib/webhooks/authority/rules";
import { EVENT_TYPES, type EventType } from "@/lib/webhooks/catalog";

/** The types of events that a webhook may send now: those that its owner may see; none if it has no owner. */
export async function findSentTypes(tx: Db, webhookId: string): Promise<EventType[]> {
  const webhook = await tx.webhook.findUniqueOrThrow({
    where: { id: webhookId },
    select: { id: true, workspaceId: true, ownerId: true, createdById: true },
  });
  const owner = (await findOwners(tx, [webhook])).get(webhookId);
  return owner ? EVENT_TYPES.filter((type) => maySeeEvent(owner.permissions, type)) : [];
}
