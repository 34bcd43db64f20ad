import { notifyMembers, notifyVisitors } from "@/lib/notifications/notify-members";
import { transaction } from "@/lib/platform/database";
import { findMoved, findReply, listInterested, type News } from "@/lib/projects/requests/followers/store";
import { FOLLOWERS_TOLD_AT_ONCE_MAX } from "@/lib/projects/requests/limits";

const NOW: Readonly<Record<string, string>> = {
  open: "is open again",
  planned: "is planned",
  in_progress: "is in progress",
  done: "is done",
  declined: "was declined",
};

type Told = News & { workspaceId: string; publicSlug: string; title: string; body: string };

/**
 * Notifies people interested in a request: members in their inbox and by mail, visitors by mail. Those already notified
 * are skipped, so that it can be interrupted and restarted.
 * @param find what to say, asked again for every batch: nobody learns of what they may not see
 */
async function notifyInterested(find: () => Promise<Told | null>, now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const told = await find();
    if (!told) return;
    const { workspaceId, title, body, groupKey } = told;
    const link = `/p/${told.publicSlug}/requests/${told.requestId}`;
    const group = { key: groupKey, count: 1, title };
    const notice = { kind: "request_status", title, body, link, group } as const;
    const from = after;
    const ids = await transaction(async (tx) => {
      const some = await listInterested(tx, told, from, FOLLOWERS_TOLD_AT_ONCE_MAX);
      await notifyMembers(tx, workspaceId, some, notice, now);
      await notifyVisitors(tx, workspaceId, some, notice, now);
      return some;
    });
    after = ids.at(-1) ?? null;
    if (ids.length < FOLLOWERS_TOLD_AT_ONCE_MAX) return;
  }
}

/** Notifies people of a request's new status: its author, its voters, and whoever follows its project. */
export async function notifyOfMove(requestId: string, actorId: string, now: Date): Promise<void> {
  await notifyInterested(async () => {
    const request = await findMoved(requestId);
    return (
      request && {
        ...request,
        requestId,
        actorId,
        at: request.movedAt,
        groupKey: `request:${requestId}`,
        others: "followers",
        title: `“${request.title}” ${NOW[request.status] ?? "has moved on"}`,
        body: `A request in ${request.projectName} that you wrote, voted for or follow.`,
      }
    );
  }, now);
}

/** Notifies people of a reply of a project's staff: the request's author, its voters, and whoever commented on it. */
export async function notifyOfReply(commentId: string, now: Date): Promise<void> {
  await notifyInterested(async () => {
    const reply = await findReply(commentId);
    return (
      reply && {
        ...reply,
        requestId: reply.id,
        actorId: reply.authorId,
        at: reply.repliedAt,
        groupKey: `reply:${reply.id}`,
        others: "commenters",
        title: `${reply.projectName} replied to “${reply.title}”`,
      }
    );
  }, now);
}
