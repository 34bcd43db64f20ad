"use client";

import { Alert, Button, Group, Skeleton, Title } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Link } from "@/lib/ui/kit/link";
import { UpLink } from "@/lib/ui/kit/list-page";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import tabbed from "@/lib/ui/kit/page-tabs.module.css";
import { Tag } from "@/lib/ui/kit/tag";
import type { Project } from "@/lib/ui/projects/queries";
import { useProject, useUpdateProject } from "@/lib/ui/projects/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./project-frame.module.css";

const ProjectContext = createContext<Project | null>(null);

/** The project in the address. @throws outside of its pages */
export function useOpenProject(): Project {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error("useOpenProject() is for the pages of a project");
  return project;
}

function ArchivedNotice({ project }: { project: Project }) {
  const { id, can } = useWorkspace();
  const update = useUpdateProject(id, project.id);
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconArchive size={18} />}
      title="This project is archived"
      mb="md"
    >
      Its tasks can be read only, and no time is counted for it.
      {can("can_manage_projects") ? (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate(
                { is_active: true },
                { onError: (error) => notifyFailure(`${project.name} stays archived`, error) },
              )
            }
          >
            Bring it back
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function Frame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { id, slug } = useWorkspace();
  const path = usePathname();
  const project = useProject(id, projectId);
  if (project.error && !project.data) {
    return <ErrorNotice error={project.error} isPage what="this project" onRetry={() => project.refetch()} />;
  }
  if (!project.data) {
    return (
      <div role="status" aria-label="Loading the project">
        <Skeleton height={26} width={220} radius="sm" mb="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  }
  const base = workspacePath(slug, `projects/${projectId}`);
  const tabs = [
    { href: base, label: "Board" },
    { href: `${base}/requests`, label: "Requests" },
    { href: `${base}/settings`, label: "Settings" },
  ];
  return (
    <ProjectContext value={project.data}>
      <header className={tabbed.header}>
        <div className={classes.name}>
          <Title order={1} className={classes.title}>
            {project.data.name}
          </Title>
          <Tag>{project.data.key}</Tag>
        </div>
        <nav aria-label="Project" className={tabbed.tabs}>
          {tabs.map(({ href, label }) => (
            <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </header>
      {project.data.is_active ? null : <ArchivedNotice project={project.data} />}
      {children}
    </ProjectContext>
  );
}

/** What the pages of one project have in common: its name and the way between them. */
export function ProjectFrame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_projects")) return <NoPermission permission="can_view_projects" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "projects")}>Projects</UpLink>
      <Frame key={projectId} projectId={projectId}>
        {children}
      </Frame>
    </>
  );
}
