import { recordAudits, SERVICE_ACTOR } from "@/lib/audit/store";
import { enqueueAll } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { listAdoptions, markUnreachable, type NewFacts, updateFacts } from "@/lib/repositories/events/store";
import { syncRepositoryJob } from "@/lib/repositories/jobs";

/** Takes over a repository's new name, default branch or visibility; each workspace that it changes has an audit row. */
export async function takeFacts(
  tx: Db,
  repositoryIds: readonly string[],
  facts: NewFacts,
  now: Date,
): Promise<void> {
  const changed = await updateFacts(tx, repositoryIds, facts);
  const entries = changed.map(({ id, workspaceId, before, after }) => ({
    workspaceId,
    action: "repository.updated",
    target: { type: "repository", id },
    before,
    after,
  }));
  await recordAudits(tx, SERVICE_ACTOR, entries, now);
}

/**
 * Says of every adoption of these repositories of the code host that it is lost, and why, with an audit row. What was
 * stored of them stays: an event alone destroys nothing.
 */
export async function loseRepositories(
  tx: Db,
  externalIds: readonly string[],
  why: string,
  now: Date,
): Promise<void> {
  const lost = await markUnreachable(tx, externalIds, why);
  const entries = lost.map(({ id, workspaceId, fullName }) => ({
    workspaceId,
    action: "repository.lost",
    target: { type: "repository", id },
    after: { full_name: fullName, reason: why },
  }));
  await recordAudits(tx, SERVICE_ACTOR, entries, now);
}

/** Lets every adoption of these repositories be synced, which shows whether its adopter still has access. */
export async function recheckRepositories(tx: Db, externalIds: readonly string[], now: Date): Promise<void> {
  const ids = await listAdoptions(tx, externalIds);
  const payloads = ids.map((id) => ({ repository_id: id }));
  await enqueueAll(tx, syncRepositoryJob, payloads, now);
}
