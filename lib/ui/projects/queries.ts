import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useKeep, useList, useOpened, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { useRoster } from "@/lib/ui/kit/people/use-roster";

export type Project = ItemOf<typeof PROJECTS>;

const MEMBERS_PAGE = 200;

const PROJECTS = "/workspaces/{workspace_id}/projects";
const PROJECT = `${PROJECTS}/{project_id}` as const;
const MEMBERS = `${PROJECT}/members` as const;
const MEMBER = `${MEMBERS}/{developer_id}` as const;

/** The projects of one workspace, which need not be the open one: the console's home shows them too. */
export function useProjects(workspaceId: string, isEnabled: boolean) {
  return useList(PROJECTS, { params: { workspace_id: workspaceId } }, { isEnabled });
}

/** Creates a project; the creator becomes a member of it. */
export function useCreateProject(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useSend("post", PROJECTS, params, { onSuccess: useRefresh(keyOf(PROJECTS, params)) });
}

/** Switches the tracker of a project on or off. */
export function useSetTracker(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useMutation({
    mutationFn: ({ projectId, isEnabled }: { projectId: string; isEnabled: boolean }) =>
      api.patch(PROJECT, {
        params: { ...params, project_id: projectId },
        body: { settings: { tracker_enabled: isEnabled } },
      }),
    onSettled: useRefresh(keyOf(PROJECTS, params)),
  });
}

/** The active or archived projects of a workspace, by part of a name. */
export function useFilteredProjects(query: QueryOf<typeof PROJECTS>) {
  return useList(PROJECTS, { params: useWorkspaceParams(), query });
}

export function useProject(projectId: string) {
  return useOpened(PROJECT, { params: useWorkspaceParams({ project_id: projectId }) });
}

/** Changes a project. */
export function useUpdateProject(projectId: string) {
  const params = useWorkspaceParams({ project_id: projectId });
  return useSend("patch", PROJECT, params, {
    onSuccess: useKeep(
      keyOf(PROJECT, params),
      keyOf(PROJECTS, useWorkspaceParams()),
      // Tasks' keys contain the project's key.
      keyOf(`${PROJECT}/board`, params),
    ),
  });
}

export function useProjectMembers(projectId: string) {
  const params = useWorkspaceParams({ project_id: projectId });
  return useList(MEMBERS, { params, query: { limit: MEMBERS_PAGE } });
}

/** Changes of the project's members. */
export function useProjectRoster(projectId: string) {
  const params = useWorkspaceParams({ project_id: projectId });
  return useRoster(
    keyOf(MEMBERS, params),
    {
      add: (developer_id, role) => api.post(MEMBERS, { params, body: { developer_id, role } }),
      setRole: (developer_id, role) =>
        api.patch(MEMBER, { params: { ...params, developer_id }, body: { role } }),
      remove: (developer_id) => api.delete(MEMBER, { params: { ...params, developer_id } }),
    },
    useRefresh(keyOf(MEMBERS, params)),
  );
}
