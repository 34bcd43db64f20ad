import { FileLink, FileParams } from "@/lib/forms/submissions/schema";
import { getFileLink } from "@/lib/forms/uploads/get-file-link";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Get a download URL for a submission's file, valid for a minute",
  permission: "can_view_forms",
  params: FileParams,
  response: FileLink,
  errors: ["conflict", "not_configured", "unavailable"],
  handle: ({ scope, params, now }) => getFileLink(scope, params, now),
});
