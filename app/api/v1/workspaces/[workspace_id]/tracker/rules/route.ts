import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createRule, getRules } from "@/lib/tracker/rules/change-rules";
import { ChangedRule, NewRule, RuleList } from "@/lib/tracker/rules/schema";

export const GET = workspaceRoute({
  operationId: "tracker.workspaceRules.get",
  summary: "A workspace's rules for categories, in their order, and how those in force stand",
  description:
    "They decide after what people set for themselves, and before the categories of the service. The answer is a file that `:import` takes.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  response: RuleList,
  version: ({ draft_version }) => draft_version,
  handle: ({ scope }) => getRules({ scope }),
});

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.create",
  summary: "Add a rule to a workspace's",
  description: "It holds once the rules are applied. With `If-Match` only in that version of all rules.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  body: NewRule,
  ifMatch: true,
  response: ChangedRule,
  version: ({ draft_version }) => draft_version,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, ifMatch }) => createRule({ scope }, body, ifMatch),
});
