import { undoImport } from "@/lib/crm/import/move-import";
import { CrmImportDetail, ImportParams } from "@/lib/crm/import/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Undo an import",
  description:
    "Within 30 days, and once. Records that it created are deleted, those that it changed get their former values; records that somebody has changed since are left as they are and listed. Webhooks are sent; automations are not triggered.",
  permission: "can_export_records",
  params: ImportParams,
  response: CrmImportDetail,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => undoImport(scope, params.object_slug, params.import_id, now),
});
