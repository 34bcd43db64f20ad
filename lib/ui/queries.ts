"use client";

import {
  hashKey,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import type { Developer } from "@/lib/identity/schema";
import type { CreateProject, Project as ProjectSchema } from "@/lib/projects/schema";
import type { ApiToken as ApiTokenSchema, CreateApiToken, NewApiToken } from "@/lib/tokens/schema";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import type { Activity } from "@/lib/tracker/enrichment/schema";
import { get, getPage, type ListPage, send } from "@/lib/ui/api";
import type { CreateWorkspace, Workspace as WorkspaceSchema } from "@/lib/workspaces/schema";

export type Workspace = z.output<typeof WorkspaceSchema>;
export type Project = z.output<typeof ProjectSchema>;
export type Device = z.output<typeof TrackerDevice>;
export type ApiToken = z.output<typeof ApiTokenSchema>;
export type Profile = z.output<typeof Developer>;
export type ActivityByHour = Extract<z.output<typeof Activity>, { group: "hour" }>;

const PROFILE_PATH = "/api/v1/developers/me";
const TOKENS_PATH = "/api/v1/developers/me/api-tokens";
const POLL_MS = 60_000;
const UNSETTLED_POLL_MS = 2_000;

const keys = {
  profile: ["profile"] as const,
  workspaces: ["workspaces"] as const,
  projects: (workspaceId: string) => ["projects", workspaceId] as const,
  devices: ["devices"] as const,
  tokens: ["api-tokens"] as const,
  activity: (from: string, to: string) => ["activity", from, to] as const,
};

type ListOptions<T> = {
  /** How soon to read again, if at all; may depend on what was read. */
  pollMs?: number | false | ((items: T[]) => number | false);
  isEnabled?: boolean;
};

/** Whether two keys are of the same list, seen through other filters: those are an object at the end. */
function isSameList(a: QueryKey, b: QueryKey): boolean {
  return typeof a.at(-1) === "object" && hashKey(a.slice(0, -1)) === hashKey(b.slice(0, -1));
}

/** A list that grows by a page at a time, flattened. While it is filtered anew, what was shown stays. */
export function useList<T>(
  queryKey: QueryKey,
  path: string,
  { pollMs = false, isEnabled = true }: ListOptions<T> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<ListPage<T>> => getPage<T>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      typeof pollMs === "function" ? pollMs(state.data?.pages.flatMap((page) => page.items) ?? []) : pollMs,
    enabled: isEnabled,
    placeholderData: (previous, before) =>
      before && isSameList(before.queryKey, queryKey) ? previous : undefined,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) };
}

/** Who is signed in. */
export function useProfile() {
  return useQuery({
    queryKey: keys.profile,
    queryFn: ({ signal }) => get<Profile>(PROFILE_PATH, { signal }),
  });
}

/** Changes the profile; what changed shows at once and is taken back when the server refuses. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Pick<Profile, "name" | "current_workspace_id">>) =>
      send<Profile>("PATCH", PROFILE_PATH, change),
    onMutate: (change) => {
      const before = queries.getQueryData<Profile>(keys.profile);
      if (before) queries.setQueryData(keys.profile, { ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => queries.setQueryData(keys.profile, before),
    onSuccess: (profile) => queries.setQueryData(keys.profile, profile),
  });
}

/** The workspaces that the reader belongs to. */
export function useWorkspaces() {
  return useList<Workspace>(keys.workspaces, "/api/v1/workspaces");
}

/** Creates a workspace and makes it the one shown. */
export function useCreateWorkspace() {
  const queries = useQueryClient();
  const update = useUpdateProfile();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateWorkspace>) =>
      send<Workspace>("POST", "/api/v1/workspaces", body),
    onSuccess: async (workspace) => {
      await queries.invalidateQueries({ queryKey: keys.workspaces });
      update.mutate({ current_workspace_id: workspace.id });
    },
  });
}

function projectsPath(workspaceId: string): string {
  return `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/projects`;
}

/** The projects of one workspace. */
export function useProjects(workspaceId: string, isEnabled: boolean) {
  return useList<Project>(keys.projects(workspaceId), projectsPath(workspaceId), { isEnabled });
}

/** Creates a project; the creator becomes a member of it. */
export function useCreateProject(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateProject>) =>
      send<Project>("POST", projectsPath(workspaceId), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.projects(workspaceId) }),
  });
}

/** Switches the tracker of a project on or off. */
export function useSetTracker(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, isEnabled }: { projectId: string; isEnabled: boolean }) =>
      send<Project>("PATCH", `${projectsPath(workspaceId)}/${encodeURIComponent(projectId)}`, {
        settings: { tracker_enabled: isEnabled },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.projects(workspaceId) }),
  });
}

/** The reader's devices, read again every minute while the page is in front. */
export function useDevices() {
  return useList<Device>(keys.devices, "/api/v1/tracker/devices", { pollMs: POLL_MS });
}

/**
 * Seconds by hour and category between two instants, read again every minute when `isLive`, and sooner while samples
 * still wait to be derived.
 */
export function useActivity(from: Date, to: Date, isLive: boolean) {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const query = new URLSearchParams({ from: start, to: end, group: "hour" });
  return useQuery({
    queryKey: keys.activity(start, end),
    queryFn: ({ signal }) => get<ActivityByHour>(`/api/v1/tracker/activity?${query}`, { signal }),
    refetchInterval: ({ state }) => {
      if (state.data?.is_settled === false) return UNSETTLED_POLL_MS;
      return isLive ? POLL_MS : false;
    },
  });
}

/** The reader's API tokens, by prefix only. */
export function useApiTokens() {
  return useList<ApiToken>(keys.tokens, TOKENS_PATH);
}

/** Mints an API token; only this answer holds the token itself. */
export function useCreateApiToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateApiToken>) =>
      send<z.output<typeof NewApiToken>>("POST", TOKENS_PATH, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens }),
  });
}

/** Revokes an API token for good. */
export function useDeleteApiToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", `${TOKENS_PATH}/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens }),
  });
}
