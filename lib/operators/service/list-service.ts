import type { Operator } from "@/lib/access/operators/operator";
import { SIGN_IN_PROBLEMS_KEPT_DAYS } from "@/lib/identity/limits";
import { providerName } from "@/lib/identity/providers";
import type { ProviderId, SignInFailure } from "@/lib/identity/rules";
import { engine } from "@/lib/jobs/engine";
import {
  ERROR_CHARS_MAX,
  GIVEN_UP_SHOWN_MAX,
  SAMPLES_SHOWN_HOURS,
  SIGN_IN_PROBLEMS_LATELY_HOURS,
  WEBHOOKS_SHOWN_MAX,
} from "@/lib/operators/service/limits";
import type {
  GivenUpJob,
  ServiceSample,
  SignInProblem,
  SwitchedOffWebhook,
} from "@/lib/operators/service/schema";
import {
  listGivenUp,
  listSamples,
  listSignInProblemRows,
  listSwitchedOff,
} from "@/lib/operators/service/store";
import { HOUR_MS } from "@/lib/platform/limits";
import { withoutSecrets } from "@/lib/platform/log";

const DAY_HOURS = 24;

/** How the service was in the last 24 hours, minute by minute. */
export async function listServiceSamples(operator: Operator, now: Date): Promise<ServiceSample[]> {
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
export async function listGivenUpJobs(operator: Operator): Promise<GivenUpJob[]> {
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

/** The webhooks that the service switched off, at most 100. */
export async function listSwitchedOffWebhooks(operator: Operator): Promise<SwitchedOffWebhook[]> {
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

/** How often signing in failed in the last 7 days, by provider and reason. */
export async function listSignInProblems(operator: Operator, now: Date): Promise<SignInProblem[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const since = ago(SIGN_IN_PROBLEMS_KEPT_DAYS * DAY_HOURS);
  const rows = await listSignInProblemRows(operator, since, ago(SIGN_IN_PROBLEMS_LATELY_HOURS));
  return rows.map((row) => ({
    provider: row.provider as ProviderId,
    provider_name: providerName(row.provider as ProviderId),
    reason: row.reason as SignInFailure,
    count_24h: row.lately,
    count_7d: row.inAll,
    last_at: row.lastAt.toISOString(),
  }));
}
