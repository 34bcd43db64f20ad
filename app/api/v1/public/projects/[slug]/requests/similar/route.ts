import { z } from "zod";
import { listSimilarRequests } from "@/lib/projects/requests/list-similar-requests";
import { PageParams, PublicRequest, SimilarQuery } from "@/lib/projects/requests/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Requests with a title like this one",
  description: "For people about to file a request: at most five, the most similar first.",
  knowsCaller: true,
  params: PageParams,
  query: SimilarQuery,
  response: z.array(PublicRequest),
  errors: ["bad_request", "not_found", "too_many_requests"],
  handle: ({ params, query, actor, request, now }) =>
    listSimilarRequests(params.slug, query.title, actor, request, now),
});
