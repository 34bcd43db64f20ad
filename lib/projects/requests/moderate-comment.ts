import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { listBlockedAmong } from "@/lib/projects/requests/blocks/store";
import { updateCommentRow } from "@/lib/projects/requests/comments/store";
import { updateToldReply } from "@/lib/projects/requests/followers/notify-followers";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import { presentStaffComment } from "@/lib/projects/requests/present";
import type { StaffComment, UpdateComment } from "@/lib/projects/requests/schema";

/** Hides a comment, shows it again, or lets a waiting one through. @throws AppError not_found */
export async function moderateComment(
  scope: WorkspaceScope,
  at: { project_id: string; request_id: string; comment_id: string },
  { visibility }: UpdateComment,
  now: Date,
): Promise<StaffComment> {
  const page = await openStaffPage(scope, at.project_id);
  const row = await transaction(async (tx) => {
    const updated = await updateCommentRow(tx, page, at.request_id, at.comment_id, visibility);
    if (!updated) throw new AppError("not_found", "Comment not found");
    if (visibility === "hidden") await updateToldReply(tx, updated.row, null);
    if (updated.before !== visibility) {
      const entry = {
        action: "project_request_comment.updated",
        target: { type: "project_request", id: at.request_id },
        before: { comment_id: at.comment_id, visibility: updated.before },
        after: { comment_id: at.comment_id, visibility },
      };
      await recordAudit(tx, scope, entry, now);
    }
    return updated.row;
  });
  return presentStaffComment(row, await listBlockedAmong(page, row.authorId ? [row.authorId] : []));
}
