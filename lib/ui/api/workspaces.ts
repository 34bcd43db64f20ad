"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiError, get, getPage, send } from "@/lib/ui/api/client";
import { useUpdateProfile } from "@/lib/ui/api/profile";
import { useList } from "@/lib/ui/api/use-list";
import type { Member as MemberSchema, Me as MeSchema } from "@/lib/workspaces/members/schema";
import type { Billing as BillingSchema } from "@/lib/workspaces/plans/schema";
import type { CreateWorkspace, UpdateWorkspace, Workspace as WorkspaceSchema } from "@/lib/workspaces/schema";

export type Workspace = z.output<typeof WorkspaceSchema>;
export type Me = z.output<typeof MeSchema>;
export type Member = z.output<typeof MemberSchema>;
export type Billing = z.output<typeof BillingSchema>;

/** What was granted or taken away shows within this time, also to whoever just sits there. */
const ME_POLL_MS = 60_000;
const OWNERS_NAMED_MAX = "5";

/** The API's address of a workspace, or of something in it. */
export function workspaceApi(workspaceId: string, path = ""): string {
  return `/api/v1/workspaces/${encodeURIComponent(workspaceId)}${path}`;
}

const WORKSPACES = ["workspaces"];
const bySlug = (slug: string | undefined) => [...WORKSPACES, "slug", slug];

/** The workspaces that the reader belongs to. */
export function useWorkspaces() {
  return useList<Workspace>(WORKSPACES, "/api/v1/workspaces");
}

/** Creates a workspace and makes it the one shown. */
export function useCreateWorkspace() {
  const queries = useQueryClient();
  const update = useUpdateProfile();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateWorkspace>) =>
      send<Workspace>("POST", "/api/v1/workspaces", body),
    onSuccess: async (workspace) => {
      await queries.invalidateQueries({ queryKey: WORKSPACES });
      update.mutate({ current_workspace_id: workspace.id });
    },
  });
}

/** The workspace with a slug; null where the reader belongs to none such. */
export function useWorkspaceBySlug(slug: string | undefined) {
  return useQuery({
    queryKey: bySlug(slug),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ slug: slug ?? "" });
      try {
        const { items } = await getPage<Workspace>(`/api/v1/workspaces?${query}`, signal);
        return items[0] ?? null;
      } catch (error) {
        // What can't be a slug names no workspace.
        if (error instanceof ApiError && error.status === 400) return null;
        throw error;
      }
    },
    enabled: slug !== undefined,
  });
}

/** Who the reader is in a workspace, and what they may do there. */
export function useMe(workspaceId: string | undefined) {
  return useQuery({
    queryKey: ["workspace-me", workspaceId],
    queryFn: ({ signal }) => get<Me>(workspaceApi(workspaceId ?? "", "/me"), { signal }),
    enabled: workspaceId !== undefined,
    refetchInterval: ME_POLL_MS,
  });
}

/** The first owners, who can grant anything to anyone; `next` is where there are more. */
export function useOwners(workspaceId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ["owners", workspaceId],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ status: "active", is_owner: "true", limit: OWNERS_NAMED_MAX });
      return getPage<Member>(workspaceApi(workspaceId, `/members?${query}`), signal);
    },
    enabled: isEnabled,
  });
}

/** The plan of a workspace and how much of it is used. */
export function useBilling(workspaceId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ["billing", workspaceId],
    queryFn: ({ signal }) => get<Billing>(workspaceApi(workspaceId, "/billing"), { signal }),
    enabled: isEnabled,
  });
}

/** Changes the workspace; what changed shows at once and is taken back when the server refuses. */
export function useUpdateWorkspace({ id, slug }: Workspace) {
  const queries = useQueryClient();
  const queryKey = bySlug(slug);
  return useMutation({
    mutationFn: (change: z.input<typeof UpdateWorkspace>) =>
      send<Workspace>("PATCH", workspaceApi(id), change),
    onMutate: async ({ name, settings }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Workspace>(queryKey);
      if (!before) return before;
      const { tracker_enabled } = { ...before.settings, ...settings };
      queries.setQueryData(queryKey, {
        ...before,
        name: name ?? before.name,
        settings: tracker_enabled == null ? {} : { tracker_enabled },
      });
      return before;
    },
    onError: (_error, _change, before) => queries.setQueryData(queryKey, before),
    onSettled: () => queries.invalidateQueries({ queryKey: WORKSPACES }),
  });
}
