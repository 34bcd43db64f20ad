import { MergedRequest, PublicRequestParams, Vote } from "@/lib/projects/requests/schema";
import { vote } from "@/lib/projects/requests/vote";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const PUT = bearerRoute({
  summary: "Vote for a request",
  description: "One vote a person: voting again changes nothing.",
  reach: "personal",
  params: PublicRequestParams,
  response: Vote,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, actor, request, now }) =>
    vote(params.slug, params.request_id, true, actor, request, now),
});

export const DELETE = bearerRoute({
  summary: "Take your vote back",
  reach: "personal",
  params: PublicRequestParams,
  response: Vote,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, actor, request, now }) =>
    vote(params.slug, params.request_id, false, actor, request, now),
});
