import { exportAudit } from "@/lib/access/audit/export-audit";
import { AuditCsvQuery } from "@/lib/access/audit/schema";
import { AUDIT_CSV_ROWS_MAX } from "@/lib/access/limits";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Who changed what, as CSV",
  description: `The newest ${AUDIT_CSV_ROWS_MAX.toLocaleString("en")} rows that the filters let through. \`until\` with the time of the last one goes on from there.`,
  permission: "can_view_audit",
  params: WorkspaceParams,
  query: AuditCsvQuery,
  response: "csv",
  handle: ({ scope, query, now }) => exportAudit(scope, query, now),
});
