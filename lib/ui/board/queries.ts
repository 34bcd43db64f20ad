"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { TaskLink as TaskLinkSchema } from "@/lib/projects/tasks/links/schema";
import type { CreateTask, Task as TaskSchema, UpdateTask } from "@/lib/projects/tasks/schema";
import { get, getPage, queryOf, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import {
  type Board,
  boardOf,
  type Card,
  moveTo,
  type Place,
  placeOf,
  withMoved,
} from "@/lib/ui/board/board-state";
import { STATUS_NAMES } from "@/lib/ui/board/statuses";
import { projectApi } from "@/lib/ui/projects/queries";

export type Task = z.output<typeof TaskSchema>;
export type TaskLink = z.output<typeof TaskLinkSchema>;
export type BoardFilters = { assignee: string; search: string };
/** `isCut`: more tasks match than are shown. */
export type ShownBoard = Board & { isCut: boolean };

const POLL_MS = 20_000;
const FILTERED_MAX = 200;

const keys = {
  board: (projectId: string) => ["board", projectId] as const,
  task: (projectId: string, number: number) => ["task", projectId, number] as const,
  moves: (projectId: string) => ["board-moves", projectId] as const,
};

function isFiltered({ assignee, search }: BoardFilters): boolean {
  return assignee !== "" || search !== "";
}

/**
 * The board, or of a filtered one what the filters let through. Read again every little while, for others move tasks
 * too, but not while moves of the reader's own are under way.
 */
export function useBoard(workspaceId: string, projectId: string, filters: BoardFilters) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: [...keys.board(projectId), filters],
    queryFn: async ({ signal }): Promise<ShownBoard> => {
      if (!isFiltered(filters)) {
        const board = await get<Board>(projectApi(workspaceId, projectId, "/board"), { signal });
        return { ...board, isCut: false };
      }
      const query = queryOf({ ...filters, limit: String(FILTERED_MAX) });
      const page = await getPage<Task>(projectApi(workspaceId, projectId, `/tasks${query}`), signal);
      return { ...boardOf(STATUS_NAMES, page.items), isCut: page.next !== null };
    },
    refetchInterval: () => (queries.isMutating({ mutationKey: keys.moves(projectId) }) > 0 ? false : POLL_MS),
    placeholderData: (previous, before) => (before?.queryKey[1] === projectId ? previous : undefined),
  });
}

type Move = { task: Card; place: Place };

/** Moves a task to a place; it shows at once. Moves reach the server one after the other, in the reader's order. */
export function useMoveTask(workspaceId: string, projectId: string, filters: BoardFilters) {
  const queries = useQueryClient();
  const key = [...keys.board(projectId), filters];
  const { mutateAsync } = useMutation({
    mutationKey: keys.moves(projectId),
    scope: { id: `board-moves-${projectId}` },
    mutationFn: ({ task, body }: Move & { body: ReturnType<typeof moveTo> }) =>
      send<Task>("POST", projectApi(workspaceId, projectId, `/tasks/${task.number}/move`), body),
    onSettled: async (moved) => {
      if (moved) queries.setQueryData(keys.task(projectId, moved.number), moved);
      if (queries.isMutating({ mutationKey: keys.moves(projectId) }) === 1) {
        await queries.invalidateQueries({ queryKey: keys.board(projectId) });
      }
    },
  });
  /** Resolves to where the task was, once the server has moved it; null for one that the board did not show. */
  return async ({ task, place }: Move): Promise<Place | null> => {
    void queries.cancelQueries({ queryKey: keys.board(projectId) });
    const before = queries.getQueryData<ShownBoard>(key);
    const origin = before ? placeOf(before, task.id) : null;
    const body = before ? moveTo(before, task.id, place) : { status: place.status };
    if (before) queries.setQueryData(key, { ...before, ...withMoved(before, task, place) });
    try {
      await mutateAsync({ task, place, body });
    } catch (error) {
      queries.setQueryData(key, before);
      throw error;
    }
    return origin;
  };
}

/** Adds a task at the end of a column. */
export function useCreateTask(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateTask>) =>
      send<Task>("POST", projectApi(workspaceId, projectId, "/tasks"), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.board(projectId) }),
  });
}

/** One task by its number, with its description. */
export function useTask(workspaceId: string, projectId: string, number: number) {
  return useQuery({
    queryKey: keys.task(projectId, number),
    queryFn: ({ signal }) => get<Task>(projectApi(workspaceId, projectId, `/tasks/${number}`), { signal }),
  });
}

/** The commits, pull requests and issues that name a task, newest first. */
export function useTaskLinks(workspaceId: string, projectId: string, number: number) {
  return useList<TaskLink>(
    ["task-links", projectId, number],
    projectApi(workspaceId, projectId, `/tasks/${number}/links`),
  );
}

/** Changes a task's words or its assignee. */
export function useUpdateTask(workspaceId: string, projectId: string, number: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: z.input<typeof UpdateTask>) =>
      send<Task>("PATCH", projectApi(workspaceId, projectId, `/tasks/${number}`), change),
    onSuccess: async (task) => {
      queries.setQueryData(keys.task(projectId, number), task);
      await queries.invalidateQueries({ queryKey: keys.board(projectId) });
    },
  });
}

export function useDeleteTask(workspaceId: string, projectId: string, number: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", projectApi(workspaceId, projectId, `/tasks/${number}`)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.board(projectId) }),
  });
}
