import { deleteOwnRequest, editOwnRequest } from "@/lib/projects/requests/change-own";
import { getPublicRequest } from "@/lib/projects/requests/get-request";
import {
  EditRequest,
  MergedRequest,
  PublicRequest,
  PublicRequestParams,
} from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "One request",
  description: "With a bearer token, the answer says whether it is yours and has your vote.",
  knowsCaller: true,
  params: PublicRequestParams,
  response: PublicRequest,
  errors: ["not_found"],
  revalidates: true,
  handle: ({ params, actor }) => getPublicRequest(params.slug, params.request_id, actor),
});

export const PATCH = bearerRoute({
  summary: "Edit your own request",
  description: "Others see that it was edited. The new text may need approval again.",
  reach: "personal",
  params: PublicRequestParams,
  body: EditRequest,
  response: PublicRequest,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, body, ...call }) => editOwnRequest(params.slug, params.request_id, body, call),
});

export const DELETE = bearerRoute({
  summary: "Delete your own request",
  description: "Only while nobody else has voted for it or commented on it.",
  reach: "personal",
  params: PublicRequestParams,
  errors: ["conflict", "forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, ...call }) => deleteOwnRequest(params.slug, params.request_id, call),
});
