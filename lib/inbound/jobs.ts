import { crc32 } from "node:zlib";
import { z } from "zod";
import {
  ERASE_BATCH_ROWS,
  FACTS_KEPT_DAYS,
  PROCESS_PLACES_MAX,
  WAITING_JOBS_MAX,
} from "@/lib/inbound/limits";
import { giveUpFatal, processDue } from "@/lib/inbound/process-delivery";
import { deleteDeliveries, eraseBodies } from "@/lib/inbound/store";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { workThrough } from "@/lib/jobs/work-through";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";

/**
 * Handles a delivery and, with it, what else is due. The deliveries say themselves what is to be done; while a job waits
 * to look, others are not added, because each costs more than what it does. The payload holds the provider's id of the
 * delivery (requirements, "Inbound events", rule 5); that it is handled once is seen to by the delivery's row.
 */
export const processDeliveryJob = defineJob({
  name: "inbound.process-delivery",
  payload: z.object({ delivery_id: z.uuid(), provider: z.string(), external_id: z.string() }),
  dedupeKey: ({ external_id }) => `due:${crc32(external_id) % WAITING_JOBS_MAX}`,
  placesMax: PROCESS_PLACES_MAX,
  eventId: ({ provider, external_id }) => `inbound.${provider}-${external_id}`,
  batch: {
    work: (turn) =>
      workThrough(turn, {
        find: async () => [...Array(PROCESS_PLACES_MAX).keys()],
        keyOf: String,
        work: () => processDue(new Date()),
        atOnce: PROCESS_PLACES_MAX,
      }),
  },
  handler: ({ delivery_id: id, provider }, { now }) => processDue(now, { id, provider }),
});

/** Handles what failed before and is to be tried again, and what a killed process left, unless that happened too often. */
export const processDueDeliveries = defineScheduledJob({
  name: "inbound.process-due-deliveries",
  schedule: "* * * * *",
  run: async (now) => {
    await giveUpFatal(now);
    return processDue(now);
  },
});

/** Erases bodies after their days are over, and forgets deliveries after theirs: in small batches, until none is left. */
export const eraseOldDeliveries = defineScheduledJob({
  name: "inbound.erase-old-deliveries",
  schedule: "53 * * * *",
  run: (now) => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    return inBatches(ERASE_BATCH_ROWS, [
      (limit) => eraseBodies(daysAgo(env().INBOUND_BODY_RETENTION_DAYS), limit),
      (limit) => deleteDeliveries(daysAgo(FACTS_KEPT_DAYS), limit),
    ]);
  },
});
