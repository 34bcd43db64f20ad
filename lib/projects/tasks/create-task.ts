import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { transaction } from "@/lib/platform/database";
import { checkAssignee, checkOpen } from "@/lib/projects/tasks/open-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { positionBetween } from "@/lib/projects/tasks/rules";
import type { CreateTask, Task } from "@/lib/projects/tasks/schema";
import { findPlaceBefore, insertTask, takeTaskNumber } from "@/lib/projects/tasks/store";

/**
 * Creates a task at the end of its column, under a number of its own.
 * @throws AppError not_found for the project, conflict once it is archived, invalid for an assignee who is no active
 *   member of the workspace
 */
export async function createTask(
  scope: WorkspaceScope,
  projectId: string,
  body: z.output<typeof CreateTask>,
  now: Date,
): Promise<z.input<typeof Task>> {
  return transaction(async (tx) => {
    await checkAssignee(tx, scope, body.assignee_id);
    const { number, ...project } = checkOpen(await takeTaskNumber(tx, scope, projectId));
    const { title, description, status, assignee_id: assigneeId } = body;
    const last = await findPlaceBefore(tx, { projectId: project.id, status }, null);
    const position = positionBetween(last, null);
    const values = { projectId: project.id, number, title, description, status, position, assigneeId };
    return presentTask(await insertTask(tx, scope, values, now), project);
  });
}
