import { workspaceRoute } from "@/lib/routes/workspace-route";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { RuleList, RuleState } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.apply",
  summary: "Apply a workspace's rules as they are now",
  description:
    "Creates a new version: new samples are classified by it from now on, and stored ones are classified again, " +
    "newest first. If nothing changed, there is no new version, and a cancelled run starts again. With `If-Match`, " +
    "only in that version of the rules.",
  permission: "can_manage_tracker",
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: RuleState,
  version: ({ draft_version }) => draft_version,
  errors: ["too_many_requests"],
  handle: ({ scope, ifMatch, now }) => applyRules({ scope }, ifMatch, now),
});
