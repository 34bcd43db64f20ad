import { bearerRoute } from "@/lib/routes/bearer-route";
import { deleteRule, updateRule } from "@/lib/tracker/rules/change-rules";
import { Rule, RuleChange, RuleParams } from "@/lib/tracker/rules/schema";

export const PATCH = bearerRoute({
  operationId: "tracker.ownRules.update",
  summary: "Change one of your own rules, or move it",
  description: "It holds once the rules are applied.",
  reach: "personal",
  params: RuleParams,
  body: RuleChange,
  response: Rule,
  errors: ["not_found", "conflict"],
  handle: ({ actor, params, body }) => updateRule({ developerId: actor.developerId }, params.rule_id, body),
});

export const DELETE = bearerRoute({
  operationId: "tracker.ownRules.delete",
  summary: "Delete one of your own rules",
  description: "It holds until the rules are applied.",
  reach: "personal",
  params: RuleParams,
  errors: ["not_found"],
  handle: ({ actor, params }) => deleteRule({ developerId: actor.developerId }, params.rule_id),
});
