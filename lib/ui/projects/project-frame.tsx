"use client";

import { Alert, Button, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { IconArchive } from "@/lib/ui/icons";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { type Ahead, ResourceFrame, resourceOf, useOpen, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { Tag } from "@/lib/ui/kit/status/tag";
import type { Project } from "@/lib/ui/projects/queries";
import { useProject, useUpdateProject } from "@/lib/ui/projects/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./project-frame.module.css";

const PROJECT = resourceOf<Project>("project");

/** The project in the address. @throws outside of its pages */
export const useOpenProject = () => useOpen(PROJECT);

/** Its id, available before the project is loaded. @throws outside of its pages */
export const useOpenProjectId = () => useOpenId(PROJECT);

/** As `useWorkspaceParams`, with the project's id, which is known before the project is loaded. */
export function useProjectParams<P extends object>(others?: P) {
  return useWorkspaceParams({ project_id: useOpenProjectId(), ...(others as P) });
}

function ArchivedNotice({ project }: { project: Project }) {
  const { can } = useWorkspace();
  const update = useUpdateProject(project.id);
  return (
    <Alert color="gray" icon={<IconArchive size={18} />} title="This project is archived" mb="md">
      Its tasks are read-only, and no time is counted for it.
      {can("can_manage_projects") ? (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate({ is_active: true }, failureNotice(`${project.name} stays archived`))
            }
          >
            Bring it back
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function Head({ project }: { project: Project }) {
  const { slug } = useWorkspace();
  const base = workspacePath(slug, `projects/${project.id}`);
  const tabs = [
    { href: base, label: "Board" },
    { href: `${base}/requests`, label: "Requests" },
    { href: `${base}/tracker`, label: "Tracker" },
    { href: `${base}/settings`, label: "Settings" },
  ];
  return (
    <>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {project.name}
        </Title>
        <Tag>{project.key}</Tag>
      </div>
      <PageTabs label="Project" tabs={tabs} />
      {project.is_active ? null : <ArchivedNotice project={project} />}
    </>
  );
}

type FrameProps = { projectId: string; ahead?: Ahead; children: ReactNode };

/** What the pages of one project have in common: its name and its tabs. */
export function ProjectFrame({ projectId, ahead, children }: FrameProps) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={PROJECT}
      id={projectId}
      ahead={ahead}
      permission="can_view_projects"
      up={{ href: workspacePath(slug, "projects"), label: "Projects" }}
      useQuery={useProject}
      nameOf={({ name }) => name}
      head={(project) => <Head project={project} />}
    >
      {children}
    </ResourceFrame>
  );
}
