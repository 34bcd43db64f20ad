import { createRequest } from "@/lib/projects/requests/create-request";
import { listPublicRequests } from "@/lib/projects/requests/list-requests";
import { CreateRequest, PageParams, PublicRequest, RequestQuery } from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { publicRoute } from "@/lib/routes/public-route";
import { pageOf } from "@/lib/routes/route";

export const GET = publicRoute({
  summary: "What visitors of a project's page ask for",
  description:
    "A bearer adds which of them are your own and have your vote, and your own that still wait for staff.",
  knowsCaller: true,
  params: PageParams,
  query: RequestQuery,
  response: pageOf(PublicRequest),
  errors: ["bad_request", "not_found"],
  handle: ({ params, query, actor, now }) => listPublicRequests(params.slug, query, actor, now),
});

export const POST = bearerRoute({
  summary: "Ask for something",
  description: "Where the page has it so, a request waits until staff let it through.",
  reach: "personal",
  params: PageParams,
  body: CreateRequest,
  response: PublicRequest,
  status: 201,
  errors: ["forbidden", "not_found", "too_many_requests"],
  handle: ({ params, body, actor, request, now }) => createRequest(params.slug, body, actor, request, now),
});
