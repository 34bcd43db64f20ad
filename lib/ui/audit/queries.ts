"use client";

import type { z } from "zod";
import type { QueryOf } from "@/lib/ui/api/input";
import { useList } from "@/lib/ui/api/resource-queries";
import type { AuditEvent as AuditEventSchema } from "@/lib/workspaces/audit/schema";

export type AuditEvent = z.output<typeof AuditEventSchema>;

const AUDIT = "/workspaces/{workspace_id}/audit";

/** The changes to a workspace, newest first. */
export function useAudit(workspaceId: string, query: QueryOf<typeof AUDIT>, isEnabled = true) {
  return useList(AUDIT, { params: { workspace_id: workspaceId }, query }, { isEnabled });
}
