import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { partsOf } from "@/lib/ui/api/rebased";
import { answerQuery, keyOf, useList, useOpened, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { type Content, changeOf, contentOf } from "@/lib/ui/roles/role-content";

export type Role = ItemOf<typeof ROLES>;

const WORKSPACE = "/workspaces/{workspace_id}";
const ROLES = `${WORKSPACE}/roles` as const;
const ROLE = `${ROLES}/{role_id}` as const;

/** The workspace's roles, built-in ones first. */
export function useRoles(query: QueryOf<typeof ROLES>, isEnabled = true) {
  return useList(ROLES, { params: useWorkspaceParams(), query }, { isEnabled });
}

/** One role; undefined without an id. */
export function useRole(roleId: string | null, isEnabled = true) {
  const params = useWorkspaceParams({ role_id: roleId ?? "" });
  return useOpened(ROLE, { params }, { enabled: isEnabled && roleId !== null });
}

/** Several roles at once, in the order of their ids. */
export function roleQueries(workspaceId: string, roleIds: readonly string[]) {
  return roleIds.map((role_id) => answerQuery(ROLE, { params: { workspace_id: workspaceId, role_id } }));
}

/** Refetches everything that shows roles or depends on them. */
function useRefreshRoles() {
  const params = useWorkspaceParams();
  return useRefresh(
    keyOf(ROLES, params),
    keyOf(ROLE, params),
    keyOf(`${WORKSPACE}/members`, params),
    keyOf(`${WORKSPACE}/members/{developer_id}`, params),
    keyOf(`${WORKSPACE}/members/{developer_id}/permissions`, params),
    keyOf(`${WORKSPACE}/me`, params),
  );
}

export function useCreateRole() {
  const params = useWorkspaceParams();
  return useSend("post", ROLES, params, { onSuccess: useRefreshRoles() });
}

const TRIES_MAX = 3;

/**
 * Changes a role, and thereby what its members may do. Its permissions are sent as a whole, so the change is made to the
 * role as it is now: what others granted or took away since it was shown stays.
 */
export function useUpdateRole(roleId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshRoles();
  const params = useWorkspaceParams({ role_id: roleId });
  return useMutation({
    mutationFn: async (edit: (now: Content) => Content) => {
      for (let tryNumber = 1; ; tryNumber++) {
        const before = contentOf(await api.get(ROLE, { params }));
        const change = changeOf(before, edit(before));
        try {
          const body = { ...change, expected: partsOf(before, change) };
          const role = await api.patch(ROLE, { params, body });
          return { role, before, saved: contentOf(role) };
        } catch (error) {
          // Somebody else was faster.
          if (!isRefusal(error, 409) || tryNumber === TRIES_MAX) throw error;
        }
      }
    },
    onError: (error) => (isRefusal(error, 409) ? refresh() : undefined),
    onSuccess: ({ role }) => {
      queries.setQueryData(keyOf(ROLE, params), role);
      return refresh();
    },
  });
}

export function useDuplicateRole() {
  const params = useWorkspaceParams();
  return useMutation({
    mutationFn: (roleId: string) =>
      api.post(`${ROLE}/duplicate`, { params: { ...params, role_id: roleId }, body: {} }),
    onSuccess: useRefreshRoles(),
  });
}

export function useDeleteRole() {
  const params = useWorkspaceParams();
  return useSend("delete", ROLE, params, {
    // Queries of the deleted role itself must not be refetched.
    onSuccess: useRefresh(keyOf(ROLES, params)),
  });
}
