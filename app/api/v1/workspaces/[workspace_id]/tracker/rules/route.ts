import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createRule, getRules } from "@/lib/tracker/rules/change-rules";
import { ChangedRule, NewRule, RuleList } from "@/lib/tracker/rules/schema";

export const GET = workspaceRoute({
  operationId: "tracker.workspaceRules.get",
  summary: "A workspace's rules in their order, and the state of those in force",
  description:
    "People's own rules take precedence over them; they take precedence over the service's. `:import` accepts the answer as a file.",
  permission: "can_manage_tracker",
  response: RuleList,
  version: ({ draft_version }) => draft_version,
  handle: ({ scope }) => getRules({ scope }),
});

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.create",
  summary: "Add a rule to the rules of a workspace",
  description:
    "It takes effect once the rules are applied. With `If-Match`, only in that version of the rules.",
  permission: "can_manage_tracker",
  body: NewRule,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: ChangedRule,
  version: ({ draft_version }) => draft_version,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, ifMatch }) => createRule({ scope }, body, ifMatch),
});
