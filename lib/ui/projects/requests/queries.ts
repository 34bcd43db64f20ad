"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  Block as BlockSchema,
  PageSettings as PageSettingsSchema,
  StaffComment as StaffCommentSchema,
  StaffRequest as StaffRequestSchema,
  StaffStatusChange as StaffStatusChangeSchema,
  UpdatePageSettings,
  UpdateRequest,
} from "@/lib/projects/requests/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import { projectApi } from "@/lib/ui/projects/queries";

export type StaffRequest = z.output<typeof StaffRequestSchema>;
export type StaffComment = z.output<typeof StaffCommentSchema>;
type PageSettings = z.output<typeof PageSettingsSchema>;
export type RequestChange = z.input<typeof UpdateRequest>;

export type RequestFilters = { visibility: string; status: string; sort: string; search: string };

const keys = {
  all: (projectId: string) => ["project-requests", projectId] as const,
  request: (projectId: string, id: string) => ["project-requests", projectId, "one", id] as const,
  comments: (projectId: string, id: string) => ["project-requests", projectId, "comments", id] as const,
  changes: (projectId: string, id: string) => ["project-requests", projectId, "changes", id] as const,
  settings: (projectId: string) => ["project-page", projectId] as const,
  blocked: (projectId: string) => ["project-blocked", projectId] as const,
};

const api = (workspaceId: string, projectId: string, path = "") =>
  projectApi(workspaceId, projectId, `/requests${path}`);

/** A project's requests as its staff see them. */
export function useRequests(
  workspaceId: string,
  projectId: string,
  filters: RequestFilters,
  isEnabled = true,
) {
  return useList<StaffRequest>(
    [...keys.all(projectId), "list", filters],
    api(workspaceId, projectId, queryOf(filters)),
    { isEnabled },
  );
}

export function useRequest(workspaceId: string, projectId: string, id: string) {
  return useQuery({
    queryKey: keys.request(projectId, id),
    queryFn: ({ signal }) => get<StaffRequest>(api(workspaceId, projectId, `/${id}`), { signal }),
  });
}

export function useRequestComments(workspaceId: string, projectId: string, id: string) {
  return useList<StaffComment>(
    keys.comments(projectId, id),
    api(workspaceId, projectId, `/${id}/comments?limit=200`),
  );
}

export function useRequestChanges(workspaceId: string, projectId: string, id: string) {
  return useQuery({
    queryKey: keys.changes(projectId, id),
    queryFn: ({ signal }) =>
      get<z.output<typeof StaffStatusChangeSchema>[]>(api(workspaceId, projectId, `/${id}/changes`), {
        signal,
      }),
  });
}

/** What staff do about requests. All that is shown of them is read again afterwards. */
export function useModeration(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.all(projectId) }),
      queries.invalidateQueries({ queryKey: keys.blocked(projectId) }),
    ]);
  const at = (path: string) => api(workspaceId, projectId, path);
  return {
    update: useMutation({
      mutationFn: ({ id, ...change }: RequestChange & { id: string }) =>
        send<StaffRequest>("PATCH", at(`/${id}`), change),
      onSuccess,
    }),
    reply: useMutation({
      mutationFn: ({ id, body }: { id: string; body: string }) =>
        send<StaffComment>("POST", at(`/${id}/comments`), { body }),
      onSuccess,
    }),
    moderate: useMutation({
      mutationFn: (given: { id: string; commentId: string; visibility: "visible" | "hidden" }) =>
        send<StaffComment>("PATCH", at(`/${given.id}/comments/${given.commentId}`), {
          visibility: given.visibility,
        }),
      onSuccess,
    }),
    merge: useMutation({
      mutationFn: ({ id, intoId }: { id: string; intoId: string }) =>
        send<StaffRequest>("POST", at(`/${id}/merge`), { into_id: intoId }),
      onSuccess,
    }),
    block: useMutation({
      mutationFn: ({ developerId, isBlocked }: { developerId: string; isBlocked: boolean }) =>
        send<void>(isBlocked ? "PUT" : "DELETE", at(`/blocked/${developerId}`)),
      onSuccess,
    }),
  };
}

export function usePageSettings(workspaceId: string, projectId: string) {
  return useQuery({
    queryKey: keys.settings(projectId),
    queryFn: ({ signal }) => get<PageSettings>(api(workspaceId, projectId, "/settings"), { signal }),
  });
}

/** Changes how the public page behaves; it shows at once. */
export function useUpdatePageSettings(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  const key = keys.settings(projectId);
  return useMutation({
    mutationFn: (change: z.input<typeof UpdatePageSettings>) =>
      send<PageSettings>("PATCH", api(workspaceId, projectId, "/settings"), change),
    onSuccess: (settings) => queries.setQueryData(key, settings),
  });
}

export function useBlocked(workspaceId: string, projectId: string, isEnabled: boolean) {
  return useList<z.output<typeof BlockSchema>>(
    keys.blocked(projectId),
    api(workspaceId, projectId, "/blocked"),
    { isEnabled },
  );
}
