import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useList, useOpened, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
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
export function useTeams(query: QueryOf<typeof TEAMS>) {
  return useList(TEAMS, { params: useWorkspaceParams(), query });
}

export function useTeam(teamId: string) {
  return useOpened(TEAM, { params: useWorkspaceParams({ team_id: teamId }) });
}

export function useTeamMembers(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useList(MEMBERS, { params, query: { limit: MEMBERS_PAGE } });
}

/** Refetches the teams, and what depends on one of them and its members. */
function useRefreshTeam(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useRefresh(keyOf(TEAMS, useWorkspaceParams()), keyOf(TEAM, params), keyOf(MEMBERS, params));
}

export function useCreateTeam() {
  const params = useWorkspaceParams();
  return useSend("post", TEAMS, params, { onSuccess: useRefresh(keyOf(TEAMS, params)) });
}

export function useUpdateTeam(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useSend("patch", TEAM, params, { onSuccess: useRefreshTeam(teamId) });
}

export function useDeleteTeam(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useSend("delete", TEAM, params, {
    // Queries of the deleted team itself must not be refetched.
    onSuccess: useRefresh(keyOf(TEAMS, useWorkspaceParams())),
  });
}

/** Updates the members from the commits of the source repositories. */
export function useSyncTeam(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useSend("post", `${TEAM}/sync`, params, { onSuccess: useRefreshTeam(teamId) });
}

/** Changes of the team's members. */
export function useTeamRoster(teamId: string) {
  const params = useWorkspaceParams({ team_id: teamId });
  return useRoster(
    keyOf(MEMBERS, params),
    {
      add: (developer_id, role) => api.post(MEMBERS, { params, body: { developer_id, role } }),
      setRole: (developer_id, role) =>
        api.patch(MEMBER, { params: { ...params, developer_id }, body: { role } }),
      remove: (developer_id) => api.delete(MEMBER, { params: { ...params, developer_id } }),
    },
    useRefreshTeam(teamId),
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
