import type { WorkspaceScope } from "@/lib/access/authorise";
import { findNoteAuthor } from "@/lib/crm/notes/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { updateQuotes } from "@/lib/notifications/quotes";
import { mentionsOf } from "@/lib/notifications/rules";
import type { Db } from "@/lib/platform/database";
import { findMentioned } from "@/lib/workspaces/members/find-mentioned";

/**
 * Notifies people whom a note on a record mentions and did not mention before. Those who were notified of the note as
 * it was before read the new text.
 */
export async function notifyMentioned(
  tx: Db,
  scope: WorkspaceScope,
  [objectSlug, record]: readonly [objectSlug: string, record: { id: string; title: string }],
  { text, before = "" }: { text: string; before?: string },
  now: Date,
): Promise<void> {
  const { workspaceId, actor } = scope;
  const groupKey = mentionsOf(record.id);
  if (before !== "" && before !== text) await updateQuotes(tx, { groupKey, text: before }, text);
  const ids = await findMentioned(
    tx,
    workspaceId,
    { text, before, authorId: actor.developerId },
    "can_view_crm",
  );
  if (ids.length === 0) return;
  const { name, slug } = await findNoteAuthor(tx, scope);
  const group = { key: groupKey, count: 1, title: `{n} mentions of you on ${record.title}` };
  const notice = { kind: "mention", title: `${name} mentioned you on ${record.title}`, body: text } as const;
  const link = `/w/${slug}/crm/${objectSlug}/${record.id}`;
  await notifyMembers(tx, workspaceId, ids, { ...notice, link, actorId: actor.developerId, group }, now);
}
