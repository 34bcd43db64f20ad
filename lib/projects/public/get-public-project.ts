import type { Actor } from "@/lib/access/actor";
import { PublicProject } from "@/lib/projects/public/schema";
import { ROADMAP_COLUMN_REQUESTS_MAX } from "@/lib/projects/requests/limits";
import { openPublicPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { presentPublicRequest } from "@/lib/projects/requests/present";
import { withoutControls } from "@/lib/projects/requests/rules";
import type { RequestStatus } from "@/lib/projects/requests/schema";
import { listPublicBoardRows, listRoadmapRows } from "@/lib/projects/requests/store";
import { BOARD_COLUMN_TASKS_MAX } from "@/lib/projects/tasks/limits";
import { taskKey } from "@/lib/projects/tasks/rules";
import { TaskStatus } from "@/lib/projects/tasks/schema";

/** What is decided: requests still open, and those declined, are in the list of requests. */
const ROADMAP: readonly RequestStatus[] = ["planned", "in_progress", "done"];

async function boardOf(page: Page): Promise<PublicProject["board"]> {
  const rows = await listPublicBoardRows(page, TaskStatus.options, BOARD_COLUMN_TASKS_MAX);
  const columns = TaskStatus.options.map((status) => {
    const own = rows.filter((row) => row.status === status);
    const tasks = own.flatMap(({ number, title }) =>
      number === null || title === null
        ? []
        : [{ key: taskKey(page.project.key, number), number, title: withoutControls(title), status }],
    );
    return { status, count: own[0]?.count ?? 0, tasks };
  });
  return { columns };
}

async function roadmapOf(page: Page, viewerId: string | null): Promise<PublicProject["roadmap"]> {
  const rows = await listRoadmapRows(page, { viewerId }, ROADMAP, ROADMAP_COLUMN_REQUESTS_MAX);
  const columns = ROADMAP.map((status) => {
    const own = rows.filter((row) => row.columnStatus === status);
    const requests = own.flatMap((row) => (row.id === null ? [] : [presentPublicRequest(row, page)]));
    return { status, count: own[0]?.columnCount ?? 0, requests };
  });
  return { columns };
}

/** A project's public page with the parts that its tabs show. @throws AppError not_found */
export async function getPublicProject(
  slug: string,
  actor: Pick<Actor, "developerId"> | null,
): Promise<PublicProject> {
  const page = await openPublicPage(slug);
  const { name, description, publicTabs } = page.project;
  const tabs = PublicProject.shape.tabs.element.options.filter((tab) => publicTabs.includes(tab));
  const [board, roadmap] = await Promise.all([
    tabs.includes("board") ? boardOf(page) : null,
    tabs.includes("roadmap") ? roadmapOf(page, actor?.developerId ?? null) : null,
  ]);
  return {
    slug,
    name: withoutControls(name),
    tabs,
    is_indexed: page.isIndexed,
    categories: page.categories.map(withoutControls),
    color: page.color,
    has_logo: page.hasLogo,
    overview: tabs.includes("overview") ? { description: withoutControls(description) } : null,
    board,
    roadmap,
  };
}
