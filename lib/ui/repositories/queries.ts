"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AvailableRepository as AvailableSchema,
  Repository as RepositorySchema,
} from "@/lib/repositories/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Repository = z.output<typeof RepositorySchema>;
export type AvailableRepository = z.output<typeof AvailableSchema>;

/** A sync under way changes by the second. */
const BUSY_POLL_MS = 2_000;
const POLL_MS = 60_000;

const keys = {
  repositories: (workspaceId: string) => ["repositories", workspaceId] as const,
  available: (workspaceId: string) => ["available-repositories", workspaceId] as const,
};

const repositoriesPath = (workspaceId: string) => workspaceApi(workspaceId, "/repositories");
const repositoryPath = (workspaceId: string, id: string) =>
  workspaceApi(workspaceId, `/repositories/${encodeURIComponent(id)}`);

const isBusy = ({ sync_status }: Repository) => sync_status === "pending" || sync_status === "syncing";

/** The adopted repositories, read again often while one of them syncs. */
export function useRepositories(
  workspaceId: string,
  filters: { sync_status?: string; search: string; limit?: string },
  isEnabled = true,
) {
  return useList<Repository>(
    [...keys.repositories(workspaceId), filters],
    repositoriesPath(workspaceId) + queryOf(filters),
    { pollMs: (items) => (items.some(isBusy) ? BUSY_POLL_MS : POLL_MS), isEnabled },
  );
}

/** What the reader's own connection to the code host can see. */
export function useAvailableRepositories(workspaceId: string, search: string) {
  return useQuery({
    queryKey: [...keys.available(workspaceId), search],
    queryFn: ({ signal }) =>
      get<AvailableRepository[]>(`${repositoriesPath(workspaceId)}/available${queryOf({ search })}`, {
        signal,
      }),
    placeholderData: (previous) => previous,
  });
}

function useRefresh(workspaceId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.repositories(workspaceId) }),
      queries.invalidateQueries({ queryKey: keys.available(workspaceId) }),
    ]);
}

export function useAdoptRepository(workspaceId: string) {
  return useMutation({
    mutationFn: (fullName: string) =>
      send<Repository>("POST", repositoriesPath(workspaceId), { full_name: fullName }),
    onSuccess: useRefresh(workspaceId),
  });
}

/** Asks for a sync; the row says so at once. */
export function useSyncRepository(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<Repository>("POST", `${repositoryPath(workspaceId, id)}/sync`),
    onMutate: (id) =>
      editLists<Repository>(queries, keys.repositories(workspaceId), (repositories) =>
        repositories.map((each) =>
          each.id === id && !isBusy(each) ? { ...each, sync_status: "pending", last_error: null } : each,
        ),
      ),
    onError: (_error, _id, takeBack) => takeBack?.(),
    onSettled: useRefresh(workspaceId),
  });
}

export function useReclaimRepository(workspaceId: string) {
  return useMutation({
    mutationFn: (id: string) => send<Repository>("POST", `${repositoryPath(workspaceId, id)}/reclaim`),
    onSuccess: useRefresh(workspaceId),
  });
}

export function useDropRepository(workspaceId: string) {
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", repositoryPath(workspaceId, id)),
    onSuccess: useRefresh(workspaceId),
  });
}
