import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { BATCHES_RUN_MS } from "@/lib/jobs/limits";
import { db } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import { eraseRange } from "@/lib/tracker/captured/erase-range";
import { ERASE_AGAIN_MINUTES, ERASE_IN_REQUEST_MS } from "@/lib/tracker/captured/limits";
import { findErasedRange, finishErasedRange } from "@/lib/tracker/captured/store";

/**
 * Erases what is left of a range, and goes over it once more a little later, when uploads and derivations that had
 * begun before are finished.
 */
export const eraseRangeJob = defineJob({
  name: "tracker.erase-range",
  payload: z.object({ range_id: z.uuid() }),
  dedupeKey: ({ range_id }) => range_id,
  placesMax: 1,
  // Beside the request it would take part of what that counts, and the person would be told of too little.
  delayMs: 2 * ERASE_IN_REQUEST_MS,
  handler: async ({ range_id }, { now }) => {
    const range = await findErasedRange(range_id);
    if (!range || range.doneAt) return undefined;
    const { isDone } = await eraseRange(range, BATCHES_RUN_MS, now);
    if (!isDone) return { againAt: now };
    const onceMoreAt = new Date(range.erasedAt.getTime() + ERASE_AGAIN_MINUTES * MINUTE_MS);
    if (now < onceMoreAt) return { againAt: onceMoreAt };
    await finishErasedRange(db(), range, now);
    return undefined;
  },
});
