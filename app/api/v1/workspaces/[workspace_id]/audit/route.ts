import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { listAudit } from "@/lib/workspaces/audit/list-audit";
import { AuditEvent, AuditQuery } from "@/lib/workspaces/audit/schema";

export const GET = workspaceRoute({
  summary: "Who changed what, newest first",
  permission: "can_view_audit",
  query: AuditQuery,
  response: pageOf(AuditEvent),
  handle: ({ scope, query }) => listAudit(scope, query),
});
