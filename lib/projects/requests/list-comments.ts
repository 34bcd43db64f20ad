import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { type Page as PageOfItems, type PageQuery, readPage, readRows } from "@/lib/http/paging";
import { listBlockedAmong } from "@/lib/projects/requests/blocks/store";
import { listCommentRows } from "@/lib/projects/requests/comments/store";
import { requestNotFound } from "@/lib/projects/requests/not-found";
import { openPublicPage, openStaffPage } from "@/lib/projects/requests/open-page";
import { presentPublicComment, presentStaffComment } from "@/lib/projects/requests/present";
import type { PublicComment, StaffComment } from "@/lib/projects/requests/schema";
import { findRequestRow } from "@/lib/projects/requests/store";

/** A page of a request's comments for the world, oldest first. @throws AppError not_found */
export async function listPublicComments(
  slug: string,
  requestId: string,
  query: PageQuery,
  actor: Pick<Actor, "developerId"> | null,
): Promise<PageOfItems<PublicComment>> {
  const page = await openPublicPage(slug, "roadmap");
  const reader = { viewerId: actor?.developerId ?? null };
  const request = await findRequestRow(page, reader, requestId);
  if (!request || request.mergedIntoId !== null) throw requestNotFound(request);
  return readPage(
    query,
    (slice) => listCommentRows(page, reader, requestId, slice),
    (row) => presentPublicComment(row, reader.viewerId),
  );
}

/** The same for staff, with what waits and what is hidden. @throws AppError not_found */
export async function listStaffComments(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
  query: PageQuery,
): Promise<PageOfItems<StaffComment>> {
  const page = await openStaffPage(scope, projectId);
  const reader = { part: "any" } as const;
  if (!(await findRequestRow(page, reader, requestId))) throw new AppError("not_found", "Request not found");
  const { items, nextCursor } = await readRows(query, (slice) =>
    listCommentRows(page, reader, requestId, slice),
  );
  const authors = items.flatMap(({ authorId }) => authorId ?? []);
  const blocked = await listBlockedAmong(page, authors);
  return { items: items.map((row) => presentStaffComment(row, blocked)), nextCursor };
}
