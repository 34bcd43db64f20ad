import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { staffRequest } from "@/lib/projects/requests/get-request";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import type { StaffRequest } from "@/lib/projects/requests/schema";
import { lockRequests, mergeRows } from "@/lib/projects/requests/store";

/**
 * Merges a duplicate into the request that stays, which gets its votes, one a person, and its comments. The duplicate
 * leads there from now on.
 * @returns the request that stays
 * @throws AppError not_found for either, conflict for one merged already and for a request with itself
 */
export async function mergeRequest(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
  intoId: string,
  now: Date,
): Promise<StaffRequest> {
  return transaction(async (tx) => {
    const page = await openStaffPage(scope, projectId, tx);
    const held = await lockRequests(tx, page, [requestId, intoId]);
    const from = held.get(requestId);
    const into = held.get(intoId);
    if (!from || !into) throw new AppError("not_found", "Request not found");
    if (requestId === intoId) throw new AppError("conflict", "A request can't be merged into itself");
    if (from.mergedIntoId !== null || into.mergedIntoId !== null) {
      throw new AppError("conflict", "The request was merged into another");
    }
    await mergeRows(tx, page, requestId, intoId, now);
    const entry = {
      action: "project_request.merged",
      target: { type: "project_request", id: requestId },
      before: { title: from.title, votes: from.votes },
      after: { title: into.title, merged_into_id: intoId },
    };
    await recordAudit(tx, scope, entry, now);
    return staffRequest(page, intoId, tx);
  });
}
