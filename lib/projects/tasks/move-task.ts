import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError, invalidBody, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import { noteChange } from "@/lib/projects/tasks/activity/note-change";
import { POSITION_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { lockOpenProject } from "@/lib/projects/tasks/open-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { evenPositions, positionBetween } from "@/lib/projects/tasks/rules";
import type { MoveTask, Task } from "@/lib/projects/tasks/schema";
import {
  findPlaceAfter,
  findPlaceBefore,
  findTask,
  listColumn,
  setPositions,
  type TaskRow,
  updateTaskRow,
} from "@/lib/projects/tasks/store";

async function getNeighbour(
  tx: Db,
  scope: WorkspaceScope,
  task: TaskRow,
  status: string,
  [path, id]: ["before_id" | "after_id", string],
): Promise<TaskRow> {
  const neighbour = await findTask(tx, scope, task.projectId, id);
  if (!neighbour || neighbour.id === task.id) {
    throw invalidBody([{ path, message: "Not another task of this project" }]);
  }
  if (neighbour.status !== status) {
    throw new AppError("conflict", "The task to place it next to is no longer in that column");
  }
  return neighbour;
}

async function findPlace(
  tx: Db,
  scope: WorkspaceScope,
  task: TaskRow,
  { status, before_id: beforeId, after_id: afterId }: MoveTask,
): Promise<string> {
  const column = { projectId: task.projectId, status };
  if (beforeId) {
    const { position } = await getNeighbour(tx, scope, task, status, ["before_id", beforeId]);
    return positionBetween(await findPlaceBefore(tx, column, position, task.id), position);
  }
  if (afterId) {
    const { position } = await getNeighbour(tx, scope, task, status, ["after_id", afterId]);
    return positionBetween(position, await findPlaceAfter(tx, column, position, task.id));
  }
  return positionBetween(await findPlaceBefore(tx, column, null, task.id), null);
}

/**
 * Puts a task right before or right after another one of a column, or at the column's end.
 * @throws AppError not_found, invalid for a neighbour that is no other task of the project, conflict when it has left
 *   that column, and once the project is archived
 */
export async function moveTask(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  body: MoveTask,
  now: Date,
): Promise<Task> {
  return transaction(async (tx) => {
    const project = await lockOpenProject(tx, scope, projectId);
    const task = orNotFound(await findTask(tx, scope, projectId, ref), "Task");
    const position = await findPlace(tx, scope, task, body);
    const moved = await updateTaskRow(tx, scope, task.id, { ...task, status: body.status, position }, now);
    await noteChange(tx, scope.actor.developerId, task, moved, now);
    if (position.length <= POSITION_CHARS_MAX) return presentTask(moved, project);
    const ids = await listColumn(tx, { projectId, status: body.status });
    const positions = evenPositions(ids.length);
    await setPositions(tx, ids, positions);
    return presentTask({ ...moved, position: positions[ids.indexOf(moved.id)] ?? position }, project);
  });
}
