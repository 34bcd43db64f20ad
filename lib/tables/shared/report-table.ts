import { reportPage } from "@/lib/access/report-page";
import type { ShareScope } from "@/lib/tables/shared/open-shared-table";

/**
 * Notes that a visitor takes a shared table for abuse.
 * @throws AppError invalid for a reason that there is none of, too_many_requests
 */
export function reportTable(
  { workspaceId, tableId, tableName }: ShareScope,
  given: unknown,
  ip: string | null,
  now: Date,
): Promise<void> {
  const page = {
    workspaceId,
    target: { type: "table", id: tableId },
    name: tableName,
    action: "table.reported",
    limits: { perPage: "shared_table_reports_per_table", perIp: "shared_table_reports_per_ip" },
  } as const;
  return reportPage(page, given, ip, now);
}
