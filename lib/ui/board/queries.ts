import { hashKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { ItemOf, ParamsOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useKeep, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import {
  type Board,
  boardOf,
  type Card,
  moveTo,
  type Place,
  placeOf,
  withMoved,
} from "@/lib/ui/board/board-state";
import type { Priority } from "@/lib/ui/board/priorities";
import { STATUS_NAMES } from "@/lib/ui/board/statuses";
import { useProjectParams } from "@/lib/ui/projects/project-frame";

export type Task = ItemOf<typeof TASKS>;
export type TaskLink = ItemOf<`${typeof TASK}/links`>;
export type Activity = ItemOf<typeof ACTIVITY>;
export type BoardFilters = { assignee: string; priority: Priority | ""; label: string; search: string };
/** `isCut`: more tasks match than are shown. */
export type ShownBoard = Board & { isCut: boolean };

const FILTERED_MAX = 200;

const PROJECT = "/workspaces/{workspace_id}/projects/{project_id}";
const BOARD = `${PROJECT}/board` as const;
const TASKS = `${PROJECT}/tasks` as const;
const TASK = `${TASKS}/{task_ref}` as const;
const ACTIVITY = `${TASK}/activity` as const;
const LABELS = `${PROJECT}/labels` as const;
const MOVE = `${TASK}/move` as const;

const boardKey = (params: ParamsOf<typeof BOARD>, filters: BoardFilters) => [
  ...keyOf(BOARD, params),
  filters,
];

/** Whether any filter leaves something out. */
export function isFiltered(filters: BoardFilters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

/** The board, or the part of it that matches the filters. */
export function useBoard(filters: BoardFilters) {
  const params = useProjectParams();
  return useQuery({
    queryKey: boardKey(params, filters),
    queryFn: async ({ signal }): Promise<ShownBoard> => {
      if (!isFiltered(filters)) return { ...(await api.get(BOARD, { params, signal })), isCut: false };
      const page = await api.page(TASKS, { params, query: { ...filters, limit: FILTERED_MAX }, signal });
      return { ...boardOf(STATUS_NAMES, page.items), isCut: page.next !== null };
    },
    placeholderData: (previous, before) =>
      before && hashKey(before.queryKey.slice(0, 2)) === hashKey([BOARD, params]) ? previous : undefined,
  });
}

type Move = { task: Card; place: Place };

/** Changes of places are sent one after the other, in the reader's order. */
const moving = (params: { project_id: string }) => ({ id: `board-moves-${params.project_id}` });

/** Shows tasks where they are being moved. */
function useShowMoved(filters: BoardFilters) {
  const queries = useQueryClient();
  const params = useProjectParams();
  const key = boardKey(params, filters);
  /** @returns what the board showed before, and the place in the API's format */
  return (tasks: readonly Card[], place: Place) => {
    void queries.cancelQueries({ queryKey: keyOf(BOARD, params) });
    const before = queries.getQueryData<ShownBoard>(key);
    const ids = tasks.map(({ id }) => id);
    if (before) queries.setQueryData(key, { ...before, ...withMoved(before, tasks, place) });
    return { before, to: before ? moveTo(before, ids, place) : { status: place.status } };
  };
}

/** Moves a task; shown at once. Moves are sent one after the other, in the reader's order. */
export function useMoveTask(filters: BoardFilters) {
  const queries = useQueryClient();
  const params = useProjectParams();
  const key = boardKey(params, filters);
  const refresh = useRefresh(keyOf(BOARD, params));
  const showMoved = useShowMoved(filters);
  const { mutateAsync } = useMutation({
    mutationKey: keyOf(MOVE, params),
    scope: moving(params),
    mutationFn: ({ task, body }: Move & { body: ReturnType<typeof moveTo> }) =>
      api.post(MOVE, { params: { ...params, task_ref: `${task.number}` }, body }),
    onSettled: async (moved) => {
      if (moved) {
        const taskParams = { ...params, task_ref: `${moved.number}` };
        queries.setQueryData(keyOf(TASK, taskParams), moved);
        void queries.invalidateQueries({ queryKey: keyOf(ACTIVITY, taskParams) });
      }
      if (queries.isMutating({ mutationKey: keyOf(MOVE, params) }) === 1) await refresh();
    },
  });
  /** Resolves to the task's former place once the server has moved it; null if the board did not show it. */
  return async ({ task, place }: Move): Promise<Place | null> => {
    const { before, to: body } = showMoved([task], place);
    const origin = before ? placeOf(before, task.id) : null;
    try {
      await mutateAsync({ task, place, body });
    } catch (error) {
      queries.setQueryData(key, before);
      throw error;
    }
    return origin;
  };
}

/** Changes several tasks at once; a move of them is shown at once. In the reader's order with the moves of single ones. */
export function useChangeTasks(filters: BoardFilters) {
  const params = useProjectParams();
  const showMoved = useShowMoved(filters);
  const refresh = useRefresh(
    keyOf(BOARD, params),
    keyOf(TASK, params),
    keyOf(ACTIVITY, params),
    keyOf(LABELS, params),
  );
  const change = useSend("patch", TASKS, params, {
    scope: moving(params),
    onSettled: refresh,
  });
  const moveAll = async (tasks: readonly Card[], place: Place) => {
    const { to } = showMoved(tasks, place);
    return change.mutateAsync({ task_ids: tasks.map(({ id }) => id), ...to });
  };
  return { change, moveAll };
}

/** Deletes several tasks. */
export function useDeleteTasks() {
  const params = useProjectParams();
  return useSend("post", `${TASKS}/delete`, params, {
    onSuccess: useRefresh(keyOf(BOARD, params), keyOf(LABELS, params)),
  });
}

/** Adds a task at the end of a column. */
export function useCreateTask() {
  const params = useProjectParams();
  return useSend("post", TASKS, params, {
    // One after the other, so that tasks typed in a row keep their order.
    scope: { id: `new-tasks-${params.project_id}` },
    onSuccess: useRefresh(keyOf(BOARD, params)),
  });
}

/** One task by its number, with its description. */
export function useTask(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useAnswer(TASK, { params });
}

/** The commits, pull requests and issues that name a task, newest first. */
export function useTaskLinks(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useList(`${TASK}/links`, { params });
}

/** The task as it is now, where a change was refused because somebody else had changed the same text. */
export function rivalOf(error: unknown): Task | null {
  return isRefusal(error, 409) ? ((error.state.task as Task | undefined) ?? null) : null;
}

/** Changes a task's title, description or assignee. */
export function useUpdateTask(number: number) {
  const params = useProjectParams();
  const taskParams = { ...params, task_ref: `${number}` };
  const queries = useQueryClient();
  return useSend("patch", TASK, taskParams, {
    // One after the other, so that of two changes of the labels the last one holds.
    scope: { id: `task-changes-${params.project_id}-${number}` },
    onSuccess: useKeep(
      keyOf(TASK, taskParams),
      keyOf(BOARD, params),
      keyOf(ACTIVITY, taskParams),
      keyOf(LABELS, params),
    ),
    onError: (error) => {
      const current = rivalOf(error);
      if (current) queries.setQueryData(keyOf(TASK, taskParams), current);
    },
  });
}

/** The labels that tasks of the project have, the most used first. */
export function useTaskLabels() {
  return useAnswer(LABELS, { params: useProjectParams() });
}

/** A task's comments and changes, newest first. */
export function useTaskActivity(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useList(ACTIVITY, { params });
}

export function useAddTaskComment(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useMutation({
    mutationFn: (body: string) => api.post(`${TASK}/comments`, { params, body: { body } }),
    onSuccess: useRefresh(keyOf(ACTIVITY, params)),
  });
}

export function useEditTaskComment(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: string }) =>
      api.patch(`${TASK}/comments/{task_comment_id}`, {
        params: { ...params, task_comment_id: id },
        body: { body },
      }),
    onSuccess: useRefresh(keyOf(ACTIVITY, params)),
  });
}

export function useDeleteTaskComment(number: number) {
  const params = useProjectParams({ task_ref: `${number}` });
  return useSend("delete", `${TASK}/comments/{task_comment_id}`, params, {
    onSuccess: useRefresh(keyOf(ACTIVITY, params)),
  });
}

/** @param leave closes what shows the task: news of its end would have it read again, and it is gone */
export function useDeleteTask(number: number, leave: () => void) {
  const params = useProjectParams({ task_ref: `${number}` });
  const refresh = useRefresh(keyOf(BOARD, useProjectParams()));
  return useSend("delete", TASK, params, {
    onSuccess: () => {
      leave();
      return refresh();
    },
  });
}
