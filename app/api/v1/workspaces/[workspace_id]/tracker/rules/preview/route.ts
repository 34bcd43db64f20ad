import { workspaceRoute } from "@/lib/routes/workspace-route";
import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { previewRules } from "@/lib/tracker/rules/preview-rules";
import { PreviewRules, RulePreview } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.preview",
  summary: "What a workspace's rules would make of your own last 7 days",
  description:
    "Minutes that change their category, rules that contradict each other, and rules that match nothing or everything. " +
    "Nothing is changed, and nobody else's time is looked at.",
  permission: "can_manage_tracker",
  body: PreviewRules,
  bodyBytesMax: RULES_BYTES_MAX,
  response: RulePreview,
  errors: ["conflict", "too_many_requests"],
  handle: ({ scope, body, now }) => previewRules({ scope }, scope.actor.developerId, body, now),
});
