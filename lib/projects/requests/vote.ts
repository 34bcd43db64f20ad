import type { Actor } from "@/lib/access/actor";
import { whyNotThere } from "@/lib/projects/requests/not-found";
import { enterPage } from "@/lib/projects/requests/open-page";
import type { Vote } from "@/lib/projects/requests/schema";
import { deleteVote, findVotes, insertVote } from "@/lib/projects/requests/store";

/**
 * Casts the actor's vote for a request, or takes it back; doing it again changes nothing.
 * @throws AppError not_found for a request that is not to be seen, waits or was merged, forbidden for whoever is
 *   blocked, too_many_requests
 */
export async function vote(
  slug: string,
  requestId: string,
  voted: boolean,
  actor: Actor,
  request: Request,
  now: Date,
): Promise<Vote> {
  const { page, developerId } = await enterPage(slug, actor, request, "request_votes_per_developer", now);
  if (voted) await insertVote(page, requestId, developerId, now);
  else await deleteVote(page, requestId, developerId);
  const votes = await findVotes(page, requestId);
  if (votes === null) {
    throw await whyNotThere(page, developerId, requestId);
  }
  return { votes, voted };
}
