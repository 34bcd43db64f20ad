"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { CreateRole, Role as RoleSchema, UpdateRole } from "@/lib/access/roles/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Role = z.output<typeof RoleSchema>;

const keys = {
  roles: (workspaceId: string) => ["roles", workspaceId] as const,
  role: (workspaceId: string, roleId: string) => ["role", workspaceId, roleId] as const,
};

const rolesPath = (workspaceId: string) => workspaceApi(workspaceId, "/roles");
const rolePath = (workspaceId: string, roleId: string) =>
  workspaceApi(workspaceId, `/roles/${encodeURIComponent(roleId)}`);

/** The workspace's roles, built-in ones first. */
export function useRoles(workspaceId: string, filters: { search: string; limit?: string }, isEnabled = true) {
  return useList<Role>(
    [...keys.roles(workspaceId), filters],
    `${rolesPath(workspaceId)}${queryOf(filters)}`,
    {
      isEnabled,
    },
  );
}

function roleQuery(workspaceId: string, roleId: string) {
  return {
    queryKey: keys.role(workspaceId, roleId),
    queryFn: ({ signal }: { signal: AbortSignal }) => get<Role>(rolePath(workspaceId, roleId), { signal }),
  };
}

/** One role; none where no id is given. */
export function useRole(workspaceId: string, roleId: string | null, isEnabled = true) {
  return useQuery({ ...roleQuery(workspaceId, roleId ?? ""), enabled: isEnabled && roleId !== null });
}

/** Several roles at once, in the order of their ids. */
export function roleQueries(workspaceId: string, roleIds: readonly string[]) {
  return roleIds.map((roleId) => roleQuery(workspaceId, roleId));
}

/** Reads again all that shows roles or follows from them. */
function useRefresh(workspaceId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["roles", "role", "members", "member", "member-permissions", "workspace-me"].map((name) =>
        queries.invalidateQueries({ queryKey: [name, workspaceId] }),
      ),
    );
}

export function useCreateRole(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateRole>) => send<Role>("POST", rolesPath(workspaceId), body),
    onSuccess: useRefresh(workspaceId),
  });
}

/** Changes a role, and with it what its members may do. */
export function useUpdateRole(workspaceId: string, roleId: string) {
  const queries = useQueryClient();
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateRole>) =>
      send<Role>("PATCH", rolePath(workspaceId, roleId), body),
    onSuccess: (role) => {
      queries.setQueryData(keys.role(workspaceId, roleId), role);
      return refresh();
    },
  });
}

export function useDuplicateRole(workspaceId: string) {
  return useMutation({
    mutationFn: (roleId: string) => send<Role>("POST", `${rolePath(workspaceId, roleId)}/duplicate`, {}),
    onSuccess: useRefresh(workspaceId),
  });
}

export function useDeleteRole(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (roleId: string) => send<void>("DELETE", rolePath(workspaceId, roleId)),
    // The role itself is not read again: it is gone.
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.roles(workspaceId) }),
  });
}
