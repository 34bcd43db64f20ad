import { z } from "zod";
import { listPublicStatusChanges } from "@/lib/projects/requests/list-status-changes";
import { MergedRequest, PublicRequestParams, StatusChange } from "@/lib/projects/requests/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "History of a request's status, oldest first",
  description: "Each status with the time it was set.",
  knowsCaller: true,
  params: PublicRequestParams,
  response: z.array(StatusChange),
  errors: ["not_found"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params, actor }) => listPublicStatusChanges(params.slug, params.request_id, actor),
});
