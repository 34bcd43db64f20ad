import { PageQuery } from "@/lib/http/paging";
import { addPublicComment } from "@/lib/projects/requests/add-comment";
import { listPublicComments } from "@/lib/projects/requests/list-comments";
import {
  CreateComment,
  MergedRequest,
  PublicComment,
  PublicRequestParams,
} from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { publicRoute } from "@/lib/routes/public-route";
import { pageOf } from "@/lib/routes/route";

export const GET = publicRoute({
  summary: "Comments on a request, oldest first",
  description: "With a bearer token, your own are marked, and those that await approval are included.",
  knowsCaller: true,
  params: PublicRequestParams,
  query: PageQuery,
  response: pageOf(PublicComment),
  errors: ["bad_request", "not_found"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, query, actor }) => listPublicComments(params.slug, params.request_id, query, actor),
});

export const POST = bearerRoute({
  summary: "Comment on a request",
  reach: "personal",
  params: PublicRequestParams,
  body: CreateComment,
  response: PublicComment,
  status: 201,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, body, actor, request, now }) =>
    addPublicComment(params.slug, params.request_id, body, actor, request, now),
});
