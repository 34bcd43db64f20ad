import { bearerRoute } from "@/lib/routes/bearer-route";
import { getWhy } from "@/lib/tracker/why/get-why";
import { SampleParams, SampleWhy } from "@/lib/tracker/why/schema";

export const GET = bearerRoute({
  summary: "Why one of your own samples counts as it does",
  description:
    "The rule behind its category, the evidence for its project and task and how strong it is, and the alternatives.",
  reach: "personal",
  params: SampleParams,
  response: SampleWhy,
  errors: ["not_found"],
  handle: ({ actor, params }) => getWhy(actor, params.sample_id),
});
