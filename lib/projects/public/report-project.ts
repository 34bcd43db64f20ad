import { reportPage } from "@/lib/access/report-page";
import { openPublicPage } from "@/lib/projects/requests/open-page";

/**
 * Notes that a visitor takes a project's page for abuse.
 * @throws AppError not_found, invalid for a reason that there is none of, too_many_requests
 */
export async function reportProject(
  slug: string,
  given: unknown,
  ip: string | null,
  now: Date,
): Promise<void> {
  const { projectId, workspaceId, project } = await openPublicPage(slug);
  const page = {
    workspaceId,
    target: { type: "project", id: projectId },
    name: project.name,
    action: "project.page_reported",
    limits: { perPage: "project_reports_per_project", perIp: "project_reports_per_ip" },
  } as const;
  await reportPage(page, given, ip, now);
}
