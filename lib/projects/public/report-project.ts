import { recordAudit, SERVICE_ACTOR } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { PageReport } from "@/lib/http/fields";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { openPublicPage } from "@/lib/projects/requests/open-page";

/**
 * Notes that a visitor takes a project's page for abuse: in the workspace's audit trail and in the log of the service.
 * @throws AppError not_found, invalid for a reason that there is none of, too_many_requests
 */
export async function reportProject(
  slug: string,
  given: unknown,
  ip: string | null,
  now: Date,
): Promise<void> {
  const { projectId, workspaceId } = await openPublicPage(slug);
  const report = PageReport.safeParse(given);
  if (!report.success) throw new AppError("invalid", "The report is not valid.");
  await checkLimits(
    [
      { limit: "project_reports_per_project", key: projectId },
      ...(ip === null ? [] : [{ limit: "project_reports_per_ip" as const, key: ip }]),
    ],
    now,
  );
  const target = { type: "project", id: projectId };
  const entry = { workspaceId, action: "project.page_reported", target, after: report.data };
  await transaction((tx) => recordAudit(tx, SERVICE_ACTOR, entry, now));
  log.warn({ project_id: projectId, reason: report.data.reason }, "a visitor reported a project's page");
}
