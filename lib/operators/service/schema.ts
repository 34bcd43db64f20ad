import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";
import { SIGN_IN_FAILURES } from "@/lib/identity/rules";
import { ProviderId } from "@/lib/identity/schema";

const count = z.int().nonnegative();

export const ServiceSample = z
  .object({
    taken_at: Timestamp,
    due_jobs: count,
    job_lag_s: count.meta({ description: "For how long the oldest due job has been due" }),
    pending_deliveries: count,
    delivery_age_s: count.meta({
      description: "For how long the oldest due or deferred delivery has waited",
    }),
    enrichment_hours: count.meta({ description: "Hours of the tracker to be derived" }),
    enrichment_lag_s: count,
  })
  .meta({ id: "ServiceSample" });
export type ServiceSample = z.input<typeof ServiceSample>;

export const GivenUpJobParams = z.object({
  job_id: z.string().regex(/^\d{1,18}$/, "Job not found"),
});

export const GivenUpJob = z
  .object({
    id: z.string(),
    name: z.string(),
    attempts: count,
    error: z.string().nullable(),
    workspace_id: z.string().nullable(),
    failed_at: Timestamp,
  })
  .meta({ id: "GivenUpJob" });
export type GivenUpJob = z.input<typeof GivenUpJob>;

export const SwitchedOffWebhook = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string().meta({ description: "Of its address, the rest of which may be a secret" }),
    reason: z.enum(["gone", "failing"]),
    workspace_name: z.string(),
    workspace_slug: z.string(),
    disabled_at: Timestamp.nullable(),
  })
  .meta({ id: "SwitchedOffWebhook" });
export type SwitchedOffWebhook = z.input<typeof SwitchedOffWebhook>;

const load = (what: string) =>
  count.nullable().meta({ description: `${what}; null where they could not be counted in time` });

export const WorkspaceLoad = z
  .object({
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    deliveries: load("Webhook deliveries"),
    automation_runs: load("Automation runs"),
    product_events: load("Product events"),
    tracker_samples: load("Tracker samples"),
  })
  .meta({ id: "WorkspaceLoad" });
export type WorkspaceLoad = z.input<typeof WorkspaceLoad>;

export const SignInProblem = z
  .object({
    provider: ProviderId,
    provider_name: z.string(),
    reason: z.enum(SIGN_IN_FAILURES),
    count_24h: count,
    count_7d: count,
    last_at: Timestamp,
  })
  .meta({ id: "SignInProblem" });
export type SignInProblem = z.input<typeof SignInProblem>;

export const JobChange = z
  .object({
    id: z.string(),
    action: z.enum(["retried", "discarded"]),
    job_id: z.string(),
    job_name: z.string(),
    actor_id: z.string().nullable(),
    actor_name: z.string().nullable().meta({ description: "null once the person was erased" }),
    actor_email: z.string().nullable(),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "JobChange" });
export type JobChange = z.input<typeof JobChange>;
