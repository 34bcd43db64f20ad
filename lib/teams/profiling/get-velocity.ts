import type { Actor } from "@/lib/access/actor";
import { DAY_MS } from "@/lib/platform/limits";
import { checkProfilingLimit } from "@/lib/teams/profiling/check-limit";
import type { ProfiledDevelopers, TeamVelocity, VelocityQuery } from "@/lib/teams/profiling/schema";
import { findVelocity } from "@/lib/teams/profiling/store";

/** What these developers committed and had merged in the last days. @throws AppError too_many_requests */
export async function getVelocity(
  actor: Actor,
  { developer_ids: developerIds }: ProfiledDevelopers,
  { days }: VelocityQuery,
  now: Date,
): Promise<TeamVelocity> {
  await checkProfilingLimit(actor, now);
  const since = new Date(now.getTime() - days * DAY_MS);
  const { mergedPullRequests, ...changes } = await findVelocity(developerIds, since, now);
  return { days, ...changes, merged_pull_requests: mergedPullRequests };
}
