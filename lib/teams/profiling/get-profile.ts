import type { Actor } from "@/lib/access/actor";
import { checkProfilingLimit } from "@/lib/teams/profiling/check-limit";
import { languageUses, shareOf, totalOf } from "@/lib/teams/profiling/rules";
import type { ProfiledDevelopers, TeamProfile } from "@/lib/teams/profiling/schema";
import { listContributions } from "@/lib/teams/profiling/store";

/** Languages and distribution of all known commits of these developers. @throws AppError too_many_requests */
export async function getProfile(
  actor: Actor,
  { developer_ids: developerIds }: ProfiledDevelopers,
  now: Date,
): Promise<TeamProfile> {
  await checkProfilingLimit(actor, now);
  const contributions = await listContributions(developerIds);
  const total = totalOf(contributions);
  const languages = languageUses(contributions);
  const lines = languages.reduce((sum, each) => sum + each.lines, 0);
  return {
    ...total,
    languages: languages.map((each) => ({ ...each, share: shareOf(each.lines, lines) })),
    commit_distribution: contributions.map(({ developerId, commits, additions, deletions }) => ({
      developer_id: developerId,
      commits,
      additions,
      deletions,
      share: shareOf(commits, total.commits),
    })),
  };
}
