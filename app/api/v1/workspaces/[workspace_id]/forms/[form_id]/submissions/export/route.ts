import { z } from "zod";
import { EXPORT_ROWS_MAX } from "@/lib/forms/limits";
import { FormParams } from "@/lib/forms/schema";
import { exportSubmissions } from "@/lib/forms/submissions/export-submissions";
import { ExportQuery, Submission } from "@/lib/forms/submissions/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Submissions of a form as CSV or JSON",
  description: `The first ${EXPORT_ROWS_MAX.toLocaleString("en")} that match the filters, newest first, as a file.`,
  permission: "can_view_forms",
  params: FormParams,
  query: ExportQuery,
  response: "csv",
  jsonFile: z.array(Submission),
  handle: ({ scope, params, query, now }) => exportSubmissions(scope, params.form_id, query, now),
});
