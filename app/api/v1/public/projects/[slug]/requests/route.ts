import { createRequest } from "@/lib/projects/requests/create-request";
import { listPublicRequests } from "@/lib/projects/requests/list-requests";
import { CreateRequest, PageParams, PublicRequest, RequestQuery } from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { publicRoute } from "@/lib/routes/public-route";
import { pageOf } from "@/lib/routes/route";

export const GET = publicRoute({
  summary: "Requests on a project's public page",
  description:
    "With a bearer token, your own and those with your vote are marked, and yours that await approval are included.",
  knowsCaller: true,
  params: PageParams,
  query: RequestQuery,
  response: pageOf(PublicRequest),
  errors: ["bad_request", "not_found"],
  handle: ({ params, query, actor, now }) => listPublicRequests(params.slug, query, actor, now),
});

export const POST = bearerRoute({
  summary: "File a request",
  description: "If the page requires it, the request awaits approval by staff.",
  reach: "personal",
  params: PageParams,
  body: CreateRequest,
  response: PublicRequest,
  status: 201,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, body, actor, request, now }) => createRequest(params.slug, body, actor, request, now),
});
