import type { Db } from "@/lib/platform/database";
import { LINK_TITLE_CHARS_MAX, MENTIONS_PER_EVENT_MAX } from "@/lib/projects/tasks/links/limits";
import { placesAfter, statusAfter } from "@/lib/projects/tasks/links/rules";
import {
  type ChangedLink,
  listColumnEnds,
  lockNamedProjects,
  type Mention,
  moveTasks,
  upsertLinks,
} from "@/lib/projects/tasks/links/store";

export type { Mention } from "@/lib/projects/tasks/links/store";

type Target = { taskId: string; projectId: string; status: string };

/** Where each task ends, of which several links may have changed at once: `done` wins. */
function targetsOf(links: readonly ChangedLink[]): Target[] {
  const targets = new Map<string, Target>();
  for (const link of links) {
    const status = statusAfter(link, link.taskStatus);
    if (status === null || targets.get(link.taskId)?.status === "done") continue;
    targets.set(link.taskId, { taskId: link.taskId, projectId: link.projectId, status });
  }
  return [...targets.values()];
}

async function moveToEnds(tx: Db, targets: readonly Target[], now: Date): Promise<void> {
  const columns = new Map<string, { projectId: string; status: string; taskIds: string[] }>();
  for (const { taskId, projectId, status } of targets) {
    const key = `${projectId} ${status}`;
    const column = columns.get(key) ?? { projectId, status, taskIds: [] };
    column.taskIds.push(taskId);
    columns.set(key, column);
  }
  const ends = await listColumnEnds(tx, [...columns.values()]);
  const moves = ends.flatMap(({ projectId, status, last }) => {
    const taskIds = columns.get(`${projectId} ${status}`)?.taskIds ?? [];
    return placesAfter(last, taskIds.length).flatMap((position, index) => {
      const taskId = taskIds[index];
      return taskId === undefined ? [] : [{ taskId, status, position }];
    });
  });
  await moveTasks(tx, moves, now);
}

/**
 * Links the tasks that something at the code host names, in each workspace that adopted its repository, and moves those
 * of which that is news: to `done` by what fixes them and is merged, to `in_review` by an open pull request. The same
 * news twice moves nothing, so that a task which someone moved back stays there.
 * @param mayMove false where whoever named the tasks is not trusted to move them
 */
export async function linkTasks(
  tx: Db,
  repositoryIds: readonly string[],
  mentions: readonly Mention[],
  mayMove: boolean,
  now: Date,
): Promise<void> {
  if (repositoryIds.length === 0 || mentions.length === 0) return;
  const looked = mentions
    .slice(0, MENTIONS_PER_EVENT_MAX)
    .map((mention) => ({ ...mention, title: mention.title.slice(0, LINK_TITLE_CHARS_MAX).toWellFormed() }));
  const keys = [...new Set(looked.map((mention) => mention.projectKey))];
  if (!(await lockNamedProjects(tx, repositoryIds, keys))) return;
  const changed = await upsertLinks(tx, repositoryIds, looked, now);
  const targets = mayMove ? targetsOf(changed) : [];
  if (targets.length > 0) await moveToEnds(tx, targets, now);
}
