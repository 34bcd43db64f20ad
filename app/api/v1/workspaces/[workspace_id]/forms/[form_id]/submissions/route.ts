import { FormParams } from "@/lib/forms/schema";
import { listSubmissions } from "@/lib/forms/submissions/list-submissions";
import { Submission, SubmissionsQuery } from "@/lib/forms/submissions/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Submissions of a form, newest first",
  description: "Spam is among them unless `status` says otherwise.",
  permission: "can_view_forms",
  params: FormParams,
  query: SubmissionsQuery,
  response: pageOf(Submission),
  handle: ({ scope, params, query }) => listSubmissions(scope, params.form_id, query),
});
