import type { z } from "zod";
import type { Operator } from "@/lib/access/operators/operator";
import { AppError } from "@/lib/http/app-error";
import { engine } from "@/lib/jobs/engine";
import {
  ERROR_CHARS_MAX,
  GIVEN_UP_SHOWN_MAX,
  LOADS_SHOWN_MAX,
  SAMPLES_SHOWN_HOURS,
  WEBHOOKS_SHOWN_MAX,
} from "@/lib/operators/service/limits";
import type {
  GivenUpJob,
  ServiceSample,
  SwitchedOffWebhook,
  WorkspaceLoad,
} from "@/lib/operators/service/schema";
import {
  deleteGivenUp,
  listGivenUp,
  listLoads,
  listSamples,
  listSwitchedOff,
  retryGivenUp,
} from "@/lib/operators/service/store";
import { log, withoutSecrets } from "@/lib/platform/log";

const HOUR_MS = 3_600_000;

/** How the service was in the last 24 hours, minute by minute. */
export async function listServiceSamples(
  operator: Operator,
  now: Date,
): Promise<z.input<typeof ServiceSample>[]> {
  const rows = await listSamples(operator, new Date(now.getTime() - SAMPLES_SHOWN_HOURS * HOUR_MS));
  return rows.map((row) => ({
    taken_at: row.takenAt.toISOString(),
    due_jobs: row.dueJobs,
    job_lag_s: row.jobLagS,
    pending_deliveries: row.pendingDeliveries,
    delivery_age_s: row.deliveryAgeS,
    enrichment_hours: row.enrichmentHours,
    enrichment_lag_s: row.enrichmentLagS,
  }));
}

/** The jobs that failed for good, at most 100; none where Inngest runs them, which has a console of its own. */
export async function listGivenUpJobs(operator: Operator): Promise<z.input<typeof GivenUpJob>[]> {
  const rows = engine() === "embedded" ? await listGivenUp(operator, GIVEN_UP_SHOWN_MAX) : [];
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    attempts: row.attempts,
    error: row.error === null ? null : withoutSecrets(row.error).slice(0, ERROR_CHARS_MAX),
    workspace_id: row.workspaceId,
    failed_at: row.failedAt.toISOString(),
  }));
}

async function settle(
  operator: Operator,
  id: string,
  words: string,
  change: typeof retryGivenUp,
): Promise<void> {
  const name = engine() === "embedded" ? await change(operator, id) : null;
  if (name === null) throw new AppError("not_found", "Job not found");
  log.info({ job: name, job_id: id, developer_id: operator.actor.developerId }, words);
}

/** Lets a given-up job run again, at once. @throws AppError not_found where it is not given up (any more) */
export function retryGivenUpJob(operator: Operator, id: string): Promise<void> {
  return settle(operator, id, "an operator let a job run again", retryGivenUp);
}

/** Discards a given-up job: its work is never done. @throws AppError not_found where it is not given up (any more) */
export function discardGivenUpJob(operator: Operator, id: string): Promise<void> {
  return settle(operator, id, "an operator discarded a job", deleteGivenUp);
}

/** The webhooks that the service switched off, at most 100. */
export async function listSwitchedOffWebhooks(
  operator: Operator,
): Promise<z.input<typeof SwitchedOffWebhook>[]> {
  const rows = await listSwitchedOff(operator, WEBHOOKS_SHOWN_MAX);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: new URL(row.url).host,
    reason: row.disabledReason === "gone" ? "gone" : "failing",
    workspace_name: row.workspace.name,
    workspace_slug: row.workspace.slug,
    disabled_at: row.disabledAt?.toISOString() ?? null,
  }));
}

/** The workspaces with most work on its way, at most 20. */
export async function listWorkspaceLoads(operator: Operator): Promise<z.input<typeof WorkspaceLoad>[]> {
  const rows = await listLoads(operator, LOADS_SHOWN_MAX);
  return rows.map(({ workspaceId, name, slug, deliveries }) => ({
    workspace_id: workspaceId,
    name,
    slug,
    pending_deliveries: deliveries,
  }));
}
