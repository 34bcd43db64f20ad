import { workspaceRoute } from "@/lib/routes/workspace-route";
import { cancelReplay } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.cancel",
  summary: "Stop applying a workspace's rules to stored samples",
  description:
    "The rules stay in force for new samples. Samples that were classified again keep their new categories; the rest " +
    "keep the old ones until they change or the rules are applied again.",
  permission: "can_manage_tracker",
  response: RuleState,
  handle: ({ scope, now }) => cancelReplay({ scope }, now),
});
