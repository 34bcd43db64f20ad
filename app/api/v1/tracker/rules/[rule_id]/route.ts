import { bearerRoute } from "@/lib/routes/bearer-route";
import { deleteRule, updateRule } from "@/lib/tracker/rules/change-rules";
import { ChangedRule, RuleChange, RuleList, RuleParams } from "@/lib/tracker/rules/schema";

export const PATCH = bearerRoute({
  operationId: "tracker.ownRules.update",
  summary: "Change one of your own rules, or move it",
  description:
    "It takes effect once the rules are applied. With `If-Match`, only in that version of the rules.",
  reach: "personal",
  params: RuleParams,
  body: RuleChange,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: ChangedRule,
  version: ({ draft_version }) => draft_version,
  errors: ["not_found", "conflict"],
  handle: ({ actor, params, body, ifMatch }) =>
    updateRule({ developerId: actor.developerId }, params.rule_id, body, ifMatch),
});

export const DELETE = bearerRoute({
  operationId: "tracker.ownRules.delete",
  summary: "Delete one of your own rules",
  description:
    "It stays in effect until the rules are applied. With `If-Match`, only in that version of the rules.",
  reach: "personal",
  params: RuleParams,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  errors: ["not_found"],
  handle: ({ actor, params, ifMatch }) =>
    deleteRule({ developerId: actor.developerId }, params.rule_id, ifMatch),
});
