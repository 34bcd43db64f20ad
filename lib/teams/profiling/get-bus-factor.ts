import type { Actor } from "@/lib/access/actor";
import { checkProfilingLimit } from "@/lib/teams/profiling/check-limit";
import { languageUses } from "@/lib/teams/profiling/rules";
import type { ProfiledDevelopers, TeamBusFactor } from "@/lib/teams/profiling/schema";
import { listContributions } from "@/lib/teams/profiling/store";

/** On how few of these developers each language rests. @throws AppError too_many_requests */
export async function getBusFactor(
  actor: Actor,
  { developer_ids: developerIds }: ProfiledDevelopers,
  now: Date,
): Promise<TeamBusFactor> {
  await checkProfilingLimit(actor, now);
  const uses = languageUses(await listContributions(developerIds));
  const languages = uses
    .toSorted((a, b) => a.busFactor - b.busFactor || b.lines - a.lines)
    .map(({ busFactor, ...each }) => ({ ...each, bus_factor: busFactor }));
  return { languages };
}
