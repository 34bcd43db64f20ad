import { cancelImport } from "@/lib/crm/import/move-import";
import { CrmImportDetail, ImportParams } from "@/lib/crm/import/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Cancel an import",
  description: "What it has written stays, and can be undone.",
  permission: "can_export_records",
  params: ImportParams,
  response: CrmImportDetail,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => cancelImport(scope, params.object_slug, params.import_id, now),
});
