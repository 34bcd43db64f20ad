import { z } from "zod";
import {
  ERASE_BATCH_ROWS,
  FACTS_KEPT_DAYS,
  PROCESS_ATTEMPTS_MAX,
  PROCESS_PLACES_MAX,
  STUCK_HOURS,
  STUCK_SWEEP_MAX,
} from "@/lib/inbound/limits";
import { processDelivery } from "@/lib/inbound/process-delivery";
import { deleteDeliveries, eraseBodies, listStuck } from "@/lib/inbound/store";
import { defineJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { inBatches } from "@/lib/jobs/in-batches";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Handles one delivery. Its key holds the provider's id of it (requirements, "Inbound events", rule 5). */
export const processDeliveryJob = defineJob({
  name: "inbound.process-delivery",
  payload: z.object({ delivery_id: z.uuid(), provider: z.string(), external_id: z.string() }),
  dedupeKey: ({ provider, external_id }) => `${provider}:${external_id}`,
  placesMax: PROCESS_PLACES_MAX,
  attemptsMax: PROCESS_ATTEMPTS_MAX,
  handler: async ({ delivery_id }, { now }) => {
    await processDelivery(delivery_id, now);
    return undefined;
  },
});

/** Adds the job again of deliveries that wait for one that was lost. */
export const sweepStuckDeliveries = defineJob({
  name: "inbound.sweep-stuck-deliveries",
  payload: z.object({}),
  schedule: "41 * * * *",
  handler: async (_payload, { now }) => {
    const stuck = await listStuck(new Date(now.getTime() - STUCK_HOURS * HOUR_MS), STUCK_SWEEP_MAX);
    const payloads = stuck.map(({ id, provider, externalId }) => ({
      delivery_id: id,
      provider,
      external_id: externalId,
    }));
    await transaction((tx) => enqueueAll(tx, processDeliveryJob, payloads, now));
    return undefined;
  },
});

/** Erases bodies after their days are over, and forgets deliveries after theirs: in small batches, until none is left. */
export const eraseOldDeliveries = defineJob({
  name: "inbound.erase-old-deliveries",
  payload: z.object({}),
  schedule: "53 * * * *",
  dedupeKey: () => "all",
  handler: (_payload, { now }) => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    return inBatches(ERASE_BATCH_ROWS, [
      (limit) => eraseBodies(daysAgo(env().INBOUND_BODY_RETENTION_DAYS), limit),
      (limit) => deleteDeliveries(daysAgo(FACTS_KEPT_DAYS), limit),
    ]);
  },
});
