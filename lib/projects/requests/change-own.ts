import type { Actor } from "@/lib/access/actor";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import type { ProjectRequest } from "@/lib/platform/rows";
import { checkCategory } from "@/lib/projects/requests/check-category";
import {
  type CommentRow,
  deleteCommentRow,
  findOwnComment,
  rewriteComment,
} from "@/lib/projects/requests/comments/store";
import {
  renameForFollowers,
  updateToldReply,
  withdrawFromFollowers,
} from "@/lib/projects/requests/followers/notify-followers";
import { withdrawFromLeads } from "@/lib/projects/requests/followers/notify-leads";
import { whyNotThere } from "@/lib/projects/requests/not-found";
import { enterPage, type Visitor } from "@/lib/projects/requests/open-page";
import { presentPublicComment, presentPublicRequest } from "@/lib/projects/requests/present";
import { needsReview } from "@/lib/projects/requests/rules";
import type {
  CreateComment,
  EditRequest,
  PublicComment,
  PublicRequest,
} from "@/lib/projects/requests/schema";
import {
  deleteRequestRow,
  findRequestRow,
  hasOthers,
  lockRequests,
  updateRequestRow,
} from "@/lib/projects/requests/store";

/* What visitors of a public page do with what they wrote themselves. */

/** What was shown waits again where its new words ask for it; what waits goes on waiting. */
function visibilityAfter({ page, isStaff, createdAt }: Visitor, text: string, before: string, now: Date) {
  const waits = needsReview(page.reviews, { text, isStaff, authorCreatedAt: createdAt }, now);
  return before === "visible" && waits ? "pending" : before;
}

/** Others' requests are there to be read and not to be changed; hidden and merged ones are not there. */
async function lockOwnRequest(tx: Db, { page, developerId }: Visitor, id: string): Promise<ProjectRequest> {
  const request = (await lockRequests(tx, page, [id])).get(id);
  const isOwn = request?.authorId === developerId;
  const isThere = request?.visibility === "visible" || (isOwn && request.visibility === "pending");
  if (!request || !isThere || request.mergedIntoId !== null) {
    throw await whyNotThere(page, developerId, id, tx);
  }
  if (!isOwn) throw new AppError("forbidden", "Permission denied");
  return request;
}

/**
 * Changes what is named of one's own request. Others see that it was edited.
 * @throws AppError not_found, forbidden for somebody else's and for whoever is blocked, invalid for a category that the
 *   page does not have, too_many_requests
 */
export async function editOwnRequest(
  slug: string,
  requestId: string,
  body: EditRequest,
  { actor, request, now }: { actor: Actor; request: Request; now: Date },
): Promise<PublicRequest> {
  const visitor = await enterPage(slug, actor, request, "request_comments_per_developer", now);
  const { page, developerId } = visitor;
  return transaction(async (tx) => {
    const before = await lockOwnRequest(tx, visitor, requestId);
    const { title = before.title, description = before.description, category = before.category } = body;
    if (category !== before.category) checkCategory(page, category);
    const isReworded = title !== before.title || description !== before.description;
    const words = isReworded
      ? {
          title,
          description,
          editedAt: now,
          visibility: visibilityAfter(visitor, `${title}\n${description}`, before.visibility, now),
        }
      : {};
    await updateRequestRow(tx, page, requestId, { ...words, category }, now);
    // Words that wait for review are told to nobody.
    if (title !== before.title && words.visibility === "visible") {
      await renameForFollowers(tx, { id: requestId, projectName: page.project.name }, before.title, title);
    }
    const row = orNotFound(await findRequestRow(page, { viewerId: developerId }, requestId, tx), "Request");
    return presentPublicRequest(row, page);
  });
}

/**
 * Deletes one's own request, as long as nobody else has a part in it.
 * @throws AppError not_found, forbidden for somebody else's, conflict once others have voted or commented
 */
export async function deleteOwnRequest(
  slug: string,
  requestId: string,
  { actor, request, now }: { actor: Actor; request: Request; now: Date },
): Promise<void> {
  const visitor = await enterPage(slug, actor, request, "request_comments_per_developer", now);
  await transaction(async (tx) => {
    await lockOwnRequest(tx, visitor, requestId);
    if (await hasOthers(tx, requestId, visitor.developerId)) {
      throw new AppError(
        "conflict",
        "Others have voted for it or commented on it. Ask the staff to hide it.",
      );
    }
    await deleteRequestRow(tx, visitor.page, requestId);
    await withdrawFromLeads(tx, visitor.page, requestId);
    await withdrawFromFollowers(tx, requestId);
  });
}

type Place = readonly [requestId: string, commentId: string];

async function lockOwnComment(tx: Db, visitor: Visitor, place: Place): Promise<CommentRow> {
  const { page, developerId } = visitor;
  const request = (await lockRequests(tx, page, [place[0]])).get(place[0]);
  if (request && request.mergedIntoId !== null) {
    throw await whyNotThere(page, developerId, place[0], tx);
  }
  const isOpen = request?.visibility === "visible";
  return orNotFound(isOpen ? await findOwnComment(tx, page, place, developerId) : null, "Comment");
}

/** Gives one's own comment another text. @throws AppError not_found, also for somebody else's, too_many_requests */
export async function editOwnComment(
  slug: string,
  place: Place,
  { body }: CreateComment,
  { actor, request, now }: { actor: Actor; request: Request; now: Date },
): Promise<PublicComment> {
  const visitor = await enterPage(slug, actor, request, "request_comments_per_developer", now);
  return transaction(async (tx) => {
    const before = await lockOwnComment(tx, visitor, place);
    if (body === before.body) return presentPublicComment(before, visitor.developerId);
    const visibility = visibilityAfter(visitor, body, before.visibility, now);
    await updateToldReply(tx, before, visibility === "visible" ? body : null);
    return presentPublicComment(
      await rewriteComment(tx, before.id, { body, visibility }, now),
      visitor.developerId,
    );
  });
}

/** Deletes one's own comment for good. @throws AppError not_found, also for somebody else's, too_many_requests */
export async function deleteOwnComment(
  slug: string,
  place: Place,
  { actor, request, now }: { actor: Actor; request: Request; now: Date },
): Promise<void> {
  const visitor = await enterPage(slug, actor, request, "request_comments_per_developer", now);
  await transaction(async (tx) => {
    const comment = await lockOwnComment(tx, visitor, place);
    await deleteCommentRow(tx, comment.id);
    await updateToldReply(tx, comment, null);
  });
}
