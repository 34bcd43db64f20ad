import { notifications } from "@mantine/notifications";
import { useRef, useState } from "react";
import { TASKS_PER_SELECTION_MAX } from "@/lib/projects/tasks/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { Board, Card, Place } from "@/lib/ui/board/board-state";
import { type BoardFilters, useChangeTasks } from "@/lib/ui/board/queries";
import { STATUSES } from "@/lib/ui/board/statuses";
import { type Change, stepsBack } from "@/lib/ui/board/steps-back";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";

/** The cards of a column from one to another, as a click with Shift means them; only the second where they are apart. */
function between(board: Board, fromId: string | null, toId: string): string[] {
  for (const { tasks } of board.columns) {
    const [from, to] = [fromId, toId].map((id) => tasks.findIndex((task) => task.id === id)) as [
      number,
      number,
    ];
    if (from >= 0 && to >= 0) {
      return tasks.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
    }
  }
  return [toId];
}

type Told = {
  /** Says to screen readers what has happened. */
  say: (words: string) => void;
  /** Brings the focus to a card. */
  focus: (taskId: string | null) => void;
};

/** The tasks that the reader has selected among those that the board shows, and what is done with all of them. */
export function useSelection(board: Board | undefined, filters: BoardFilters, { say, focus }: Told) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const { change: send, moveAll } = useChangeTasks(filters);
  const cards = board?.columns.flatMap(({ tasks }) => tasks).filter(({ id }) => selected.has(id)) ?? [];

  const toggle = (card: Card, isRange: boolean) => {
    if (!board) return;
    const isLeaving = selected.has(card.id);
    const ids = isRange ? between(board, last.current, card.id) : [card.id];
    last.current = card.id;
    const shown = new Set(cards.map(({ id }) => id));
    for (const id of ids) {
      if (isLeaving) shown.delete(id);
      else shown.add(id);
    }
    if (shown.size > TASKS_PER_SELECTION_MAX) {
      notifications.show({ color: "red", message: `At most ${TASKS_PER_SELECTION_MAX} can be selected.` });
      return;
    }
    setSelected(shown);
  };
  const clear = () => {
    setSelected(new Set());
    focus(cards[0]?.id ?? null);
  };
  const done = (words: string, steps: ReturnType<typeof stepsBack>) => {
    clear();
    say(words);
    const undo = () =>
      Promise.all(steps.map((step) => send.mutateAsync(step))).catch((error: unknown) =>
        notifyFailure("Not all of it was undone", error),
      );
    notifyUndoable(words, () => void undo(), "board");
  };
  /** Gives all of them the same. @returns a promise that rejects when they did not get it */
  const change = async (change: Change, words: string) => {
    const steps = board ? stepsBack(board, cards, change) : [];
    await send.mutateAsync({ task_ids: cards.map(({ id }) => id), ...change });
    done(words, steps);
  };
  const move = async (place: Place) => {
    const steps = board ? stepsBack(board, cards, { status: place.status }) : [];
    const what = countOf(cards.length, "task");
    try {
      await moveAll(cards, place);
      done(`${what} moved to ${STATUSES[place.status].label}`, steps);
    } catch (error) {
      notifyFailure(`${what} were not moved`, error);
    }
  };
  return { selected, cards, toggle, clear, change, move };
}
