import { bearerRoute } from "@/lib/routes/bearer-route";
import { cancelReplay } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.cancel",
  summary: "Stop applying your own rules to stored samples",
  description:
    "The rules stay in force for new samples. Samples that were classified again keep their new categories; the rest " +
    "keep the old ones until they change or the rules are applied again.",
  reach: "personal",
  response: RuleState,
  handle: ({ actor, now }) => cancelReplay({ developerId: actor.developerId }, now),
});
