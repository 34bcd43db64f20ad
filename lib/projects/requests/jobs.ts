import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { tellFollowers } from "@/lib/projects/requests/followers/tell-followers";
import { MOVES_TOLD_AFTER_MS } from "@/lib/projects/requests/limits";

/**
 * Notifies people interested in a request of its new status, a little later, so that a slip of the hand notifies
 * nobody.
 */
export const tellFollowersJob = defineJob({
  name: "projects.tell-followers",
  payload: z.object({ request_id: z.uuid(), actor_id: z.uuid() }),
  dedupeKey: ({ request_id }) => request_id,
  delayMs: MOVES_TOLD_AFTER_MS,
  handler: async ({ request_id, actor_id }, { now }) => {
    await tellFollowers(request_id, actor_id, now);
    return undefined;
  },
});
