import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.apply",
  summary: "Put a workspace's rules in force, as they are written",
  description:
    "As a new version: samples that come are derived by it from now on, and what is held is derived again, the newest " +
    "first. Where nothing changed there is no new version, and what was cancelled begins again.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  response: RuleState,
  handle: ({ scope, now }) => applyRules({ scope }, now),
});
