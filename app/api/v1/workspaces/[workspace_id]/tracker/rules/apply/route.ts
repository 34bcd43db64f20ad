import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleState } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.apply",
  summary: "Apply a workspace's rules as they are now",
  description:
    "As a new version: samples that come are derived by it from now on, and what is held is derived again, the newest " +
    "first. Where nothing changed there is no new version, and what was cancelled begins again. " +
    "With `If-Match` only as they are written in that version.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  ifMatch: true,
  response: RuleState,
  version: ({ draft_version }) => draft_version,
  errors: ["too_many_requests"],
  handle: ({ scope, ifMatch, now }) => applyRules({ scope }, ifMatch, now),
});
