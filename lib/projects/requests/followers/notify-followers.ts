import { notifyMembers, notifyVisitors } from "@/lib/notifications/notify-members";
import { transaction } from "@/lib/platform/database";
import { findMoved, listFollowers } from "@/lib/projects/requests/followers/store";
import { FOLLOWERS_TOLD_AT_ONCE_MAX } from "@/lib/projects/requests/limits";

const NOW: Readonly<Record<string, string>> = {
  open: "is open again",
  planned: "is planned",
  in_progress: "is in progress",
  done: "is done",
  declined: "was declined",
};

/**
 * Notifies people interested in a request of its new status: members in their inbox and by mail, visitors by mail.
 * Those already notified are skipped, so that it can be interrupted and restarted. Nobody learns of what they may not
 * see.
 */
export async function notifyFollowers(requestId: string, actorId: string, now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const request = await findMoved(requestId);
    if (!request) return;
    const { id, title, status, workspaceId, publicSlug, projectName } = request;
    const words = `“${title}” ${NOW[status] ?? "has moved on"}`;
    const link = `/p/${publicSlug}/requests/${id}`;
    const group = { key: `request:${id}`, count: 1, title: words };
    const body = `A request in ${projectName} that you wrote, voted for or follow.`;
    const notice = { kind: "request_status", title: words, body, link, group } as const;
    const from = after;
    const ids = await transaction(async (tx) => {
      const some = await listFollowers(tx, request, actorId, from, FOLLOWERS_TOLD_AT_ONCE_MAX);
      await notifyMembers(tx, workspaceId, some, notice, now);
      await notifyVisitors(tx, workspaceId, some, notice, now);
      return some;
    });
    after = ids.at(-1) ?? null;
    if (ids.length < FOLLOWERS_TOLD_AT_ONCE_MAX) return;
  }
}
