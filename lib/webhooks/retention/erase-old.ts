import type { Outcome } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";
import { deleteOrphanedHeld, dropExpired, dropOldestOfAll, sumUpDrops } from "@/lib/webhooks/held/store";
import { FACTS_KEPT_DAYS, RETENTION_BATCH_ROWS } from "@/lib/webhooks/limits";
import { deleteEmptied, deleteErased, deleteOrphaned, eraseBodies } from "@/lib/webhooks/retention/store";

/**
 * Erases bodies, responses and held events after DELIVERY_RETENTION_DAYS, whole deliveries after a year, and what
 * deleted webhooks left behind, in small batches.
 * @returns when to go on, if there is more than one run should do
 */
export async function eraseOld(now: Date): Promise<Outcome> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await dropOldestOfAll(now);
  const outcome = await inBatches(RETENTION_BATCH_ROWS, [
    (limit) => eraseBodies(daysAgo(env().DELIVERY_RETENTION_DAYS), limit, now),
    (limit) => deleteErased(daysAgo(FACTS_KEPT_DAYS), limit),
    (limit) => dropExpired(daysAgo(env().DELIVERY_RETENTION_DAYS), limit, now),
    (limit) => sumUpDrops(limit, now),
    deleteOrphaned,
    deleteOrphanedHeld,
  ]);
  await deleteEmptied();
  return outcome;
}
