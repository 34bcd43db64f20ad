import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readRows } from "@/lib/http/paging";
import { presentAudit } from "@/lib/workspaces/audit/present";
import type { AuditEvent, AuditQuery } from "@/lib/workspaces/audit/schema";
import { listAuditRows } from "@/lib/workspaces/audit/store";

/** A page of the workspace's audit trail, newest first. */
export async function listAudit(scope: WorkspaceScope, query: AuditQuery): Promise<Page<AuditEvent>> {
  const { items, nextCursor } = await readRows(query, (slice) => listAuditRows(scope, query, slice));
  return { items: await presentAudit(items), nextCursor };
}
