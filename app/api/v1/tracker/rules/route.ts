import { bearerRoute } from "@/lib/routes/bearer-route";
import { createRule, getRules } from "@/lib/tracker/rules/change-rules";
import { ChangedRule, NewRule, RuleList } from "@/lib/tracker/rules/schema";

export const GET = bearerRoute({
  operationId: "tracker.ownRules.get",
  summary: "Your own rules in their order, and the state of those in force",
  description:
    "They take precedence over the rules of all your workspaces. `:import` accepts the answer as a file.",
  reach: "personal",
  response: RuleList,
  version: ({ draft_version }) => draft_version,
  handle: ({ actor }) => getRules({ developerId: actor.developerId }),
});

export const POST = bearerRoute({
  operationId: "tracker.ownRules.create",
  summary: "Add a rule to your own",
  description:
    "It takes effect once the rules are applied. With `If-Match`, only in that version of the rules.",
  reach: "personal",
  body: NewRule,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: ChangedRule,
  version: ({ draft_version }) => draft_version,
  status: 201,
  errors: ["conflict"],
  handle: ({ actor, body, ifMatch }) => createRule({ developerId: actor.developerId }, body, ifMatch),
});
