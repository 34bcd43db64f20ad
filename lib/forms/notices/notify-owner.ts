import { findPermissions } from "@/lib/access/store";
import { takeFormNews } from "@/lib/forms/notices/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { transaction } from "@/lib/platform/database";

/** Notifies a form's owner of its new answers, all at once; nobody if the owner may no longer see them. */
export async function notifyOwner(formId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const news = await takeFormNews(tx, formId);
    if (!news || news.ownerId === null) return;
    const { workspaceId, workspaceSlug, name, ownerId, answers } = news;
    const held = await findPermissions(tx, workspaceId, [ownerId], ["can_view_forms"]);
    if (!held.get(ownerId)?.permissions.has("can_view_forms")) return;
    const group = { key: `form:${formId}`, count: answers, title: `{n} new answers to “${name}”` };
    const title = answers === 1 ? `New answer to “${name}”` : `${answers} new answers to “${name}”`;
    const link = `/w/${workspaceSlug}/forms/${formId}/submissions`;
    const notice = { kind: "form_answered", title, body: "", link, group } as const;
    await notifyMembers(tx, workspaceId, [ownerId], notice, now);
  });
}
