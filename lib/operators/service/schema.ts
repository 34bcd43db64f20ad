import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";

const count = z.int().nonnegative();

export const ServiceSample = z
  .object({
    taken_at: Timestamp,
    due_jobs: count,
    job_lag_s: count.meta({ description: "For how long the oldest due job has been due" }),
    pending_deliveries: count,
    delivery_age_s: count.meta({ description: "For how long the oldest due or parked delivery has waited" }),
    enrichment_hours: count.meta({ description: "Hours of the tracker to be derived" }),
    enrichment_lag_s: count,
  })
  .meta({ id: "ServiceSample" });

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

export const WorkspaceLoad = z
  .object({
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    pending_deliveries: count.meta({ description: "Of the first 50,000 that are on their way" }),
  })
  .meta({ id: "WorkspaceLoad" });
