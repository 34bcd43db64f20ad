import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { cancelReplay } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.cancel",
  summary: "Stop deriving again what is held by a workspace's rules",
  description:
    "The rules stay in force. What was derived again keeps its categories, and the rest those of before, until it " +
    "changes or the rules are applied again.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  response: RuleState,
  handle: ({ scope, now }) => cancelReplay({ scope }, now),
});
