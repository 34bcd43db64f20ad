import { getImport } from "@/lib/crm/import/get-import";
import { CrmImportDetail, ImportParams } from "@/lib/crm/import/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "An import: how far it is, what it changes, and what is wrong with its rows",
  permission: "can_export_records",
  params: ImportParams,
  response: CrmImportDetail,
  handle: ({ scope, params, now }) => getImport(scope, params.object_slug, params.import_id, now),
});
