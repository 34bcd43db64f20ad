import type { Operator } from "@/lib/access/operators/operator";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { engine } from "@/lib/jobs/engine";
import { CHANGES_SHOWN_MAX } from "@/lib/operators/service/limits";
import type { JobChange } from "@/lib/operators/service/schema";
import {
  deleteGivenUp,
  type JOB_ACTIONS,
  type JobChangeRow,
  listJobChanges,
  retryGivenUp,
} from "@/lib/operators/service/store";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";

/** Changes a given-up job and writes down who did, in one transaction. */
async function settle(
  operator: Operator,
  id: string,
  action: (typeof JOB_ACTIONS)[number],
  now: Date,
): Promise<void> {
  const change = action === "job.retried" ? retryGivenUp : deleteGivenUp;
  const name = await transaction(async (tx) => {
    const found = engine() === "embedded" ? await change(tx, operator, id) : null;
    if (found === null) throw new AppError("not_found", "Job not found");
    const entry = { action, target: { type: "job", id }, after: { name: found } };
    await recordAudit(tx, { workspaceId: null, actor: operator.actor }, entry, now);
    return found;
  });
  log.info({ job: name, job_id: id, developer_id: operator.actor.developerId, action }, "an operator acted");
}

/** Lets a given-up job run again, at once. @throws AppError not_found where it is not given up (any more) */
export function retryGivenUpJob(operator: Operator, id: string, now: Date): Promise<void> {
  return settle(operator, id, "job.retried", now);
}

/** Discards a given-up job: its work is never done. @throws AppError not_found where it is not given up (any more) */
export function discardGivenUpJob(operator: Operator, id: string, now: Date): Promise<void> {
  return settle(operator, id, "job.discarded", now);
}

function nameIn(after: JobChangeRow["after"]): string {
  const name = typeof after === "object" && after !== null ? Reflect.get(after, "name") : null;
  return typeof name === "string" ? name : "";
}

/** Who let given-up jobs run again or discarded them, the latest first, at most 50. */
export async function listChangesOfJobs(operator: Operator): Promise<JobChange[]> {
  const rows = await listJobChanges(operator, CHANGES_SHOWN_MAX);
  return rows.map((row) => ({
    id: row.id,
    action: row.action === "job.retried" ? "retried" : "discarded",
    job_id: row.targetId,
    job_name: nameIn(row.after),
    actor_id: row.actorId,
    actor_name: row.actor?.name ?? null,
    actor_email: row.actor?.email ?? null,
    ip: row.ip,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  }));
}
