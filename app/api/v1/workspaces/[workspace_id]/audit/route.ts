import { listAudit } from "@/lib/access/audit/list-audit";
import { AuditEvent, AuditQuery } from "@/lib/access/audit/schema";
import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Who changed what, newest first",
  permission: "can_view_audit",
  params: WorkspaceParams,
  query: AuditQuery,
  response: pageOf(AuditEvent),
  handle: ({ scope, query }) => listAudit(scope, query),
});
