import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { type CommentRow, insertComment } from "@/lib/projects/requests/comments/store";
import { notifyOfReplyJob } from "@/lib/projects/requests/jobs";
import { whyNotThere } from "@/lib/projects/requests/not-found";
import { enterPage, openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { presentPublicComment, presentStaffComment } from "@/lib/projects/requests/present";
import { needsReview } from "@/lib/projects/requests/rules";
import type { CreateComment, PublicComment, StaffComment } from "@/lib/projects/requests/schema";
import { lockRequests } from "@/lib/projects/requests/store";

type NewComment = Omit<Parameters<typeof insertComment>[1], "requestId">;

/** The request's row is held, so that no comment is left behind on one that is being merged or hidden. */
async function add(page: Page, requestId: string, comment: NewComment, now: Date): Promise<CommentRow> {
  return transaction(async (tx) => {
    const request = (await lockRequests(tx, page, [requestId])).get(requestId);
    const isOpen = request?.mergedIntoId === null && (request.visibility === "visible" || comment.isStaff);
    if (!isOpen) {
      throw await whyNotThere(page, comment.authorId, requestId, tx);
    }
    const row = await insertComment(tx, { ...comment, requestId }, now);
    if (comment.isStaff) await enqueue(tx, notifyOfReplyJob, { comment_id: row.id }, now);
    return row;
  });
}

/**
 * Adds a visitor's comment to a request, marked where they are staff. It waits for staff as requests do.
 * @throws AppError not_found for a request that is not to be seen, waits or was merged, forbidden for whoever is
 *   blocked, too_many_requests
 */
export async function addPublicComment(
  slug: string,
  requestId: string,
  { body }: CreateComment,
  actor: Actor,
  request: Request,
  now: Date,
): Promise<PublicComment> {
  const visitor = await enterPage(slug, actor, request, "request_comments_per_developer", now);
  const { page, developerId, isStaff, createdAt } = visitor;
  const waits = needsReview(page.reviews, { text: body, isStaff, authorCreatedAt: createdAt }, now);
  const visibility = waits ? "pending" : "visible";
  const comment = { body, isStaff, visibility, authorId: developerId };
  return presentPublicComment(await add(page, requestId, comment, now), developerId);
}

/** Adds a reply of the project's staff. @throws AppError not_found, also for a request that was merged */
export async function replyAsStaff(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
  { body }: CreateComment,
  now: Date,
): Promise<StaffComment> {
  const page = await openStaffPage(scope, projectId);
  const reply = { body, isStaff: true, visibility: "visible", authorId: scope.actor.developerId };
  return presentStaffComment(await add(page, requestId, reply, now), new Set());
}
