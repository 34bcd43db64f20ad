import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";
import type { ProjectRequestComment } from "@/lib/platform/rows";
import type { Page } from "@/lib/projects/requests/page";
import { type Reader, viewerOf } from "@/lib/projects/requests/store";

const COMMENT_AUTHOR = {
  author: { select: { name: true } },
} as const satisfies Prisma.ProjectRequestCommentInclude;

export type CommentRow = Prisma.ProjectRequestCommentGetPayload<{ include: typeof COMMENT_AUTHOR }>;

/** A page of a request's comments, oldest first. The caller has made sure that the reader may see the request. */
export async function listCommentRows(
  page: Page,
  reader: Reader,
  requestId: string,
  { limit, after }: Slice,
): Promise<CommentRow[]> {
  const viewerId = viewerOf(reader);
  const seen = [
    { visibility: "visible" },
    ...(viewerId === null ? [] : [{ visibility: "pending", authorId: viewerId }]),
  ];
  return db().projectRequestComment.findMany({
    where: {
      requestId,
      request: { projectId: page.projectId },
      AND: ["viewerId" in reader ? { OR: seen } : {}, beyond(after, "asc")],
    },
    include: COMMENT_AUTHOR,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
}

type NewComment = Pick<ProjectRequestComment, "requestId" | "body" | "isStaff" | "visibility"> & {
  authorId: string;
};

/** Adds a comment to a request. The caller has locked the request's row, and it is the page's. */
export async function insertComment(tx: Db, comment: NewComment, now: Date): Promise<CommentRow> {
  return tx.projectRequestComment.create({ data: { ...comment, createdAt: now }, include: COMMENT_AUTHOR });
}

/** Shows or hides a comment of a request of the page; null where there is no such comment. */
export async function updateCommentRow(
  tx: Db,
  page: Page,
  requestId: string,
  commentId: string,
  visibility: string,
): Promise<{ before: string; row: CommentRow } | null> {
  const where = { id: commentId, requestId, request: { projectId: page.projectId } };
  const before = await tx.projectRequestComment.findFirst({ where, select: { visibility: true } });
  if (!before) return null;
  const row = await tx.projectRequestComment.update({
    where: { id: commentId },
    data: { visibility },
    include: COMMENT_AUTHOR,
  });
  return { before: before.visibility, row };
}

/** A person's own comment on a request of the page that others can read, or that waits; null for any other. */
export async function findOwnComment(
  tx: Db,
  page: Page,
  [requestId, commentId]: readonly [requestId: string, commentId: string],
  authorId: string,
): Promise<CommentRow | null> {
  return tx.projectRequestComment.findFirst({
    where: {
      id: commentId,
      requestId,
      authorId,
      visibility: { not: "hidden" },
      request: { projectId: page.projectId },
    },
    include: COMMENT_AUTHOR,
  });
}

/** Gives a comment another text. The caller has found it through a page. */
export async function rewriteComment(
  tx: Db,
  id: string,
  values: { body: string; visibility: string },
  now: Date,
): Promise<CommentRow> {
  const data = { ...values, editedAt: now };
  return tx.projectRequestComment.update({ where: { id }, data, include: COMMENT_AUTHOR });
}

/** Deletes a comment for good. The caller has found it through a page. */
export async function deleteCommentRow(tx: Db, id: string): Promise<void> {
  await tx.projectRequestComment.deleteMany({ where: { id } });
}
