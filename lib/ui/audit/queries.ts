"use client";

import type { z } from "zod";
import { queryOf } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";
import type { AuditEvent as AuditEventSchema } from "@/lib/workspaces/audit/schema";

export type AuditEvent = z.output<typeof AuditEventSchema>;

/** The changes to a workspace, newest first. */
export function useAudit(workspaceId: string, filters: Record<string, string>, isEnabled = true) {
  return useList<AuditEvent>(
    ["audit", workspaceId, filters],
    workspaceApi(workspaceId, `/audit${queryOf(filters)}`),
    { isEnabled },
  );
}
