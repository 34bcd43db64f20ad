import { workspaceRoute } from "@/lib/routes/workspace-route";
import { exportAudit } from "@/lib/workspaces/audit/export-audit";
import { AUDIT_CSV_ROWS_MAX } from "@/lib/workspaces/audit/limits";
import { AuditCsvQuery } from "@/lib/workspaces/audit/schema";

export const GET = workspaceRoute({
  summary: "Who changed what, as CSV",
  description: `The newest ${AUDIT_CSV_ROWS_MAX.toLocaleString("en")} rows that match the filters. To continue, pass the time of the last one as \`until\`.`,
  permission: "can_view_audit",
  query: AuditCsvQuery,
  response: "csv",
  handle: ({ scope, query, now }) => exportAudit(scope, query, now),
});
