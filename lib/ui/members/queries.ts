"use client";

import { type InfiniteData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Explanation as ExplanationSchema } from "@/lib/access/schema";
import { get, type ListPage, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { type Member, workspaceApi } from "@/lib/ui/api/workspaces";
import type {
  CreateInvite,
  Invite as InviteSchema,
  NewInvite as NewInviteSchema,
} from "@/lib/workspaces/invites/schema";
import type { Dependents as DependentsSchema } from "@/lib/workspaces/members/schema";

export type { Member };
export type Invite = z.output<typeof InviteSchema>;
export type NewInvite = z.output<typeof NewInviteSchema>;
export type Dependents = z.output<typeof DependentsSchema>;
export type Explanation = z.output<typeof ExplanationSchema>;

const keys = {
  members: (workspaceId: string) => ["members", workspaceId] as const,
  member: (workspaceId: string, developerId: string) => ["member", workspaceId, developerId] as const,
  explanation: (workspaceId: string, developerId: string) =>
    ["member-permissions", workspaceId, developerId] as const,
  dependents: (workspaceId: string, developerId: string) => ["dependents", workspaceId, developerId] as const,
  invites: (workspaceId: string) => ["invites", workspaceId] as const,
};

const membersPath = (workspaceId: string) => workspaceApi(workspaceId, "/members");
const memberPath = (workspaceId: string, developerId: string) =>
  workspaceApi(workspaceId, `/members/${encodeURIComponent(developerId)}`);
const invitesPath = (workspaceId: string) => workspaceApi(workspaceId, "/invites");
const invitePath = (workspaceId: string, inviteId: string) =>
  workspaceApi(workspaceId, `/invites/${encodeURIComponent(inviteId)}`);

/** The members of the workspace, longest first. */
export function useMembers(
  workspaceId: string,
  filters: { search: string; status: string; custom_role_id: string },
) {
  return useList<Member>(
    [...keys.members(workspaceId), filters],
    `${membersPath(workspaceId)}${queryOf(filters)}`,
  );
}

/** One member; what a list holds of them shows until the answer is here. */
export function useMember(workspaceId: string, developerId: string | null) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: keys.member(workspaceId, developerId ?? ""),
    queryFn: ({ signal }) => get<Member>(memberPath(workspaceId, developerId ?? ""), { signal }),
    enabled: developerId !== null,
    placeholderData: () =>
      queries
        .getQueriesData<InfiniteData<ListPage<Member>>>({ queryKey: keys.members(workspaceId) })
        .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
        .find(({ developer_id }) => developer_id === developerId),
  });
}

/** What a member may do, permission by permission, and why: the server's own words. */
export function useExplanation(workspaceId: string, developerId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: keys.explanation(workspaceId, developerId),
    queryFn: ({ signal }) =>
      get<Explanation>(`${memberPath(workspaceId, developerId)}/permissions`, { signal }),
    enabled: isEnabled,
  });
}

/** What stops or changes hands when a member goes; always read anew. */
export function useDependents(workspaceId: string, developerId: string) {
  return useQuery({
    queryKey: keys.dependents(workspaceId, developerId),
    queryFn: ({ signal }) =>
      get<Dependents>(`${memberPath(workspaceId, developerId)}/dependents`, { signal }),
    staleTime: 0,
  });
}

function useRefreshMembers(workspaceId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["members", "member", "member-permissions", "roles", "role", "owners", "workspace-me", "invites"].map(
        (name) => queries.invalidateQueries({ queryKey: [name, workspaceId] }),
      ),
    );
}

type MemberChange = Partial<Pick<Member, "permission_overrides" | "app_permissions" | "status">> & {
  custom_role_id?: string;
};
type Shown = Pick<Member, "role_name" | "priority" | "is_owner">;

/**
 * Changes a member; it shows at once, and is taken back when the server refuses. `shown` is what a new role looks like
 * in the lists.
 */
export function useUpdateMember(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ developerId, change }: { developerId: string; change: MemberChange; shown?: Shown }) =>
      send<Member>("PATCH", memberPath(workspaceId, developerId), change),
    onMutate: ({ developerId, change, shown }) =>
      editLists<Member>(queries, keys.members(workspaceId), (members) =>
        members.map((member) =>
          member.developer_id === developerId ? { ...member, ...change, ...shown } : member,
        ),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSuccess: (member) => queries.setQueryData(keys.member(workspaceId, member.developer_id), member),
    onSettled: useRefreshMembers(workspaceId),
  });
}

export function useRemoveMember(workspaceId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshMembers(workspaceId);
  return useMutation({
    mutationFn: (developerId: string) => send<void>("DELETE", memberPath(workspaceId, developerId)),
    onSuccess: async (_nothing, developerId) => {
      await editLists<Member>(queries, keys.members(workspaceId), (members) =>
        members.filter((member) => member.developer_id !== developerId),
      );
      queries.removeQueries({ queryKey: keys.member(workspaceId, developerId) });
      return refresh();
    },
  });
}

/** The invites of the workspace, newest first. */
export function useInvites(workspaceId: string, filters: { status: string }) {
  return useList<Invite>(
    [...keys.invites(workspaceId), filters],
    `${invitesPath(workspaceId)}${queryOf(filters)}`,
  );
}

function useRefreshInvites(workspaceId: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.invites(workspaceId) });
}

/** Invites an email; the answer alone holds the link. */
export function useCreateInvite(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateInvite>) =>
      send<NewInvite>("POST", invitesPath(workspaceId), body),
    onSuccess: useRefreshInvites(workspaceId),
  });
}

/** Gives an invite a new link, which the answer alone holds. */
export function useResendInvite(workspaceId: string) {
  return useMutation({
    mutationFn: (inviteId: string) => send<NewInvite>("POST", `${invitePath(workspaceId, inviteId)}/resend`),
    onSuccess: useRefreshInvites(workspaceId),
  });
}

export function useRevokeInvite(workspaceId: string) {
  return useMutation({
    mutationFn: (inviteId: string) => send<void>("DELETE", invitePath(workspaceId, inviteId)),
    onSuccess: useRefreshInvites(workspaceId),
  });
}
