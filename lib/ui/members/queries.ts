import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import {
  editItems,
  keyOf,
  knownItems,
  useAnswer,
  useList,
  useListChange,
  useOpened,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";
import type { Member } from "@/lib/ui/api/workspaces";

export type { Member };
export type Invite = ItemOf<typeof INVITES>;
export type NewInvite = AnswerOf<"POST", typeof INVITES>;
export type Dependents = AnswerOf<"GET", `${typeof MEMBER}/dependents`>;
export type Explanation = AnswerOf<"GET", `${typeof MEMBER}/permissions`>;

const WORKSPACE = "/workspaces/{workspace_id}";
const MEMBERS = `${WORKSPACE}/members` as const;
const MEMBER = `${MEMBERS}/{developer_id}` as const;
const INVITES = `${WORKSPACE}/invites` as const;
const INVITE = `${INVITES}/{invite_id}` as const;

/** The members of the workspace, longest first. */
export function useMembers(query: QueryOf<typeof MEMBERS>) {
  return useList(MEMBERS, { params: useWorkspaceParams(), query });
}

/** One member; the list's data is shown until the answer arrives. */
export function useMember(developerId: string | null) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ developer_id: developerId ?? "" });
  const lists = keyOf(MEMBERS, useWorkspaceParams());
  return useOpened(
    MEMBER,
    { params },
    {
      enabled: developerId !== null,
      placeholderData: () =>
        knownItems(queries, lists).find(({ developer_id }) => developer_id === developerId),
    },
  );
}

/** A member as they are now. @throws ApiError */
export function readMember(workspaceId: string, developerId: string): Promise<Member> {
  return api.get(MEMBER, { params: { workspace_id: workspaceId, developer_id: developerId } });
}

/** A member's permissions with the server's reasons. */
export function useExplanation(developerId: string) {
  const params = useWorkspaceParams({ developer_id: developerId });
  return useAnswer(`${MEMBER}/permissions`, { params });
}

/** What stops or changes hands when a member leaves; never cached. */
export function useDependents(developerId: string) {
  const params = useWorkspaceParams({ developer_id: developerId });
  return useAnswer(`${MEMBER}/dependents`, { params }, { staleTime: 0 });
}

function useRefreshMembers() {
  const params = useWorkspaceParams();
  return useRefresh(
    keyOf(MEMBERS, params),
    keyOf(MEMBER, params),
    keyOf(`${MEMBER}/permissions`, params),
    keyOf(`${WORKSPACE}/roles`, params),
    keyOf(`${WORKSPACE}/roles/{role_id}`, params),
    keyOf(`${WORKSPACE}/me`, params),
    keyOf(INVITES, params),
  );
}

type MemberChange = Partial<Pick<Member, "permission_overrides" | "app_permissions" | "status">> & {
  custom_role_id?: string;
};
type Shown = Pick<Member, "role_name" | "priority" | "is_owner">;

/**
 * Changes a member; shown at once, and reverted if the server refuses. `shown` is how a new role looks in the lists.
 */
export function useUpdateMember() {
  const params = useWorkspaceParams();
  return useListChange(keyOf(MEMBERS, params), {
    send: ({ developerId, change }: { developerId: string; change: MemberChange; shown?: Shown }) =>
      api.patch(MEMBER, { params: { ...params, developer_id: developerId }, body: change }),
    edit: (members, { developerId, change, shown }) =>
      members.map((member) =>
        member.developer_id === developerId ? { ...member, ...change, ...shown } : member,
      ),
    onSettled: useRefreshMembers(),
  });
}

export function useRemoveMember() {
  const queries = useQueryClient();
  const refresh = useRefreshMembers();
  const params = useWorkspaceParams();
  return useSend("delete", MEMBER, params, {
    onSuccess: async (_nothing, developerId) => {
      await editItems(queries, keyOf(MEMBERS, params), (members) =>
        members.filter((member) => member.developer_id !== developerId),
      );
      queries.removeQueries({ queryKey: keyOf(MEMBER, { ...params, developer_id: developerId }) });
      return refresh();
    },
  });
}

/** The invites of the workspace, newest first. */
export function useInvites(query: QueryOf<typeof INVITES>) {
  return useList(INVITES, { params: useWorkspaceParams(), query });
}

/** Invites an email address; only this response contains the link. */
export function useCreateInvite() {
  const params = useWorkspaceParams();
  return useSend("post", INVITES, params, { onSuccess: useRefresh(keyOf(INVITES, params)) });
}

/** Gives an invite a new link, which only this response contains. */
export function useResendInvite() {
  const params = useWorkspaceParams();
  return useSend("post", `${INVITE}/resend`, params, { onSuccess: useRefresh(keyOf(INVITES, params)) });
}

export function useRevokeInvite() {
  const params = useWorkspaceParams();
  return useSend("delete", INVITE, params, { onSuccess: useRefresh(keyOf(INVITES, params)) });
}
