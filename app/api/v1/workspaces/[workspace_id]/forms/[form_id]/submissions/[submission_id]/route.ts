import { getSubmission } from "@/lib/forms/submissions/list-submissions";
import { Submission, SubmissionParams, UpdateSubmission } from "@/lib/forms/submissions/schema";
import { deleteSubmission, updateSubmission } from "@/lib/forms/submissions/update-submission";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One submission",
  permission: "can_view_forms",
  params: SubmissionParams,
  response: Submission,
  handle: ({ scope, params }) => getSubmission(scope, params.form_id, params.submission_id),
});

export const PATCH = workspaceRoute({
  summary: "Mark a submission as spam, or as not spam",
  description:
    "A submission that was caught as spam goes to the destination and to subscribers once it is marked as not spam.",
  permission: "can_manage_forms",
  sees: "can_view_forms",
  params: SubmissionParams,
  body: UpdateSubmission,
  response: Submission,
  handle: ({ scope, params, body, now }) =>
    updateSubmission(scope, params.form_id, params.submission_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a submission and its files for good",
  permission: "can_manage_forms",
  params: SubmissionParams,
  handle: ({ scope, params, now }) => deleteSubmission(scope, params.form_id, params.submission_id, now),
});
