"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { useRoster } from "@/lib/ui/kit/people/use-roster";

export type Team = ItemOf<typeof TEAMS>;
export type TeamMember = ItemOf<typeof MEMBERS>;

/** The most members that the profiling routes accept at once. */
const MEMBERS_PAGE = 200;

const TEAMS = "/workspaces/{workspace_id}/teams";
const TEAM = `${TEAMS}/{team_id}` as const;
const MEMBERS = `${TEAM}/members` as const;
const MEMBER = `${MEMBERS}/{developer_id}` as const;

/** The teams of a workspace, by type and part of a name. */
export function useTeams(workspaceId: string, query: QueryOf<typeof TEAMS>) {
  return useList(TEAMS, { params: { workspace_id: workspaceId }, query });
}

export function useTeam(workspaceId: string, teamId: string) {
  return useAnswer(TEAM, { params: { workspace_id: workspaceId, team_id: teamId } });
}

export function useTeamMembers(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useList(MEMBERS, { params, query: { limit: MEMBERS_PAGE } });
}

/** Refetches the teams, and what depends on one of them and its members. */
function useRefreshTeam(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useRefresh(keyOf(TEAMS, { workspace_id: workspaceId }), keyOf(TEAM, params), keyOf(MEMBERS, params));
}

export function useCreateTeam(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useSend("post", TEAMS, params, { onSuccess: useRefresh(keyOf(TEAMS, params)) });
}

export function useUpdateTeam(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useSend("patch", TEAM, params, { onSuccess: useRefreshTeam(workspaceId, teamId) });
}

export function useDeleteTeam(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useSend("delete", TEAM, params, {
    // Queries of the deleted team itself must not be refetched.
    onSuccess: useRefresh(keyOf(TEAMS, { workspace_id: workspaceId })),
  });
}

/** Updates the members from the commits of the source repositories. */
export function useSyncTeam(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useSend("post", `${TEAM}/sync`, params, { onSuccess: useRefreshTeam(workspaceId, teamId) });
}

/** Changes of the team's members. */
export function useTeamRoster(workspaceId: string, teamId: string) {
  const params = { workspace_id: workspaceId, team_id: teamId };
  return useRoster(
    keyOf(MEMBERS, params),
    {
      add: (developer_id, role) => api.post(MEMBERS, { params, body: { developer_id, role } }),
      setRole: (developer_id, role) =>
        api.patch(MEMBER, { params: { ...params, developer_id }, body: { role } }),
      remove: (developer_id) => api.delete(MEMBER, { params: { ...params, developer_id } }),
    },
    useRefreshTeam(workspaceId, teamId),
  );
}

/** The input of the profiling routes; disabled without members. */
const figuresOf = (developerIds: string[]) => ({
  body: { developer_ids: developerIds },
  enabled: developerIds.length > 0,
});

/** Languages, and who has how many commits. */
export function useTeamProfile(developerIds: string[]) {
  const { body, enabled } = figuresOf(developerIds);
  return useQuery({
    queryKey: [...keyOf("/teams/profile"), developerIds],
    queryFn: () => api.post("/teams/profile", { body }),
    enabled,
  });
}

/** How few people know each language. */
export function useBusFactor(developerIds: string[]) {
  const { body, enabled } = figuresOf(developerIds);
  return useQuery({
    queryKey: [...keyOf("/teams/bus-factor"), developerIds],
    queryFn: () => api.post("/teams/bus-factor", { body }),
    enabled,
  });
}

/** What was finished in the last days. */
export function useVelocity(developerIds: string[], days: number) {
  const { body, enabled } = figuresOf(developerIds);
  return useQuery({
    queryKey: [...keyOf("/teams/velocity"), days, developerIds],
    queryFn: () => api.post("/teams/velocity", { query: { days }, body }),
    enabled,
  });
}
