import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { findProject } from "@/lib/projects/store";
import { BOARD_COLUMN_TASKS_MAX } from "@/lib/projects/tasks/limits";
import { presentBoard } from "@/lib/projects/tasks/present";
import { type Board, TaskStatus } from "@/lib/projects/tasks/schema";
import { listBoardRows } from "@/lib/projects/tasks/store";

/** A project's board: every column in order, with its first tasks and how many it holds. @throws AppError not_found */
export async function getBoard(scope: WorkspaceScope, projectId: string): Promise<Board> {
  const project = orNotFound(await findProject(db(), scope, projectId), "Project");
  const rows = await listBoardRows(scope, project, TaskStatus.options, BOARD_COLUMN_TASKS_MAX);
  return presentBoard(rows, project);
}
