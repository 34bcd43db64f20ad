import { randomUUID } from "node:crypto";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { PROJECT, REQUESTS, TASKS } from "@/lib/first-run/sample-data/catalog";
import { dayFrom, workedQuarters } from "@/lib/first-run/sample-data/rules";
import { findFreeNames, insertRequests, insertWeek, type Mark } from "@/lib/first-run/sample-data/store";
import type { Db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { insertProject } from "@/lib/projects/store";
import { evenPositions } from "@/lib/projects/tasks/rules";
import { insertTask, takeTaskNumber } from "@/lib/projects/tasks/store";
import { findTimeZone } from "@/lib/tracker/activity/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

async function makeTasks(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  now: Date,
): Promise<Map<string, string>> {
  const positions = evenPositions(TASKS.length);
  const ids = new Map<string, string>();
  for (const [index, { dueIn, labels, ...task }] of TASKS.entries()) {
    const place = await takeTaskNumber(tx, scope, projectId);
    if (!place) throw new Error("a project was made and is not there");
    const values = {
      ...task,
      description: "",
      labels: [...labels],
      dueOn: dueIn === null ? null : new Date(dayFrom(now, dueIn)),
      position: positions[index] ?? "",
      assigneeId: index % 2 === 0 ? scope.actor.developerId : null,
    };
    const { id } = await insertTask(tx, scope, { ...values, projectId, number: place.number }, now);
    ids.set(task.title, id);
  }
  return ids;
}

async function makeRequests(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  projectId: string,
  taskIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[]> {
  const rows = REQUESTS.map(({ title, description, status, task, daysAgo }) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const taskId = task === null ? null : (taskIds.get(task) ?? null);
    const times = { createdAt: at, updatedAt: at, statusChangedAt: status === "open" ? null : now };
    const authorId = actor.developerId;
    return {
      id: randomUUID(),
      workspaceId,
      projectId,
      authorId,
      title,
      description,
      status,
      taskId,
      ...times,
    };
  });
  await insertRequests(tx, rows);
  return rows.map(({ id }) => id);
}

/**
 * A project with tasks, a public page with requests, and a tracked week of the actor, who may have none yet.
 * @throws AppError payment_required when the plan has no place left
 */
export async function makeProject(tx: Db, scope: WorkspaceScope, now: Date): Promise<Mark[]> {
  await checkPlan(tx, scope, "projects", now);
  const { name, description } = PROJECT;
  const names = await findFreeNames(tx, scope, PROJECT.key);
  const page = { isPublic: true, publicTabs: ["overview", "board", "roadmap"] };
  const { id } = await insertProject(tx, scope, { name, description, settings: {}, ...names, ...page }, now);
  const taskIds = await makeTasks(tx, scope, id, now);
  const requestIds = await makeRequests(tx, scope, id, taskIds, now);
  const { developerId } = scope.actor;
  const quarters = workedQuarters((await findTimeZone(developerId)) ?? "UTC", now);
  const weeks = await insertWeek(tx, developerId, id, quarters);
  return [
    { kind: "project", id },
    ...[...taskIds.values()].map((taskId): Mark => ({ kind: "task", id: taskId })),
    ...requestIds.map((requestId): Mark => ({ kind: "request", id: requestId })),
    ...(weeks > 0 ? [{ kind: "week", id: developerId } as const] : []),
  ];
}
