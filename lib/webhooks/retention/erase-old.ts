import { env } from "@/lib/platform/env";
import { deleteOrphanedHeld, dropExpired, dropOldestOfAll, sumUpDrops } from "@/lib/webhooks/held/store";
import { FACTS_KEPT_DAYS, RETENTION_BATCH_ROWS, RETENTION_BATCHES_MAX } from "@/lib/webhooks/limits";
import { deleteEmptied, deleteErased, deleteOrphaned, eraseBodies } from "@/lib/webhooks/retention/store";

const DAY_MS = 86_400_000;

/** Repeats a step in small batches, so that none holds rows for long, until it finds nothing or has done its share. */
async function inBatches(step: (limit: number) => Promise<number>): Promise<void> {
  for (let count = 0; count < RETENTION_BATCHES_MAX; count++) {
    if ((await step(RETENTION_BATCH_ROWS)) < RETENTION_BATCH_ROWS) return;
  }
}

/**
 * Erases bodies, responses and held events after DELIVERY_RETENTION_DAYS, whole deliveries after a year, and what deleted
 * webhooks left behind. What one run does not get done is left to the next.
 */
export async function eraseOld(now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await inBatches((limit) => eraseBodies(daysAgo(env().DELIVERY_RETENTION_DAYS), limit, now));
  await inBatches((limit) => deleteErased(daysAgo(FACTS_KEPT_DAYS), limit));
  await inBatches((limit) => dropExpired(daysAgo(env().DELIVERY_RETENTION_DAYS), limit, now));
  await dropOldestOfAll(now);
  await inBatches((limit) => sumUpDrops(limit, now));
  await inBatches(deleteOrphaned);
  await inBatches(deleteOrphanedHeld);
  await deleteEmptied();
}
