import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { notifyOfMove, notifyOfReply } from "@/lib/projects/requests/followers/notify-followers";
import { NEWS_TOLD_AFTER_MS } from "@/lib/projects/requests/limits";

/**
 * Notifies people interested in a request of its new status, a little later, so that a slip of the hand notifies
 * nobody.
 */
export const notifyFollowersJob = defineJob({
  name: "projects.tell-followers",
  payload: z.object({ request_id: z.uuid(), actor_id: z.uuid() }),
  dedupeKey: ({ request_id }) => request_id,
  delayMs: NEWS_TOLD_AFTER_MS,
  handler: async ({ request_id, actor_id }, { now }) => {
    await notifyOfMove(request_id, actor_id, now);
    return undefined;
  },
});

/** Notifies people interested in a request of a reply of the staff, unless it was hidden at once. */
export const notifyOfReplyJob = defineJob({
  name: "projects.tell-of-reply",
  payload: z.object({ comment_id: z.uuid() }),
  dedupeKey: ({ comment_id }) => comment_id,
  delayMs: NEWS_TOLD_AFTER_MS,
  handler: async ({ comment_id }, { now }) => {
    await notifyOfReply(comment_id, now);
    return undefined;
  },
});
