import type { z } from "zod";
import type { Board as BoardSchema, BoardTask, MoveTask, TaskStatus } from "@/lib/projects/tasks/schema";

export type Status = TaskStatus;
export type Card = BoardTask;
export type Column = z.output<typeof BoardSchema>["columns"][number];
export type Board = { columns: Column[] };

/** A place on the board: the index in its column, not counting the task to be placed there. */
export type Place = { status: Status; index: number };

/** Where a task is; null if the board does not show it. */
export function placeOf(board: Board, taskId: string): Place | null {
  for (const { status, tasks } of board.columns) {
    const index = tasks.findIndex(({ id }) => id === taskId);
    if (index >= 0) return { status, index };
  }
  return null;
}

/** A column's cards without some tasks. */
function othersOf(board: Board, status: Status, taskIds: readonly string[]): Card[] {
  const column = board.columns.find((each) => each.status === status);
  return column?.tasks.filter(({ id }) => !taskIds.includes(id)) ?? [];
}

/**
 * A place for tasks that are to stand together, in the API's format: relative to a neighbour, or to none if the column
 * shows no other task.
 */
export function moveTo(
  board: Board,
  taskIds: readonly string[],
  { status, index }: Place,
): z.input<typeof MoveTask> {
  const others = othersOf(board, status, taskIds);
  const next = others[Math.max(0, index)];
  if (next) return { status, before_id: next.id };
  const last = others.at(-1);
  return last ? { status, after_id: last.id } : { status };
}

/** The board with tasks moved together to a place, and its counts updated. */
export function withMoved(board: Board, tasks: readonly Card[], { status, index }: Place): Board {
  const ids = tasks.map(({ id }) => id);
  const from = ids.map((id) => placeOf(board, id)?.status);
  const moved = tasks.map((task) => ({ ...task, status }));
  return {
    columns: board.columns.map((column) => {
      const left = from.filter((each) => each === column.status).length;
      const others = othersOf(board, column.status, ids);
      const isHere = column.status === status;
      return {
        ...column,
        count: column.count - left + (isHere ? tasks.length : 0),
        tasks: isHere ? others.toSpliced(Math.max(0, index), 0, ...moved) : others,
      };
    }),
  };
}

/** A board made from a list of tasks, such as filtered ones. */
export function boardOf(statuses: readonly Status[], tasks: readonly Card[]): Board {
  return {
    columns: statuses.map((status) => {
      const own = tasks
        .filter((task) => task.status === status)
        .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1));
      return { status, count: own.length, tasks: own };
    }),
  };
}
