"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AddTeamMember,
  TeamMember as TeamMemberSchema,
  UpdateTeamMember,
} from "@/lib/teams/members/schema";
import type { TeamBusFactor, TeamProfile, TeamVelocity } from "@/lib/teams/profiling/schema";
import type { CreateTeam, Team as TeamSchema, TeamSync, UpdateTeam } from "@/lib/teams/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Team = z.output<typeof TeamSchema>;
export type TeamMember = z.output<typeof TeamMemberSchema>;

/** As many members as the profiling routes look at in one go. */
const MEMBERS_PAGE = "200";

const keys = {
  teams: (workspaceId: string) => ["teams", workspaceId] as const,
  team: (workspaceId: string, teamId: string) => ["team", workspaceId, teamId] as const,
  members: (teamId: string) => ["team-members", teamId] as const,
};

const teamsPath = (workspaceId: string) => workspaceApi(workspaceId, "/teams");
const teamPath = (workspaceId: string, teamId: string) =>
  workspaceApi(workspaceId, `/teams/${encodeURIComponent(teamId)}`);
const memberPath = (workspaceId: string, teamId: string, developerId: string) =>
  `${teamPath(workspaceId, teamId)}/members/${encodeURIComponent(developerId)}`;

/** The teams of a workspace, by type and part of a name. */
export function useTeams(workspaceId: string, filters: { type: string; search: string }) {
  return useList<Team>([...keys.teams(workspaceId), filters], teamsPath(workspaceId) + queryOf(filters));
}

export function useTeam(workspaceId: string, teamId: string) {
  return useQuery({
    queryKey: keys.team(workspaceId, teamId),
    queryFn: ({ signal }) => get<Team>(teamPath(workspaceId, teamId), { signal }),
  });
}

export function useTeamMembers(workspaceId: string, teamId: string) {
  return useList<TeamMember>(
    keys.members(teamId),
    `${teamPath(workspaceId, teamId)}/members${queryOf({ limit: MEMBERS_PAGE })}`,
  );
}

/** Reads again what depends on a team and its members. */
function useRefresh(workspaceId: string, teamId?: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.teams(workspaceId) }),
      ...(teamId === undefined
        ? []
        : [
            queries.invalidateQueries({ queryKey: keys.team(workspaceId, teamId) }),
            queries.invalidateQueries({ queryKey: keys.members(teamId) }),
          ]),
    ]);
}

export function useCreateTeam(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateTeam>) => send<Team>("POST", teamsPath(workspaceId), body),
    onSuccess: useRefresh(workspaceId),
  });
}

export function useUpdateTeam(workspaceId: string, teamId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateTeam>) =>
      send<Team>("PATCH", teamPath(workspaceId, teamId), body),
    onSuccess: useRefresh(workspaceId, teamId),
  });
}

export function useDeleteTeam(workspaceId: string, teamId: string) {
  return useMutation({
    mutationFn: () => send<void>("DELETE", teamPath(workspaceId, teamId)),
    // The team itself is not read again: it is gone.
    onSuccess: useRefresh(workspaceId),
  });
}

/** Takes the members from the commits of the source repositories. */
export function useSyncTeam(workspaceId: string, teamId: string) {
  return useMutation({
    mutationFn: () => send<z.output<typeof TeamSync>>("POST", `${teamPath(workspaceId, teamId)}/sync`),
    onSuccess: useRefresh(workspaceId, teamId),
  });
}

export function useAddTeamMember(workspaceId: string, teamId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof AddTeamMember>) =>
      send<TeamMember>("POST", `${teamPath(workspaceId, teamId)}/members`, body),
    onSuccess: useRefresh(workspaceId, teamId),
  });
}

/** Changes a member's role; it shows at once. */
export function useUpdateTeamMember(workspaceId: string, teamId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ developerId, ...body }: z.input<typeof UpdateTeamMember> & { developerId: string }) =>
      send<TeamMember>("PATCH", memberPath(workspaceId, teamId, developerId), body),
    onMutate: ({ developerId, role }) =>
      editLists<TeamMember>(queries, keys.members(teamId), (members) =>
        members.map((member) => (member.developer_id === developerId ? { ...member, role } : member)),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: useRefresh(workspaceId, teamId),
  });
}

/** Takes a member out of the team; they vanish at once. */
export function useRemoveTeamMember(workspaceId: string, teamId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (developerId: string) => send<void>("DELETE", memberPath(workspaceId, teamId, developerId)),
    onMutate: (developerId) =>
      editLists<TeamMember>(queries, keys.members(teamId), (members) =>
        members.filter((member) => member.developer_id !== developerId),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: useRefresh(workspaceId, teamId),
  });
}

function useFigures<T>(what: string, developerIds: string[], query = "") {
  return useQuery({
    queryKey: ["team-figures", what, query, developerIds],
    queryFn: () => send<T>("POST", `/api/v1/teams/${what}${query}`, { developer_ids: developerIds }),
    enabled: developerIds.length > 0,
  });
}

/** Languages, and who has how many commits. */
export function useTeamProfile(developerIds: string[]) {
  return useFigures<z.output<typeof TeamProfile>>("profile", developerIds);
}

/** How few people hold the knowledge of each language. */
export function useBusFactor(developerIds: string[]) {
  return useFigures<z.output<typeof TeamBusFactor>>("bus-factor", developerIds);
}

/** What got done in the last days. */
export function useVelocity(developerIds: string[], days: number) {
  return useFigures<z.output<typeof TeamVelocity>>("velocity", developerIds, queryOf({ days: String(days) }));
}
