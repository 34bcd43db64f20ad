import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteRule, updateRule } from "@/lib/tracker/rules/change-rules";
import { Rule, RuleChange, WorkspaceRuleParams } from "@/lib/tracker/rules/schema";

export const PATCH = workspaceRoute({
  operationId: "tracker.workspaceRules.update",
  summary: "Change one of a workspace's rules, or move it",
  description: "It holds once the rules are applied.",
  permission: "can_manage_tracker",
  params: WorkspaceRuleParams,
  body: RuleChange,
  response: Rule,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body }) => updateRule({ scope }, params.rule_id, body),
});

export const DELETE = workspaceRoute({
  operationId: "tracker.workspaceRules.delete",
  summary: "Delete one of a workspace's rules",
  description: "It holds until the rules are applied.",
  permission: "can_manage_tracker",
  params: WorkspaceRuleParams,
  errors: ["not_found"],
  handle: ({ scope, params }) => deleteRule({ scope }, params.rule_id),
});
