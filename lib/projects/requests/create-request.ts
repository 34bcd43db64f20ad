import type { Actor } from "@/lib/access/actor";
import { orNotFound } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { checkCategory } from "@/lib/projects/requests/check-category";
import { notifyLeads } from "@/lib/projects/requests/followers/notify-leads";
import { openPublicPage, takePart } from "@/lib/projects/requests/open-page";
import { presentPublicRequest } from "@/lib/projects/requests/present";
import { needsReview } from "@/lib/projects/requests/rules";
import type { CreateRequest, PublicRequest } from "@/lib/projects/requests/schema";
import { findRequestRow, insertRequest } from "@/lib/projects/requests/store";
import { emit } from "@/lib/webhooks/emit";

/**
 * Files a request on a public page and notifies subscribers. It waits for approval if the page says so, or if it has
 * many links.
 * @throws AppError not_found if the roadmap is not public, forbidden for blocked people, invalid for a category that
 * the page does not have, too_many_requests
 */
export async function createRequest(
  slug: string,
  body: CreateRequest,
  actor: Actor,
  request: Request,
  now: Date,
): Promise<PublicRequest> {
  const page = await openPublicPage(slug, "roadmap");
  const { developerId, isStaff, createdAt } = await takePart(page, actor);
  checkCategory(page, body.category);
  await checkLimits(
    [
      { limit: "requests_per_developer", key: developerId },
      { limit: "project_page_writes_per_ip", key: countedIp(request) ?? developerId },
    ],
    now,
  );
  const text = `${body.title}\n${body.description}`;
  const waits = needsReview(page.reviews, { text, isStaff, authorCreatedAt: createdAt }, now);
  return transaction(async (tx) => {
    const visibility = waits ? "pending" : "visible";
    const id = await insertRequest(tx, page, { ...body, visibility, authorId: developerId }, now);
    const { projectId, workspaceId } = page;
    const data = { project_id: projectId, request_id: id, title: body.title, actor_id: developerId };
    await emit(tx, { workspaceId, type: "project.request.created", data }, now);
    await notifyLeads(tx, page, { id, title: body.title, authorId: developerId }, now);
    const row = orNotFound(await findRequestRow(page, { viewerId: developerId }, id, tx), "Request");
    return presentPublicRequest(row, page);
  });
}
