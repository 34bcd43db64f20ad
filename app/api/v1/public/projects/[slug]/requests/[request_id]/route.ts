import { publicRoute } from "@/lib/http/public-route";
import { getPublicRequest } from "@/lib/projects/requests/get-request";
import { PublicRequest, PublicRequestParams } from "@/lib/projects/requests/schema";

export const GET = publicRoute({
  summary: "One request",
  params: PublicRequestParams,
  response: PublicRequest,
  errors: ["not_found"],
  revalidates: true,
  handle: ({ params, actor }) => getPublicRequest(params.slug, params.request_id, actor),
});
