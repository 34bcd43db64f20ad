import { listAudit } from "@/lib/audit/list-audit";
import { AuditEvent, AuditQuery } from "@/lib/audit/schema";
import { WorkspaceParams } from "@/lib/http/fields";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Who changed what, newest first",
  permission: "can_view_audit",
  params: WorkspaceParams,
  query: AuditQuery,
  response: pageOf(AuditEvent),
  handle: ({ scope, query }) => listAudit(scope, query),
});
