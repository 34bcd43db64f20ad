import { bearerRoute } from "@/lib/routes/bearer-route";
import { correctSamples } from "@/lib/tracker/corrections/correct-samples";
import { Corrected, CorrectSamples } from "@/lib/tracker/corrections/schema";

export const PATCH = bearerRoute({
  operationId: "tracker.samples.correct",
  summary: "Say what a stretch of your own time was",
  description:
    "Its project, task or category, to the second, over whatever is derived of it: of all samples in it, also those that " +
    "come later. Of several corrections what was said last holds. It can be taken back.",
  reach: "personal",
  body: CorrectSamples,
  response: Corrected,
  errors: ["not_found", "conflict", "too_many_requests"],
  handle: ({ actor, body, now }) => correctSamples(actor, body, now),
});
