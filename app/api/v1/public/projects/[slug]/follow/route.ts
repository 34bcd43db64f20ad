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
  description: "You hear of each of its requests that moves on, as your notification settings say.",
  reach: "personal",
  params: PageParams,
  response: Following,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, actor, request, now }) => follow(params.slug, true, actor, request, now),
});

export const DELETE = bearerRoute({
  summary: "Follow a project no more",
  description: "Doing it again changes nothing. Requests that you wrote or voted for still concern you.",
  reach: "personal",
  params: PageParams,
  response: Following,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, actor, request, now }) => follow(params.slug, false, actor, request, now),
});
