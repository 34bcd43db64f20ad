import { bearerRoute } from "@/lib/routes/bearer-route";
import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { previewRules } from "@/lib/tracker/rules/preview-rules";
import { PreviewRules, RulePreview } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.preview",
  summary: "What your own rules would make of your own last 7 days",
  description:
    "Minutes that change their category, rules that contradict each other, and rules that match nothing or everything. " +
    "Nothing is changed, and nobody else's time is looked at.",
  reach: "personal",
  body: PreviewRules,
  bodyBytesMax: RULES_BYTES_MAX,
  response: RulePreview,
  errors: ["conflict", "too_many_requests"],
  handle: ({ actor, body, now }) =>
    previewRules({ developerId: actor.developerId }, actor.developerId, body, now),
});
