import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useAnswer, useList, useListChange, useRefresh, useSend } from "@/lib/ui/api/resource-queries";

export type Repository = ItemOf<typeof REPOSITORIES>;

/** A sync in progress changes every second. */
const BUSY_POLL_MS = 2_000;
const POLL_MS = 60_000;

const REPOSITORIES = "/workspaces/{workspace_id}/repositories";
const REPOSITORY = `${REPOSITORIES}/{repository_id}` as const;
const AVAILABLE = `${REPOSITORIES}/available` as const;

const isBusy = ({ sync_status }: Repository) => sync_status === "pending" || sync_status === "syncing";

/** The adopted repositories, polled often while one is syncing. */
export function useRepositories(query: QueryOf<typeof REPOSITORIES>, isEnabled = true) {
  return useList(
    REPOSITORIES,
    { params: useWorkspaceParams(), query },
    { pollMs: (items) => (items.some(isBusy) ? BUSY_POLL_MS : POLL_MS), isEnabled },
  );
}

/** The repositories that the reader's own connection to the code host can see. */
export function useAvailableRepositories(search: string) {
  const params = useWorkspaceParams();
  return useAnswer(
    AVAILABLE,
    { params, query: { search } },
    // A refusal by the code host would repeat; the reader can retry where that helps.
    { placeholderData: (previous) => previous, retry: false },
  );
}

function useRefreshRepositories() {
  const params = useWorkspaceParams();
  return useRefresh(keyOf(REPOSITORIES, params), keyOf(AVAILABLE, params));
}

export function useAdoptRepository() {
  const params = useWorkspaceParams();
  return useMutation({
    mutationFn: (fullName: string) => api.post(REPOSITORIES, { params, body: { full_name: fullName } }),
    onSuccess: useRefreshRepositories(),
  });
}

/** Starts a sync; the row shows it at once. */
export function useSyncRepository() {
  const params = useWorkspaceParams();
  return useListChange(keyOf(REPOSITORIES, params), {
    send: (id: string) => api.post(`${REPOSITORY}/sync`, { params: { ...params, repository_id: id } }),
    edit: (repositories, id) =>
      repositories.map((each) =>
        each.id === id && !isBusy(each) ? { ...each, sync_status: "pending", last_error: null } : each,
      ),
    onSettled: useRefreshRepositories(),
  });
}

export function useReclaimRepository() {
  const params = useWorkspaceParams();
  return useSend("post", `${REPOSITORY}/reclaim`, params, { onSuccess: useRefreshRepositories() });
}

export function useDropRepository() {
  const params = useWorkspaceParams();
  return useSend("delete", REPOSITORY, params, { onSuccess: useRefreshRepositories() });
}
