import { FormParams } from "@/lib/forms/schema";
import { SubmissionSummary } from "@/lib/forms/submissions/schema";
import { summariseSubmissions } from "@/lib/forms/submissions/summarise-submissions";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Answers summed up question by question",
  permission: "can_view_forms",
  params: FormParams,
  response: SubmissionSummary,
  handle: ({ scope, params }) => summariseSubmissions(scope, params.form_id),
});
