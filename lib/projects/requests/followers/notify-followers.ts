import { notifyMembers, notifyVisitors } from "@/lib/notifications/notify-members";
import { updateQuotes, updateTitles, withdrawQuotes } from "@/lib/notifications/quotes";
import { deleteGroups } from "@/lib/notifications/store";
import { type Db, transaction } from "@/lib/platform/database";
import {
  findMoved,
  findReply,
  listInterested,
  listMergedInto,
  type News,
} from "@/lib/projects/requests/followers/store";
import { FOLLOWERS_TOLD_AT_ONCE_MAX } from "@/lib/projects/requests/limits";

const NOW: Readonly<Record<string, string>> = {
  open: "is open again",
  planned: "is planned",
  in_progress: "is in progress",
  done: "is done",
  declined: "was declined",
};

const movesOf = (requestId: string) => `request:${requestId}`;
const repliesTo = (requestId: string) => `reply:${requestId}`;

const moveTitle = (title: string, isNow: string) => `“${title}” ${isNow}`;
const replyTitle = (projectName: string, title: string) => `${projectName} replied to “${title}”`;

type Told = News & { workspaceId: string; publicSlug: string; title: string; body: string };

/**
 * Notifies people interested in a request: members in their inbox and by mail, visitors by mail. Those already notified
 * are skipped, so that it can be interrupted and restarted.
 * @param find what to say, asked again for every batch: nobody learns of what they may not see
 */
async function notifyInterested(find: (tx: Db) => Promise<Told | null>, now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const from: string | null = after;
    const ids = await transaction(async (tx) => {
      const told = await find(tx);
      if (!told) return [];
      const { workspaceId, title, body, groupKey } = told;
      const link = `/p/${told.publicSlug}/requests/${told.requestId}`;
      const group = { key: groupKey, count: 1, title };
      const notice = { kind: "request_status", title, body, link, group } as const;
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
  await notifyInterested(async (tx) => {
    const request = await findMoved(tx, requestId);
    return (
      request && {
        ...request,
        requestId,
        actorId,
        at: request.movedAt,
        groupKey: movesOf(requestId),
        others: "followers",
        title: moveTitle(request.title, NOW[request.status] ?? "has moved on"),
        body: `A request in ${request.projectName} that you wrote, voted for or follow.`,
      }
    );
  }, now);
}

/** Notifies people of a reply of a project's staff: the request's author, its voters, and whoever commented on it. */
export async function notifyOfReply(commentId: string, now: Date): Promise<void> {
  await notifyInterested(async (tx) => {
    const reply = await findReply(tx, commentId);
    return (
      reply && {
        ...reply,
        requestId: reply.id,
        actorId: reply.authorId,
        at: reply.repliedAt,
        groupKey: repliesTo(reply.id),
        others: "commenters",
        title: replyTitle(reply.projectName, reply.title),
      }
    );
  }, now);
}

type Comment = { requestId: string; body: string; isStaff: boolean };

/**
 * Gives what people were notified of in a reply of the staff, and the mails that wait, its new text; null takes it out,
 * because it is hidden or deleted. What others wrote is quoted nowhere. It may have been written on a request that was
 * merged into its own since.
 */
export async function updateToldReply(tx: Db, comment: Comment, newBody: string | null): Promise<void> {
  if (!comment.isStaff) return;
  for (const id of [comment.requestId, ...(await listMergedInto(tx, comment.requestId))]) {
    const quoted = { groupKey: repliesTo(id), text: comment.body };
    await (newBody === null ? withdrawQuotes(tx, quoted) : updateQuotes(tx, quoted, newBody));
  }
}

/** Calls a request by its new title in what people were told of it, and in the mails that wait. */
export async function renameForFollowers(
  tx: Db,
  request: { id: string; projectName: string },
  from: string,
  to: string,
): Promise<void> {
  const { id, projectName } = request;
  await updateTitles(
    tx,
    [movesOf(id), repliesTo(id)],
    [
      ...Object.values(NOW).map((isNow) => ({ from: moveTitle(from, isNow), to: moveTitle(to, isNow) })),
      { from: replyTitle(projectName, from), to: replyTitle(projectName, to) },
    ],
  );
}

/**
 * Takes back what people were told of a request that its author deletes or the staff hide, and of those that were merged
 * into it.
 */
export async function withdrawFromFollowers(tx: Db, requestId: string): Promise<void> {
  const ids = [requestId, ...(await listMergedInto(tx, requestId))];
  await deleteGroups(
    tx,
    ids.flatMap((id) => [movesOf(id), repliesTo(id)]),
  );
}
