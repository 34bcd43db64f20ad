import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { REDERIVE_DELAY_MS } from "@/lib/tracker/rules/limits";
import { rederive } from "@/lib/tracker/rules/rederive";

/** Derives the stored samples of a workspace's members, or of a person, by rules that were put in force. */
export const rederiveJob = defineJob({
  name: "tracker.rederive",
  payload: z.object({ rule_set_id: z.uuid() }),
  dedupeKey: ({ rule_set_id }) => rule_set_id,
  delayMs: REDERIVE_DELAY_MS,
  concurrency: { key: ({ rule_set_id }) => rule_set_id, limit: 1 },
  placesMax: 1,
  handler: ({ rule_set_id }, { now }) => rederive(rule_set_id, now),
});
