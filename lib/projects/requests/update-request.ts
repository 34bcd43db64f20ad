import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody, orNotFound } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { type Db, transaction } from "@/lib/platform/database";
import { checkCategory } from "@/lib/projects/requests/check-category";
import {
  renameForFollowers,
  withdrawFromFollowers,
} from "@/lib/projects/requests/followers/notify-followers";
import { staffRequest } from "@/lib/projects/requests/get-request";
import { notifyFollowersJob } from "@/lib/projects/requests/jobs";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import type { StaffRequest, UpdateRequest } from "@/lib/projects/requests/schema";
import { findTaskId, insertChange, lockRequests, updateRequestRow } from "@/lib/projects/requests/store";

async function taskIdOf(tx: Db, page: Page, number: number | null | undefined) {
  if (number === undefined || number === null) return number;
  const id = await findTaskId(tx, page, number);
  if (id !== null) return id;
  throw invalidBody([{ path: "task_number", message: "This project has no such task" }]);
}

/**
 * Changes what is named of a request: its status, with a step in its history, whether it is shown, its words, its task.
 * @throws AppError not_found, conflict once it was merged, invalid for a task that the project does not have
 */
export async function updateRequest(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
  { task_number: taskNumber, ...given }: UpdateRequest,
  now: Date,
): Promise<StaffRequest> {
  return transaction(async (tx) => {
    const page = await openStaffPage(scope, projectId, tx);
    const before = orNotFound((await lockRequests(tx, page, [requestId])).get(requestId), "Request");
    if (before.mergedIntoId !== null) throw new AppError("conflict", "The request was merged into another");
    if (given.category !== before.category) checkCategory(page, given.category);
    const taskId = await taskIdOf(tx, page, taskNumber);
    const was = {
      title: before.title,
      description: before.description,
      status: before.status,
      visibility: before.visibility,
      category: before.category,
      task_id: before.taskId,
    };
    const after = {
      title: given.title ?? was.title,
      description: given.description ?? was.description,
      status: given.status ?? was.status,
      visibility: given.visibility ?? was.visibility,
      category: given.category === undefined ? was.category : given.category,
      task_id: taskId === undefined ? was.task_id : taskId,
    };
    if (!isDeepStrictEqual(was, after)) {
      const { task_id, ...values } = after;
      const isMoved = after.status !== was.status;
      const moved = isMoved ? { statusChangedAt: now } : {};
      await updateRequestRow(tx, page, requestId, { ...values, taskId: task_id, ...moved }, now);
      if (after.title !== was.title) {
        const named = { id: requestId, projectName: page.project.name };
        await renameForFollowers(tx, named, was.title, after.title);
      }
      if (after.visibility === "hidden") await withdrawFromFollowers(tx, requestId);
      if (isMoved) {
        const step = { requestId, from: was.status, to: after.status, actorId: scope.actor.developerId };
        await insertChange(tx, page, step, now);
        await enqueue(tx, notifyFollowersJob, { request_id: requestId, actor_id: step.actorId }, now);
      }
      const entry = {
        action: "project_request.updated",
        target: { type: "project_request", id: requestId },
        before: was,
        after,
      };
      await recordAudit(tx, scope, entry, now);
    }
    return staffRequest(page, requestId, tx);
  });
}
