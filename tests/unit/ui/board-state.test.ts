import fc from "fast-check";
import { expect, test } from "vitest";
import { TaskStatus } from "@/lib/projects/tasks/schema";
import { type Board, boardOf, type Card, moveTo, placeOf, withMoved } from "@/lib/ui/board/board-state";

function card(id: number, status: Card["status"], position = "a0"): Card {
  return {
    id: String(id),
    workspace_id: "w",
    project_id: "p",
    key: `WEB-${id}`,
    number: id,
    title: `Task ${id}`,
    status,
    position,
    assignee_id: null,
    assignee: null,
    priority: "none",
    labels: [],
    due_on: null,
    created_by_id: null,
    created_at: "2026-11-20T12:00:00.000Z",
    updated_at: "2026-11-20T12:00:00.000Z",
  };
}

const anyStatus = fc.constantFrom(...TaskStatus.options);
const anyMoves = fc.record({
  statuses: fc.array(anyStatus, { minLength: 1, maxLength: 12 }),
  moves: fc.array(fc.record({ task: fc.nat(), status: anyStatus, index: fc.integer({ min: -2, max: 15 }) }), {
    maxLength: 12,
  }),
});

/** What the server makes of a move: the task leaves its column, and goes beside the named neighbour or to the end. */
function served(columns: Map<string, string[]>, id: string, to: ReturnType<typeof moveTo>): void {
  for (const [status, ids] of columns)
    columns.set(
      status,
      ids.filter((each) => each !== id),
    );
  const ids = columns.get(to.status) ?? [];
  const at = to.before_id
    ? ids.indexOf(to.before_id)
    : to.after_id
      ? ids.indexOf(to.after_id) + 1
      : ids.length;
  columns.set(to.status, ids.toSpliced(at, 0, id));
}

const idsOf = (board: Board) =>
  new Map<string, string[]>(board.columns.map(({ status, tasks }) => [status, tasks.map(({ id }) => id)]));

test("after any moves the board shows the order that the server made of them, with right counts", () => {
  fc.assert(
    fc.property(anyMoves, ({ statuses, moves }) => {
      const cards = statuses.map((status, index) => card(index + 1, status, `a${index}`));
      let board = boardOf(TaskStatus.options, cards);
      const columns = idsOf(board);
      for (const { task, status, index } of moves) {
        const moved = cards[task % cards.length];
        if (!moved) continue;
        served(columns, moved.id, moveTo(board, [moved.id], { status, index }));
        board = withMoved(board, [moved], { status, index });
      }
      expect(idsOf(board)).toEqual(columns);
      for (const { count, tasks, status } of board.columns) {
        expect(count).toBe(tasks.length);
        expect(tasks.every((each) => each.status === status)).toBe(true);
      }
    }),
  );
});

test("taking a move back brings the board back", () => {
  fc.assert(
    fc.property(anyMoves, ({ statuses, moves }) => {
      const cards = statuses.map((status, index) => card(index + 1, status, `a${index}`));
      const board = boardOf(TaskStatus.options, cards);
      for (const { task, status, index } of moves) {
        const moved = cards[task % cards.length];
        const origin = moved && placeOf(board, moved.id);
        if (!moved || !origin) continue;
        const there = withMoved(board, [moved], { status, index });
        expect(withMoved(there, [{ ...moved, status }], origin)).toEqual(board);
      }
    }),
  );
});

test("a column of which only the beginning is shown keeps count of the rest", () => {
  const [first, second] = [card(1, "done"), card(2, "todo")];
  const board: Board = {
    columns: [
      { status: "todo", count: 1, tasks: [second] },
      { status: "done", count: 300, tasks: [first] },
    ],
  };
  const after = withMoved(board, [second], { status: "done", index: 1 });
  expect(after.columns.map(({ count }) => count)).toEqual([0, 301]);
  expect(moveTo(board, [second.id], { status: "done", index: 1 })).toEqual({ status: "done", after_id: "1" });
});

test("positions are compared by byte, as the database compares them", () => {
  const board = boardOf(TaskStatus.options, [
    card(1, "todo", "a0"),
    card(2, "todo", "Zz"),
    card(3, "todo", "a0V"),
  ]);
  expect(idsOf(board).get("todo")).toEqual(["2", "1", "3"]);
});
