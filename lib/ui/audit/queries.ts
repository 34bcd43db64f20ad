import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";

export type AuditEvent = ItemOf<typeof AUDIT>;

const AUDIT = "/workspaces/{workspace_id}/audit";

/** The changes to a workspace, newest first. */
export function useAudit(query: QueryOf<typeof AUDIT>, isEnabled = true) {
  return useList(AUDIT, { params: useWorkspaceParams(), query }, { isEnabled });
}
