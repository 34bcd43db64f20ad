import { bearerRoute } from "@/lib/routes/bearer-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleList, RuleState } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.apply",
  summary: "Apply your own rules as they are now",
  description:
    "Creates a new version: new samples are classified by it from now on, and stored ones are classified again, " +
    "newest first. If nothing changed, there is no new version, and a cancelled run starts again. With `If-Match`, " +
    "only in that version of the rules.",
  reach: "personal",
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: RuleState,
  version: ({ draft_version }) => draft_version,
  errors: ["too_many_requests"],
  handle: ({ actor, ifMatch, now }) => applyRules({ developerId: actor.developerId }, ifMatch, now),
});
