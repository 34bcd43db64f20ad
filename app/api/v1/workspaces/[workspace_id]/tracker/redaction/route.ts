import { workspaceRoute } from "@/lib/routes/workspace-route";
import { RedactionRules } from "@/lib/tracker/redaction/schema";
import { getWorkspaceRules, setWorkspaceRules } from "@/lib/tracker/redaction/workspace-rules";

export const GET = workspaceRoute({
  operationId: "tracker.workspaceRedaction.get",
  summary: "What a workspace redacts from its members' samples",
  description: "Beyond what is redacted for everybody. Every member may see it.",
  reach: "workspace",
  response: RedactionRules,
  handle: ({ scope }) => getWorkspaceRules(scope),
});

export const PUT = workspaceRoute({
  operationId: "tracker.workspaceRedaction.replace",
  summary: "Change what is redacted from a workspace's samples, new and stored",
  description: "Replaces its rules. What earlier rules redacted does not come back.",
  permission: "can_manage_tracker",
  body: RedactionRules,
  response: RedactionRules,
  handle: ({ scope, body, now }) => setWorkspaceRules(scope, body, now),
});
