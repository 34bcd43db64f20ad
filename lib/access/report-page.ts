import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { PageReport } from "@/lib/http/fields";
import { checkLimits } from "@/lib/limits/check-limits";
import type { LimitName } from "@/lib/limits/table";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";

type ReportedPage = {
  workspaceId: string;
  target: { type: string; id: string };
  /** The name of the target, for those who read of the report. */
  name: string;
  action: string;
  limits: { perPage: LimitName; perIp: LimitName };
};

/**
 * Records a visitor's report that a public page is abusive: in the workspace's audit log and in the service's log.
 * @param given what the page's plain form sent
 * @throws AppError invalid for an unknown reason, too_many_requests
 */
export async function reportPage(
  { workspaceId, target, name, action, limits }: ReportedPage,
  given: unknown,
  ip: string | null,
  now: Date,
): Promise<void> {
  const report = PageReport.safeParse(given);
  if (!report.success) throw new AppError("invalid", "The report is not valid.");
  await checkLimits(
    [{ limit: limits.perPage, key: target.id }, ...(ip === null ? [] : [{ limit: limits.perIp, key: ip }])],
    now,
  );
  const entry = { action, target, after: { name, ...report.data } };
  await transaction((tx) => recordAudit(tx, { workspaceId, actor: SERVICE_ACTOR }, entry, now));
  log.warn({ action, target_id: target.id, reason: report.data.reason }, "a visitor reported a public page");
}
