import type { CommentRow } from "@/lib/projects/requests/comments/store";
import type { Page } from "@/lib/projects/requests/page";
import { publicName, withoutControls } from "@/lib/projects/requests/rules";
import {
  type PublicComment,
  type PublicRequest,
  RequestStatus,
  type StaffComment,
  type StaffRequest,
  Visibility,
} from "@/lib/projects/requests/schema";
import type { RequestRow } from "@/lib/projects/requests/store";
import { taskKey } from "@/lib/projects/tasks/rules";
import { TaskStatus } from "@/lib/projects/tasks/schema";

/** The state of a request as it goes over the wire; null stands for none. */
export function presentStatus(status: string) {
  return RequestStatus.parse(status);
}

function presentTask(row: RequestRow, page: Page) {
  const { taskNumber, taskTitle, taskStatus } = row;
  if (taskNumber === null || taskTitle === null || taskStatus === null) return null;
  return {
    key: taskKey(page.project.key, taskNumber),
    title: withoutControls(taskTitle),
    status: TaskStatus.parse(taskStatus),
  };
}

function presentShared(row: RequestRow) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: presentStatus(row.status),
    votes: row.votes,
    comments: row.comments,
    category: row.category,
    edited_at: row.editedAt?.toISOString() ?? null,
    merged_into_id: row.mergedIntoId,
    created_at: row.createdAt.toISOString(),
    status_changed_at: row.statusChangedAt?.toISOString() ?? null,
  };
}

/** A request as the world sees it: of people only names, and of its task only what the board shows too. */
export function presentPublicRequest(row: RequestRow, page: Page): PublicRequest {
  return {
    ...presentShared(row),
    voted: row.voted,
    is_own: row.isOwn,
    author: row.authorName === null ? null : { name: publicName(row.authorName) },
    is_pending: row.visibility === "pending",
    task: page.project.publicTabs.includes("board") ? presentTask(row, page) : null,
  };
}

/** A request as staff see it. */
export function presentStaffRequest(row: RequestRow, page: Page): StaffRequest {
  const { authorId, authorName, authorIsBlocked } = row;
  return {
    ...presentShared(row),
    project_id: row.projectId,
    visibility: Visibility.parse(row.visibility),
    author:
      authorId === null
        ? null
        : { id: authorId, name: publicName(authorName ?? ""), is_blocked: authorIsBlocked },
    pending_comments: row.pendingComments,
    task: presentTask(row, page),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A comment as the world sees it. */
export function presentPublicComment(row: CommentRow, viewerId: string | null): PublicComment {
  return {
    id: row.id,
    body: row.body,
    author: row.author && { name: publicName(row.author.name) },
    is_staff: row.isStaff,
    is_pending: row.visibility === "pending",
    is_own: row.authorId !== null && row.authorId === viewerId,
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

/** A comment as staff see it. */
export function presentStaffComment(row: CommentRow, blocked: ReadonlySet<string>): StaffComment {
  const { authorId, author } = row;
  return {
    id: row.id,
    body: row.body,
    author:
      authorId === null || author === null
        ? null
        : { id: authorId, name: publicName(author.name), is_blocked: blocked.has(authorId) },
    is_staff: row.isStaff,
    visibility: Visibility.parse(row.visibility),
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}
