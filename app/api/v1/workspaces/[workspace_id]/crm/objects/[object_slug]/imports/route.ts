import { listImports } from "@/lib/crm/import/get-import";
import { CrmImport } from "@/lib/crm/import/schema";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Imports of an object, newest first",
  permission: "can_export_records",
  params: ObjectParams,
  query: PageQuery,
  response: pageOf(CrmImport),
  handle: ({ scope, params, query, now }) => listImports(scope, params.object_slug, query, now),
});
