import { bearerRoute } from "@/lib/routes/bearer-route";
import { cancelReplay } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.cancel",
  summary: "Stop deriving again what is held by your own rules",
  description:
    "The rules stay in force. What was derived again keeps its categories, and the rest those of before, until it " +
    "changes or the rules are applied again.",
  reach: "personal",
  response: RuleState,
  handle: ({ actor, now }) => cancelReplay({ developerId: actor.developerId }, now),
});
