import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { RedactionRules } from "@/lib/tracker/redaction/schema";
import { getWorkspaceRules, setWorkspaceRules } from "@/lib/tracker/redaction/workspace-rules";

export const GET = workspaceRoute({
  operationId: "tracker.workspaceRedaction.get",
  summary: "What a workspace has taken out of its members' samples",
  description: "Besides what is taken out of everybody's. Every member may see it.",
  reach: "workspace",
  params: WorkspaceParams,
  response: RedactionRules,
  handle: ({ scope }) => getWorkspaceRules(scope),
});

export const PUT = workspaceRoute({
  operationId: "tracker.workspaceRedaction.replace",
  summary: "Have more taken out of a workspace's samples, before they are stored and of those that are",
  description: "Replaces its rules. What was taken out by earlier ones does not come back.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  body: RedactionRules,
  response: RedactionRules,
  handle: ({ scope, body, now }) => setWorkspaceRules(scope, body, now),
});
