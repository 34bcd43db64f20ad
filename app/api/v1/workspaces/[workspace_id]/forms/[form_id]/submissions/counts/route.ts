import { FormParams } from "@/lib/forms/schema";
import { countSubmissions } from "@/lib/forms/submissions/list-submissions";
import { CountsQuery, SubmissionCounts } from "@/lib/forms/submissions/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Number of submissions on each day",
  permission: "can_view_forms",
  params: FormParams,
  query: CountsQuery,
  response: SubmissionCounts,
  handle: ({ scope, params, query, now }) => countSubmissions(scope, params.form_id, query, now),
});
