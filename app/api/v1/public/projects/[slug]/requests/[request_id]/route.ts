import { getPublicRequest } from "@/lib/projects/requests/get-request";
import { PublicRequest, PublicRequestParams } from "@/lib/projects/requests/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "One request",
  params: PublicRequestParams,
  response: PublicRequest,
  errors: ["not_found"],
  revalidates: true,
  handle: ({ params, actor }) => getPublicRequest(params.slug, params.request_id, actor),
});
