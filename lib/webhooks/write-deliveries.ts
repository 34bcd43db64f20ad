import type { Db } from "@/lib/platform/database";
import { dropOldest } from "@/lib/webhooks/held/store";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { isTimeToTrim } from "@/lib/webhooks/rules";
import { insertDeliveries, type NewEvent } from "@/lib/webhooks/store";

/**
 * Writes the deliveries of events, their jobs, and the held events of webhooks that are switched off, in one statement.
 * @param jobsMax how many deliveries of a webhook get a job at once; the others are woken as these end
 */
export async function writeDeliveries(
  tx: Db,
  events: readonly NewEvent[],
  jobsMax: number,
  now: Date,
): Promise<void> {
  const held = await insertDeliveries(tx, events, enqueueDeliveriesSql(), jobsMax, now);
  if (!isTimeToTrim(held, Math.random())) return;
  await dropOldest(tx, [...new Set(events.map(({ workspaceId }) => workspaceId))], now);
}
