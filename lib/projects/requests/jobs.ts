import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { notifyFollowers } from "@/lib/projects/requests/followers/notify-followers";
import { MOVES_TOLD_AFTER_MS } from "@/lib/projects/requests/limits";

/**
 * Notifies people interested in a request of its new status, a little later, so that a slip of the hand notifies
 * nobody.
 */
export const notifyFollowersJob = defineJob({
  name: "projects.tell-followers",
  payload: z.object({ request_id: z.uuid(), actor_id: z.uuid() }),
  dedupeKey: ({ request_id }) => request_id,
  delayMs: MOVES_TOLD_AFTER_MS,
  handler: async ({ request_id, actor_id }, { now }) => {
    await notifyFollowers(request_id, actor_id, now);
    return undefined;
  },
});
