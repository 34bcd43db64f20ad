import { startImport } from "@/lib/crm/import/move-import";
import { CrmImportDetail, ImportParams, StartImport } from "@/lib/crm/import/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Start an import that a dry run has checked",
  description: "Within 24 hours of the check.",
  permission: "can_export_records",
  params: ImportParams,
  body: StartImport,
  response: CrmImportDetail,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    startImport(scope, params.object_slug, params.import_id, body, now),
});
