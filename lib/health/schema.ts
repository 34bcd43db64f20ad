import { z } from "zod";

const AgeS = z.number().int().nonnegative();

/** Why a service is degraded although it answers. */
const PROBLEMS = [
  "no_living_worker",
  "jobs_overdue",
  "jobs_unreadable",
  "limit_store_unreachable",
  "limits_counted_apart",
  "connections_awaited",
  "bodies_given_up",
  "storage_unreachable",
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** What each part of the service is and whether it can be reached; no addresses, and no version except our own. */
export const Health = z
  .object({
    status: z
      .enum(["ok", "degraded"])
      .meta({ description: "`degraded`: requests are answered, and something of `problems` is wrong" }),
    version: z.string().meta({ description: "Of the service, as in its API document" }),
    database: z.literal("ok"),
    jobs: z.enum(["embedded", "inngest"]),
    limits: z.enum(["in_process", "redis", "upstash"]),
    storage: z.enum(["configured", "not_configured"]),
    problems: z.array(z.enum(PROBLEMS)),
    workers: z
      .array(
        z.object({
          heartbeat_age_s: AgeS.meta({ description: "Seconds since it last showed that it lives" }),
          running_jobs: z.number().int().nonnegative(),
          started_at: z.iso.datetime(),
        }),
      )
      .meta({
        description: "Worker processes of the embedded engine, at most 20, the most recently seen first",
      }),
    oldest_due_job_age_s: AgeS.nullable().meta({
      description: "How long the oldest due job has waited; null when none is due, or when that is unknown",
    }),
    tracker_backlog: z
      .object({
        hours: z.number().int().nonnegative().meta({ description: "10001 stands for more than 10,000" }),
        oldest_age_s: AgeS.nullable(),
      })
      .meta({ description: "Hours of the tracker whose samples are stored and not yet derived" }),
    connection_waits: z
      .object({
        waiting: z.number().int().nonnegative().meta({ description: "Requests waiting at this moment" }),
        longest_ms: z
          .number()
          .int()
          .nonnegative()
          .meta({ description: "The longest wait of the last minute or two; over 5 s is a problem" }),
      })
      .meta({ description: "Waits for connections to the database in the process that answers" }),
    limits_answer: z
      .boolean()
      .meta({ description: "Whether the store of the rate limits answers and counts" }),
    storage_answers: z
      .boolean()
      .nullable()
      .meta({ description: "Whether the object store answers; null when there is none" }),
  })
  .meta({ id: "Health" });
export type Health = z.output<typeof Health>;

/** What is known while the database can't be reached. */
export const Unhealthy = Health.pick({ jobs: true, limits: true, storage: true }).extend({
  status: z.literal("unavailable"),
  database: z.literal("unreachable"),
});

export const Liveness = z.object({ status: z.literal("ok") }).meta({ id: "Liveness" });

export const Readiness = z
  .object({
    status: z.literal("ready"),
    database: z.literal("ok"),
    migrations: z.literal("applied"),
    identity_provider: z.enum(["ok", "not_used"]).meta({
      description:
        "The built-in one. External providers never count, because their failure is no reason to send requests elsewhere.",
    }),
  })
  .meta({ id: "Readiness" });
export type Readiness = z.output<typeof Readiness>;

/** The same while requests can't be sent here; of a process that is about to stop only `status`. */
export const Unready = z.object({
  status: z.literal("not_ready"),
  database: z.enum(["ok", "unreachable"]),
  migrations: z.enum(["applied", "pending", "unknown"]),
  identity_provider: z.enum(["ok", "not_used", "unreachable"]),
});
