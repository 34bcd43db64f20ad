import { bearerRoute } from "@/lib/routes/bearer-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.apply",
  summary: "Apply your own rules as they are now",
  description:
    "As a new version: samples that come are derived by it from now on, and what is held is derived again, the newest " +
    "first. Where nothing changed there is no new version, and what was cancelled begins again. " +
    "With `If-Match` only as they are written in that version.",
  reach: "personal",
  ifMatch: true,
  response: RuleState,
  version: ({ draft_version }) => draft_version,
  errors: ["too_many_requests"],
  handle: ({ actor, ifMatch, now }) => applyRules({ developerId: actor.developerId }, ifMatch, now),
});
