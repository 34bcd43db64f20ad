import { follow, getFollowing } from "@/lib/projects/requests/followers/follow";
import { Following, PageParams } from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const GET = bearerRoute({
  summary: "Whether you follow a project",
  description: "By its public page, whose roadmap must be shown.",
  reach: "personal",
  params: PageParams,
  response: Following,
  errors: ["not_found"],
  handle: ({ params, actor }) => getFollowing(params.slug, actor),
});

export const PUT = bearerRoute({
  summary: "Follow a project",
  description:
    "You are notified when one of its requests changes its status, as your notification settings say.",
  reach: "personal",
  params: PageParams,
  response: Following,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, actor, request, now }) => follow(params.slug, true, actor, request, now),
});

export const DELETE = bearerRoute({
  summary: "Unfollow a project",
  description:
    "Repeating it changes nothing. You are still notified of requests that you wrote or voted for.",
  reach: "personal",
  params: PageParams,
  response: Following,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, actor, request, now }) => follow(params.slug, false, actor, request, now),
});
