import { getImport } from "@/lib/crm/import/get-import";
import { CrmImportDetail, ImportParams } from "@/lib/crm/import/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One import: its progress, its changes and its row errors",
  permission: "can_export_records",
  params: ImportParams,
  response: CrmImportDetail,
  handle: ({ scope, params, now }) => getImport(scope, params.object_slug, params.import_id, now),
});
