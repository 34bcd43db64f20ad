import { bearerRoute } from "@/lib/routes/bearer-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.apply",
  summary: "Put your own rules in force, as they are written",
  description:
    "As a new version: samples that come are derived by it from now on, and what is held is derived again, the newest " +
    "first. Where nothing changed there is no new version, and what was cancelled begins again.",
  reach: "personal",
  response: RuleState,
  handle: ({ actor, now }) => applyRules({ developerId: actor.developerId }, now),
});
