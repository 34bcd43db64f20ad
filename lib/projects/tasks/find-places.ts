import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { positionsBetween } from "@/lib/projects/tasks/rules";
import type { MoveTask } from "@/lib/projects/tasks/schema";
import { findPlaceAfter, findPlaceBefore, findTask, type TaskRow } from "@/lib/projects/tasks/store";

type Moved = { projectId: string; ids: readonly string[] };

async function getNeighbour(
  tx: Db,
  scope: WorkspaceScope,
  { projectId, ids }: Moved,
  status: string,
  [path, id]: ["before_id" | "after_id", string],
): Promise<TaskRow> {
  const neighbour = await findTask(tx, scope, projectId, id);
  if (!neighbour || ids.includes(neighbour.id)) {
    throw invalidBody([{ path, message: "Not another task of this project" }]);
  }
  if (neighbour.status !== status) {
    throw new AppError("conflict", "The task to place it next to is no longer in that column");
  }
  return neighbour;
}

/**
 * Positions for tasks of one project that are to stand together, in their order: right before or right after another one
 * of a column, or at the column's end. The caller holds the project's row.
 * @throws AppError invalid for a neighbour that is no other task of the project, conflict when it has left that column
 */
export async function findPlaces(
  tx: Db,
  scope: WorkspaceScope,
  moved: Moved,
  { status, before_id: beforeId, after_id: afterId }: MoveTask,
): Promise<string[]> {
  const column = { projectId: moved.projectId, status };
  const count = moved.ids.length;
  if (beforeId) {
    const { position } = await getNeighbour(tx, scope, moved, status, ["before_id", beforeId]);
    return positionsBetween(await findPlaceBefore(tx, column, position, moved.ids), position, count);
  }
  if (afterId) {
    const { position } = await getNeighbour(tx, scope, moved, status, ["after_id", afterId]);
    return positionsBetween(position, await findPlaceAfter(tx, column, position, moved.ids), count);
  }
  return positionsBetween(await findPlaceBefore(tx, column, null, moved.ids), null, count);
}
