import { FileLink, FileParams } from "@/lib/forms/submissions/schema";
import { getFileLink } from "@/lib/forms/uploads/get-file-link";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "A URL from which a submission's file can be saved for a minute",
  permission: "can_view_forms",
  params: FileParams,
  response: FileLink,
  errors: ["conflict", "not_configured"],
  handle: ({ scope, params, now }) => getFileLink(scope, params, now),
});
