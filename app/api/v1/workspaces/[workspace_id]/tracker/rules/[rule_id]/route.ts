import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteRule, updateRule } from "@/lib/tracker/rules/change-rules";
import { ChangedRule, RuleChange, RuleList, WorkspaceRuleParams } from "@/lib/tracker/rules/schema";

export const PATCH = workspaceRoute({
  operationId: "tracker.workspaceRules.update",
  summary: "Change one of a workspace's rules, or move it",
  description:
    "It takes effect once the rules are applied. With `If-Match`, only in that version of the rules.",
  permission: "can_manage_tracker",
  params: WorkspaceRuleParams,
  body: RuleChange,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: ChangedRule,
  version: ({ draft_version }) => draft_version,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, ifMatch }) => updateRule({ scope }, params.rule_id, body, ifMatch),
});

export const DELETE = workspaceRoute({
  operationId: "tracker.workspaceRules.delete",
  summary: "Delete one of a workspace's rules",
  description:
    "It stays in effect until the rules are applied. With `If-Match`, only in that version of the rules.",
  permission: "can_manage_tracker",
  params: WorkspaceRuleParams,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  errors: ["not_found"],
  handle: ({ scope, params, ifMatch }) => deleteRule({ scope }, params.rule_id, ifMatch),
});
