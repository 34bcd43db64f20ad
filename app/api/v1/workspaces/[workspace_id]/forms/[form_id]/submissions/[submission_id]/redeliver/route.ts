import { Submission, SubmissionParams } from "@/lib/forms/submissions/schema";
import { redeliverSubmission } from "@/lib/forms/submissions/update-submission";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Try again to write a submission to the form's destination",
  permission: "can_manage_forms",
  sees: "can_view_forms",
  params: SubmissionParams,
  response: Submission,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => redeliverSubmission(scope, params.form_id, params.submission_id, now),
});
