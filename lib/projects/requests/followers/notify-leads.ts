import { findPermissions } from "@/lib/access/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { deleteLone } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";
import { findLeads } from "@/lib/projects/requests/followers/store";
import type { Page } from "@/lib/projects/requests/page";

const filedIn = (projectId: string) => `requests:${projectId}`;
const listOf = (slug: string, projectId: string) => `/w/${slug}/projects/${projectId}/requests`;

/** Notifies a project's leads of a new request, in the transaction that files it; not its author. */
export async function notifyLeads(
  tx: Db,
  page: Page,
  request: { id: string; title: string; authorId: string },
  now: Date,
): Promise<void> {
  const { workspaceId, project } = page;
  const { ids, slug } = await findLeads(tx, page);
  const others = ids.filter((id) => id !== request.authorId);
  const held = await findPermissions(tx, workspaceId, others, ["can_view_projects"]);
  const leads = others.filter((id) => held.get(id)?.permissions.has("can_view_projects"));
  const list = listOf(slug, project.id);
  const several = `{n} new requests in ${project.name}`;
  const group = { key: filedIn(project.id), count: 1, title: several, link: list };
  const title = `New request in ${project.name}: ${request.title}`;
  const link = `${list}?request=${request.id}`;
  const notice = { kind: "request_filed", title, body: "", link, group } as const;
  await notifyMembers(tx, workspaceId, leads, notice, now);
}

/** Takes back what a project's leads were told of a request that its author deletes. */
export async function withdrawFromLeads(tx: Db, page: Page, requestId: string): Promise<void> {
  const { slug } = await findLeads(tx, page);
  const link = `${listOf(slug, page.projectId)}?request=${requestId}`;
  await deleteLone(tx, filedIn(page.projectId), link);
}
