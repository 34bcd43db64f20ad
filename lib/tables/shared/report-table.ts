import { recordAudit, SERVICE_ACTOR } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { PageReport } from "@/lib/http/fields";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import type { ShareScope } from "@/lib/tables/shared/open-shared-table";

/**
 * Notes that a visitor takes a shared table for abuse: in the workspace's audit trail and in the log of the service.
 * @throws AppError invalid for a reason that there is none of, too_many_requests
 */
export async function reportTable(
  { workspaceId, tableId }: ShareScope,
  given: unknown,
  ip: string | null,
  now: Date,
): Promise<void> {
  const report = PageReport.safeParse(given);
  if (!report.success) throw new AppError("invalid", "The report is not valid.");
  await checkLimits(
    [
      { limit: "shared_table_reports_per_table", key: tableId },
      ...(ip === null ? [] : [{ limit: "shared_table_reports_per_ip" as const, key: ip }]),
    ],
    now,
  );
  const target = { type: "table", id: tableId };
  const entry = { workspaceId, action: "table.reported", target, after: report.data };
  await transaction((tx) => recordAudit(tx, SERVICE_ACTOR, entry, now));
  log.warn({ table_id: tableId, reason: report.data.reason }, "a visitor reported a shared table");
}
