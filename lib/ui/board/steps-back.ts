import type { z } from "zod";
import { nameKey } from "@/lib/platform/name-key";
import type { ChangeTasks } from "@/lib/projects/tasks/schema";
import type { Board, Card } from "@/lib/ui/board/board-state";

type Step = z.input<typeof ChangeTasks>;
export type Change = Omit<Step, "task_ids">;

/** One step for all cards that are to get the same. */
function inGroups(cards: readonly Card[], formerly: (card: Card) => Change): Step[] {
  const groups = new Map<string, Step>();
  for (const card of cards) {
    const change = formerly(card);
    const key = JSON.stringify(change);
    groups.set(key, { task_ids: [...(groups.get(key)?.task_ids ?? []), card.id], ...change });
  }
  return [...groups.values()];
}

/** Cards that stand next to each other go back together, beside the card that stays. */
function placesBack(board: Board, ids: ReadonlySet<string>): Step[] {
  return board.columns.flatMap(({ status, tasks }) => {
    const steps: Step[] = [];
    let run: string[] = [];
    let stays: string | undefined;
    for (const { id } of tasks) {
      if (ids.has(id)) run.push(id);
      else {
        if (run.length > 0) steps.push({ task_ids: run, status, before_id: id });
        run = [];
        stays = id;
      }
    }
    if (run.length > 0) steps.push({ task_ids: run, status, ...(stays ? { after_id: stays } : {}) });
    return steps;
  });
}

const setOf = (labels: readonly string[]) => new Set(labels.map(nameKey));

/** The changes that bring selected tasks back to what the board shows now, once a change was made of them. */
export function stepsBack(board: Board, cards: readonly Card[], change: Change): Step[] {
  const { status, assignee_id, priority, due_on, add_labels, remove_labels } = change;
  const removed = setOf(remove_labels ?? []);
  return [
    ...(status === undefined ? [] : placesBack(board, new Set(cards.map(({ id }) => id)))),
    ...(assignee_id === undefined ? [] : inGroups(cards, (card) => ({ assignee_id: card.assignee_id }))),
    ...(priority === undefined ? [] : inGroups(cards, (card) => ({ priority: card.priority }))),
    ...(due_on === undefined ? [] : inGroups(cards, (card) => ({ due_on: card.due_on }))),
    ...(add_labels === undefined
      ? []
      : inGroups(cards, ({ labels }) => {
          const had = setOf(labels);
          return { remove_labels: add_labels.filter((label) => !had.has(nameKey(label))) };
        })),
    ...(remove_labels === undefined
      ? []
      : inGroups(cards, ({ labels }) => {
          return { add_labels: labels.filter((label) => removed.has(nameKey(label))) };
        })),
  ].filter((step) => step.add_labels?.length !== 0 && step.remove_labels?.length !== 0);
}
