import { bearerRoute } from "@/lib/routes/bearer-route";
import { correctSamples } from "@/lib/tracker/corrections/correct-samples";
import { Corrected, CorrectSamples } from "@/lib/tracker/corrections/schema";

export const PATCH = bearerRoute({
  operationId: "tracker.samples.correct",
  summary: "Correct a stretch of your own time",
  description:
    "Sets the project, task or category of its time, to the second, whatever was derived, also for samples that " +
    "arrive later. The latest correction wins. It can be undone.",
  reach: "personal",
  body: CorrectSamples,
  response: Corrected,
  errors: ["not_found", "conflict", "too_many_requests"],
  handle: ({ actor, body, now }) => correctSamples(actor, body, now),
});
