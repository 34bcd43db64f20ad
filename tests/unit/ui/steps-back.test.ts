import fc from "fast-check";
import { expect, test } from "vitest";
import { relabelled } from "@/lib/projects/tasks/rules";
import { TaskPriority, TaskStatus } from "@/lib/projects/tasks/schema";
import { type Board, boardOf, type Card, withMoved } from "@/lib/ui/board/board-state";
import { type Change, stepsBack } from "@/lib/ui/board/steps-back";

function aCard(
  index: number,
  given: Pick<Card, "status" | "priority" | "labels" | "due_on" | "assignee_id">,
): Card {
  return {
    id: `t${index}`,
    workspace_id: "w",
    project_id: "p",
    key: `WEB-${index}`,
    number: index,
    title: `Task ${index}`,
    position: `a${String(index).padStart(3, "0")}`,
    assignee: null,
    created_by_id: null,
    created_at: "2026-11-20T12:00:00.000Z",
    updated_at: "2026-11-20T12:00:00.000Z",
    ...given,
  };
}

const someLabels = fc.uniqueArray(fc.constantFrom("a", "B", "c"), { maxLength: 3 });
const given = fc.record({
  status: fc.constantFrom("todo" as const, "done" as const),
  priority: fc.constantFrom(...TaskPriority.options),
  labels: someLabels,
  due_on: fc.constantFrom(null, "2026-01-01"),
  assignee_id: fc.constantFrom(null, "ada"),
});
const labels = fc.uniqueArray(fc.constantFrom("A", "b", "d"), { minLength: 1, maxLength: 3 });
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ status: fc.constantFrom("todo" as const, "done" as const) }),
  fc.record({ priority: fc.constantFrom(...TaskPriority.options) }),
  fc.record({ due_on: fc.constantFrom(null, "2026-02-02") }),
  fc.record({ assignee_id: fc.constantFrom(null, "grace") }),
  fc.record({ add_labels: labels }),
  fc.record({ remove_labels: labels }),
);

/** What the server makes of a change of several tasks. */
function served(board: Board, ids: readonly string[], change: Change): Board {
  const all = board.columns.flatMap(({ tasks }) => tasks);
  const cards = ids.flatMap((id) => all.find((card) => card.id === id) ?? []);
  const { status, before_id, after_id, add_labels = [], remove_labels = [], ...values } = change;
  const others = board.columns.find((column) => column.status === status)?.tasks ?? [];
  const stay = others.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
  const index = before_id ? stay.indexOf(before_id) : after_id ? stay.indexOf(after_id) + 1 : stay.length;
  const moved = status ? withMoved(board, cards, { status, index }) : board;
  return {
    columns: moved.columns.map((column) => ({
      ...column,
      tasks: column.tasks.map((card) =>
        ids.includes(card.id)
          ? {
              ...card,
              ...(values as Partial<Card>),
              labels: relabelled(card.labels, { added: add_labels, removed: remove_labels }),
            }
          : card,
      ),
    })),
  };
}

/** A board with its labels in one order: what was taken away comes back at the end. */
const inOrder = (board: Board) =>
  board.columns.map(({ tasks }) => tasks.map((card) => ({ ...card, labels: card.labels.toSorted() })));

test("after any change of a selection and its steps back, the board is as it was", () => {
  fc.assert(
    fc.property(
      fc.array(given, { minLength: 1, maxLength: 10 }),
      fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 10 }),
      anyChange,
      fc.nat(10),
      (cards, chosen, change, index) => {
        const board = boardOf(
          TaskStatus.options,
          cards.map((each, at) => aCard(at, each)),
        );
        const all = board.columns.flatMap(({ tasks }) => tasks);
        const selected = all.filter(({ number }) => chosen.includes(number));
        const ids = selected.map(({ id }) => id);
        const steps = stepsBack(board, selected, change);
        const stays = all.filter((card) => card.status === change.status && !ids.includes(card.id));
        const beside = change.status && stays[index] ? { before_id: stays[index].id } : {};
        const changed = served(board, ids, { ...change, ...beside });
        const back = steps.reduce((now, { task_ids, ...step }) => served(now, task_ids, step), changed);
        expect(inOrder(back)).toEqual(inOrder(board));
      },
    ),
    { numRuns: 500 },
  );
});

test("tasks that are to get the same go back in one step, and those next to each other together", () => {
  const same = {
    status: "todo" as const,
    priority: "low" as const,
    labels: [],
    due_on: null,
    assignee_id: null,
  };
  const board = boardOf(
    TaskStatus.options,
    Array.from({ length: 5 }, (_, index) => aCard(index, same)),
  );
  const cards = board.columns.flatMap(({ tasks }) => tasks).filter(({ number }) => number !== 2);
  expect(stepsBack(board, cards, { priority: "high" })).toEqual([
    { task_ids: ["t0", "t1", "t3", "t4"], priority: "low" },
  ]);
  expect(stepsBack(board, cards, { status: "done" })).toEqual([
    { task_ids: ["t0", "t1"], status: "todo", before_id: "t2" },
    { task_ids: ["t3", "t4"], status: "todo", after_id: "t2" },
  ]);
  expect(stepsBack(board, cards, { add_labels: ["new"] })).toEqual([
    { task_ids: ["t0", "t1", "t3", "t4"], remove_labels: ["new"] },
  ]);
  expect(stepsBack(board, cards, { remove_labels: ["new"] })).toEqual([]);
});
