import type { WorkspaceScope } from "@/lib/access/authorise";
import { invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { noteChanges } from "@/lib/projects/tasks/activity/note-change";
import { findPlaces } from "@/lib/projects/tasks/find-places";
import { POSITION_CHARS_MAX, TASK_LABELS_MAX } from "@/lib/projects/tasks/limits";
import { notifyAssigneeOfSeveral, withdrawAssignments } from "@/lib/projects/tasks/notify-people";
import { listGone } from "@/lib/projects/tasks/open-project";
import { presentDay } from "@/lib/projects/tasks/present";
import { evenPositions, relabelled } from "@/lib/projects/tasks/rules";
import type { ChangeTasks } from "@/lib/projects/tasks/schema";
import { listColumn, setPositions, type TaskRow, updateTaskRows } from "@/lib/projects/tasks/store";

type Change = Omit<ChangeTasks, "task_ids">;

function changed(
  task: TaskRow,
  change: Change,
  place: { status: string; position: string; assigneeId: string | null },
): TaskRow {
  const { assignee_id: assigneeId = place.assigneeId, priority = task.priority, due_on: dueOn } = change;
  const { add_labels: added, remove_labels: removed } = change;
  const labels =
    added || removed ? relabelled(task.labels, { added: added ?? [], removed: removed ?? [] }) : task.labels;
  if (added && labels.length > TASK_LABELS_MAX) {
    const message = `"${task.title}" would have more than ${TASK_LABELS_MAX} labels`;
    throw invalidBody([{ path: "add_labels", message }]);
  }
  const due = dueOn === undefined ? task.dueOn : dueOn === null ? null : new Date(dueOn);
  return { ...task, ...place, assigneeId, priority, labels, dueOn: due };
}

/** Everything of a task that such a change can change, to be compared. */
function changeable({ status, position, assigneeId, priority, labels, dueOn }: TaskRow): string {
  return JSON.stringify([status, position, assigneeId, priority, labels, presentDay(dueOn)]);
}

/**
 * Gives tasks of one project the same values, all of them or none, and puts them together where a status says. The caller
 * has checked the assignee and holds the project's row.
 * @returns how many are different now
 * @throws AppError invalid for too many labels, else as `findPlaces`
 */
export async function applyChange(
  tx: Db,
  scope: WorkspaceScope,
  project: { id: string; key: string },
  tasks: readonly TaskRow[],
  { status, ...change }: Change,
  now: Date,
): Promise<number> {
  const moved = { projectId: project.id, ids: tasks.map(({ id }) => id) };
  const positions = status && (await findPlaces(tx, scope, moved, { ...change, status }));
  const gone = await listGone(tx, scope, tasks, status);
  const pairs = tasks.flatMap((before, index) => {
    const place = {
      status: status ?? before.status,
      position: positions?.[index] ?? before.position,
      assigneeId: gone.has(before.assigneeId) ? null : before.assigneeId,
    };
    const after = changed(before, change, place);
    return changeable(before) === changeable(after) ? [] : [{ before, after }];
  });
  if (pairs.length === 0) return 0;
  const after = pairs.map((pair) => pair.after);
  await updateTaskRows(tx, scope, after, now);
  if (status && after.some(({ position }) => position.length > POSITION_CHARS_MAX)) {
    const column = await listColumn(tx, { projectId: project.id, status });
    await setPositions(tx, column, evenPositions(column.length));
  }
  await noteChanges(tx, scope.actor.developerId, pairs, now);
  const given = pairs.filter((pair) => pair.before.assigneeId !== pair.after.assigneeId);
  const taken = given.map((pair) => pair.before).filter(({ assigneeId }) => assigneeId !== null);
  await withdrawAssignments(tx, project, taken);
  const [first, ...others] = given.map((pair) => pair.after);
  if (first?.assigneeId) await notifyAssigneeOfSeveral(tx, scope, [first, ...others], first.assigneeId, now);
  return pairs.length;
}
