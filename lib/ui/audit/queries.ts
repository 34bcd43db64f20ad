"use client";

import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useList } from "@/lib/ui/api/resource-queries";

export type AuditEvent = ItemOf<typeof AUDIT>;

const AUDIT = "/workspaces/{workspace_id}/audit";

/** The changes to a workspace, newest first. */
export function useAudit(workspaceId: string, query: QueryOf<typeof AUDIT>, isEnabled = true) {
  return useList(AUDIT, { params: { workspace_id: workspaceId }, query }, { isEnabled });
}
