import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { followCommits } from "@/lib/teams/follow-commits";
import { FOLLOW_AGAIN_AFTER_DAYS, FOLLOW_DELAY_MS, FOLLOW_SWEEP_MAX } from "@/lib/teams/limits";
import { listTeamsFollowing, listTeamsSyncedBefore } from "@/lib/teams/store";

/** Brings one team that follows commits up to date. */
export const syncFollowingTeam = defineJob({
  name: "teams.sync-following-team",
  payload: z.object({ team_id: z.uuid() }),
  dedupeKey: ({ team_id }) => team_id,
  delayMs: FOLLOW_DELAY_MS,
  handler: async ({ team_id }, { now }) => {
    await followCommits(team_id, now);
    return undefined;
  },
});

async function enqueueSyncs(teamIds: string[], now: Date): Promise<undefined> {
  const payloads = teamIds.map((id) => ({ team_id: id }));
  await transaction((tx) => enqueueAll(tx, syncFollowingTeam, payloads, now));
  return undefined;
}

/** To be added when commits arrive: lets the teams that follow a repository be synced. */
export const syncTeamsOfRepository = defineJob({
  name: "teams.sync-teams-of-repository",
  payload: z.object({ repository_id: z.uuid() }),
  dedupeKey: ({ repository_id }) => repository_id,
  handler: async ({ repository_id }, { now }) => enqueueSyncs(await listTeamsFollowing(repository_id), now),
});

/** Lets following teams be synced that no commit woke for long: members leave by not committing any more. */
export const sweepFollowingTeams = defineScheduledJob({
  name: "teams.sweep-following-teams",
  schedule: "29 * * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - FOLLOW_AGAIN_AFTER_DAYS * DAY_MS);
    return enqueueSyncs(await listTeamsSyncedBefore(before, FOLLOW_SWEEP_MAX), now);
  },
});
