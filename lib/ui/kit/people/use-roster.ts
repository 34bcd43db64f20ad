import { useMutation } from "@tanstack/react-query";
import { type keyOf, useListChange } from "@/lib/ui/api/resource-queries";

type Group = "teams/{team_id}" | "projects/{project_id}";
type Key = ReturnType<typeof keyOf<`/workspaces/{workspace_id}/${Group}/members`>>;

export type RosterRole = "lead" | "member";
export type RosterChanges = {
  add: (developerId: string, role: RosterRole) => Promise<unknown>;
  setRole: (developerId: string, role: RosterRole) => Promise<unknown>;
  remove: (developerId: string) => Promise<unknown>;
};
type Place = { developerId: string; role: RosterRole };

/** Changes of the members of a team or project. Roles and removals are shown at once, and reverted if the server refuses. */
export function useRoster(
  key: Key,
  requests: RosterChanges,
  onSettled: () => Promise<unknown>,
): RosterChanges {
  const add = useMutation({
    mutationFn: ({ developerId, role }: Place) => requests.add(developerId, role),
    onSuccess: onSettled,
  });
  const setRole = useListChange(key, {
    send: ({ developerId, role }: Place) => requests.setRole(developerId, role),
    edit: (people, { developerId, role }) =>
      people.map((each) => (each.developer_id === developerId ? { ...each, role } : each)),
    onSettled,
  });
  const remove = useListChange(key, {
    send: (developerId: string) => requests.remove(developerId),
    edit: (people, developerId) => people.filter((each) => each.developer_id !== developerId),
    onSettled,
  });
  return {
    add: (developerId, role) => add.mutateAsync({ developerId, role }),
    setRole: (developerId, role) => setRole.mutateAsync({ developerId, role }),
    remove: remove.mutateAsync,
  };
}
