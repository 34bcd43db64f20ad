import type { Actor } from "@/lib/access/actor";
import { deleteFollow, insertFollow, isFollowing } from "@/lib/projects/requests/followers/store";
import { enterPage, openPublicPage } from "@/lib/projects/requests/open-page";
import type { Following } from "@/lib/projects/requests/schema";

/** Whether the actor follows a project. @throws AppError not_found where the page or its roadmap is not public */
export async function getFollowing(slug: string, actor: Actor): Promise<Following> {
  const page = await openPublicPage(slug, "roadmap");
  return { following: await isFollowing(page, actor.developerId) };
}

/**
 * Follows a project, or ends that; doing it again changes nothing. Followers hear of each request that moves on.
 * @throws AppError not_found where the page or its roadmap is not public, forbidden for whoever is blocked,
 *   too_many_requests
 */
export async function follow(
  slug: string,
  following: boolean,
  actor: Actor,
  request: Request,
  now: Date,
): Promise<Following> {
  const { page, developerId } = await enterPage(slug, actor, request, "request_votes_per_developer", now);
  if (following) await insertFollow(page, developerId, now);
  else await deleteFollow(page, developerId);
  return { following };
}
