import { workspaceRoute } from "@/lib/routes/workspace-route";
import { importRules } from "@/lib/tracker/rules/import-rules";
import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { ImportRules, RuleImport, RuleList } from "@/lib/tracker/rules/schema";

export const POST = workspaceRoute({
  operationId: "tracker.workspaceRules.import",
  summary: "Import a file of rules, from this service or ActivityWatch, into a workspace's",
  description:
    "They take effect once applied. Existing rules stay as they are. ActivityWatch categories that match none here " +
    "are listed in `skipped`; `category_of` assigns them. With `If-Match`, only in that version of the rules.",
  permission: "can_manage_tracker",
  body: ImportRules,
  bodyBytesMax: RULES_BYTES_MAX,
  ifMatch: true,
  errorFields: { precondition_failed: RuleList },
  response: RuleImport,
  version: ({ draft_version }) => draft_version,
  errors: ["conflict", "too_many_requests"],
  handle: ({ scope, body, ifMatch, now }) => importRules({ scope }, body, ifMatch, now),
});
