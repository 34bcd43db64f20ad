"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Project as ProjectSchema } from "@/lib/projects/schema";
import { api } from "@/lib/ui/api/client";
import type { BodyOf, QueryOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useList, useListChange, useRefresh } from "@/lib/ui/api/resource-queries";

export type Project = z.output<typeof ProjectSchema>;

const MEMBERS_PAGE = 200;

const PROJECTS = "/workspaces/{workspace_id}/projects";
const PROJECT = `${PROJECTS}/{project_id}` as const;
const MEMBERS = `${PROJECT}/members` as const;
const MEMBER = `${MEMBERS}/{developer_id}` as const;

export type ProjectChange = BodyOf<"PATCH", typeof PROJECT>;

/** The projects of one workspace. */
export function useProjects(workspaceId: string, isEnabled: boolean) {
  return useList(PROJECTS, { params: { workspace_id: workspaceId } }, { isEnabled });
}

/** Creates a project; the creator becomes a member of it. */
export function useCreateProject(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useMutation({
    mutationFn: (body: BodyOf<"POST", typeof PROJECTS>) => api.post(PROJECTS, { params, body }),
    onSuccess: useRefresh(keyOf(PROJECTS, params)),
  });
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
export function useFilteredProjects(workspaceId: string, query: QueryOf<typeof PROJECTS>) {
  return useList(PROJECTS, { params: { workspace_id: workspaceId }, query });
}

export function useProject(workspaceId: string, projectId: string) {
  return useAnswer(PROJECT, { params: { workspace_id: workspaceId, project_id: projectId } });
}

/** Changes a project. */
export function useUpdateProject(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  const params = { workspace_id: workspaceId, project_id: projectId };
  const refresh = useRefresh(
    keyOf(PROJECTS, { workspace_id: workspaceId }),
    // Tasks' keys contain the project's key.
    keyOf(`${PROJECT}/board`, params),
  );
  return useMutation({
    mutationFn: (body: ProjectChange) => api.patch(PROJECT, { params, body }),
    onSuccess: async (project) => {
      queries.setQueryData(keyOf(PROJECT, params), project);
      await refresh();
    },
  });
}

export function useProjectMembers(workspaceId: string, projectId: string) {
  const params = { workspace_id: workspaceId, project_id: projectId };
  return useList(MEMBERS, { params, query: { limit: MEMBERS_PAGE } });
}

export function useAddProjectMember(workspaceId: string, projectId: string) {
  const params = { workspace_id: workspaceId, project_id: projectId };
  return useMutation({
    mutationFn: (body: BodyOf<"POST", typeof MEMBERS>) => api.post(MEMBERS, { params, body }),
    onSuccess: useRefresh(keyOf(MEMBERS, params)),
  });
}

/** Changes a member's role; shown at once. */
export function useUpdateProjectMember(workspaceId: string, projectId: string) {
  const params = { workspace_id: workspaceId, project_id: projectId };
  return useListChange(keyOf(MEMBERS, params), {
    send: ({ developerId, ...body }: BodyOf<"PATCH", typeof MEMBER> & { developerId: string }) =>
      api.patch(MEMBER, { params: { ...params, developer_id: developerId }, body }),
    edit: (members, { developerId, role }) =>
      members.map((member) => (member.developer_id === developerId ? { ...member, role } : member)),
    onSettled: useRefresh(keyOf(MEMBERS, params)),
  });
}

/** Removes a member from the project; they disappear at once. */
export function useRemoveProjectMember(workspaceId: string, projectId: string) {
  const params = { workspace_id: workspaceId, project_id: projectId };
  return useListChange(keyOf(MEMBERS, params), {
    send: (developerId: string) => api.delete(MEMBER, { params: { ...params, developer_id: developerId } }),
    edit: (members, developerId) => members.filter((member) => member.developer_id !== developerId),
    onSettled: useRefresh(keyOf(MEMBERS, params)),
  });
}
