"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AddProjectMember,
  CreateProject,
  ProjectMember as ProjectMemberSchema,
  Project as ProjectSchema,
  UpdateProject,
  UpdateProjectMember,
} from "@/lib/projects/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Project = z.output<typeof ProjectSchema>;
export type ProjectMember = z.output<typeof ProjectMemberSchema>;
export type ProjectChange = z.input<typeof UpdateProject>;

const MEMBERS_PAGE = "200";

const keys = {
  projects: (workspaceId: string) => ["projects", workspaceId] as const,
  project: (workspaceId: string, projectId: string) => ["project", workspaceId, projectId] as const,
  members: (projectId: string) => ["project-members", projectId] as const,
};

/** The API's address of a project, or of something in it. */
export function projectApi(workspaceId: string, projectId: string, path = ""): string {
  return workspaceApi(workspaceId, `/projects/${encodeURIComponent(projectId)}${path}`);
}

const memberPath = (workspaceId: string, projectId: string, developerId: string) =>
  projectApi(workspaceId, projectId, `/members/${encodeURIComponent(developerId)}`);

/** The projects of one workspace. */
export function useProjects(workspaceId: string, isEnabled: boolean) {
  return useList<Project>(keys.projects(workspaceId), workspaceApi(workspaceId, "/projects"), { isEnabled });
}

/** Creates a project; the creator becomes a member of it. */
export function useCreateProject(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateProject>) =>
      send<Project>("POST", workspaceApi(workspaceId, "/projects"), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.projects(workspaceId) }),
  });
}

/** Switches the tracker of a project on or off. */
export function useSetTracker(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, isEnabled }: { projectId: string; isEnabled: boolean }) =>
      send<Project>("PATCH", projectApi(workspaceId, projectId), {
        settings: { tracker_enabled: isEnabled },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.projects(workspaceId) }),
  });
}

/** The projects of a workspace, in use or archived, by part of a name. */
export function useFilteredProjects(workspaceId: string, filters: { is_active: string; search: string }) {
  return useList<Project>(
    [...keys.projects(workspaceId), filters],
    workspaceApi(workspaceId, `/projects${queryOf(filters)}`),
  );
}

export function useProject(workspaceId: string, projectId: string) {
  return useQuery({
    queryKey: keys.project(workspaceId, projectId),
    queryFn: ({ signal }) => get<Project>(projectApi(workspaceId, projectId), { signal }),
  });
}

/** Changes a project. */
export function useUpdateProject(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  const key = keys.project(workspaceId, projectId);
  return useMutation({
    mutationFn: (change: ProjectChange) => send<Project>("PATCH", projectApi(workspaceId, projectId), change),
    onSuccess: async (project) => {
      queries.setQueryData(key, project);
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.projects(workspaceId) }),
        // Its tasks are named after its key.
        queries.invalidateQueries({ queryKey: ["board", projectId] }),
      ]);
    },
  });
}

export function useProjectMembers(workspaceId: string, projectId: string) {
  return useList<ProjectMember>(
    keys.members(projectId),
    `${projectApi(workspaceId, projectId)}/members${queryOf({ limit: MEMBERS_PAGE })}`,
  );
}

export function useAddProjectMember(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof AddProjectMember>) =>
      send<ProjectMember>("POST", projectApi(workspaceId, projectId, "/members"), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.members(projectId) }),
  });
}

/** Changes a member's role; it shows at once. */
export function useUpdateProjectMember(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ developerId, ...body }: z.input<typeof UpdateProjectMember> & { developerId: string }) =>
      send<ProjectMember>("PATCH", memberPath(workspaceId, projectId, developerId), body),
    onMutate: ({ developerId, role }) =>
      editLists<ProjectMember>(queries, keys.members(projectId), (members) =>
        members.map((member) => (member.developer_id === developerId ? { ...member, role } : member)),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.members(projectId) }),
  });
}

/** Takes a member out of the project; they vanish at once. */
export function useRemoveProjectMember(workspaceId: string, projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (developerId: string) =>
      send<void>("DELETE", memberPath(workspaceId, projectId, developerId)),
    onMutate: (developerId) =>
      editLists<ProjectMember>(queries, keys.members(projectId), (members) =>
        members.filter((member) => member.developer_id !== developerId),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.members(projectId) }),
  });
}
