import { DATABASE_ANSWER_MS_MAX } from "@/lib/health/limits";
import type { Health } from "@/lib/health/schema";
import { AppError } from "@/lib/http/app-error";
import { engine } from "@/lib/jobs/engine";
import { databaseAnswers } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

/**
 * The state of the service's parts (contract section 1).
 * @throws AppError unavailable, carrying the same parts, when the database does not answer within 2 s
 */
export async function checkHealth(): Promise<Health> {
  const settings = env();
  const parts = {
    jobs: engine(),
    limits: settings.UPSTASH_REDIS_REST_URL ? "upstash" : settings.REDIS_URL ? "redis" : "in_process",
    storage: settings.S3_ENDPOINT ? "configured" : "not_configured",
  } as const;
  if (await databaseAnswers(DATABASE_ANSWER_MS_MAX)) return { status: "ok", database: "ok", ...parts };
  throw new AppError("unavailable", "The database can't be reached.", {
    state: { status: "unavailable", database: "unreachable", ...parts },
  });
}
