import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentAudit } from "@/lib/workspaces/audit/present";
import type { AuditEvent, AuditQuery } from "@/lib/workspaces/audit/schema";
import { listAuditRows } from "@/lib/workspaces/audit/store";

/** A page of the workspace's audit trail, newest first. */
export async function listAudit(
  scope: WorkspaceScope,
  { limit, cursor, ...filters }: AuditQuery,
): Promise<Page<AuditEvent>> {
  const rows = await listAuditRows(scope, filters, limit + 1, readCursor(cursor));
  const { items, nextCursor } = toPage(rows, limit, byCreation, (row) => row);
  return { items: await presentAudit(items), nextCursor };
}
