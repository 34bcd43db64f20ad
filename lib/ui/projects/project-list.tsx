"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { IconFolders, IconPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import list from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import rows from "@/lib/ui/kit/rows.module.css";
import { Tag } from "@/lib/ui/kit/tag";
import type { Project } from "@/lib/ui/projects/queries";
import { useFilteredProjects } from "@/lib/ui/projects/queries";
import { isTracked } from "@/lib/ui/projects/tracking";
import { workspacePath } from "@/lib/ui/shell/navigation";

const NewProjectDialog = lazy(() => import("@/lib/ui/projects/new-project"));

function ProjectRow({ project }: { project: Project }) {
  const { slug, workspace } = useWorkspace();
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        {project.key.slice(0, 3)}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `projects/${project.id}`)} className={list.link}>
            {project.name}
          </Link>
        </p>
        <p className={rows.detail}>{project.description || project.slug}</p>
      </div>
      {project.is_public ? <Tag isWideOnly>Public</Tag> : null}
      {isTracked(workspace, project) ? (
        <Tag tone="accent" isWideOnly>
          Tracker on
        </Tag>
      ) : null}
    </li>
  );
}

function Projects() {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const filters = useFilters();
  const search = filters.get("search");
  const isArchive = filters.get("show") === "archived";
  const projects = useFilteredProjects(id, { is_active: String(!isArchive), search });
  const mayCreate = can("can_create_projects");
  const newProject = mayCreate ? (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => filters.set({ new: "1" })}>
      New project
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Projects"
        description="What work is for: each has its tasks on a board, its members, and the time counted for it."
        actions={newProject}
      />
      <div className={list.filters}>
        <SearchField
          className={list.search ?? ""}
          aria-label="Search projects"
          placeholder="Search by name or key"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
        <SegmentedControl
          aria-label="Which projects"
          data={[
            { value: "active", label: "In use" },
            { value: "archived", label: "Archived" },
          ]}
          value={isArchive ? "archived" : "active"}
          onChange={(value) => filters.set({ show: value === "archived" ? value : "" })}
        />
      </div>
      <ListPanel
        list={projects}
        what="projects"
        label="Projects"
        renderRow={(project) => <ProjectRow key={project.id} project={project} />}
        empty={
          search !== "" ? (
            <Empty
              Icon={IconFolders}
              title="No project matches"
              action={
                <Button variant="default" onClick={() => filters.set({ search: "" })}>
                  Clear the search
                </Button>
              }
            >
              {isArchive
                ? "Only archived projects were searched."
                : "Only projects in use were searched; the archive may hold it."}
            </Empty>
          ) : isArchive ? (
            <Empty Icon={IconFolders} title="Nothing is archived">
              A project that is done goes here from its settings, and can come back.
            </Empty>
          ) : (
            <Empty Icon={IconFolders} title="No projects yet" action={newProject}>
              A project holds tasks, and is what devices are enrolled against.
              {newProject === null ? " Someone who creates projects can make the first one." : ""}
            </Empty>
          )
        }
      />
      <LazyDialog isOpen={mayCreate && filters.get("new") === "1"}>
        {(isOpen) => (
          <NewProjectDialog
            isOpen={isOpen}
            workspaceId={id}
            onClose={() => filters.set({ new: "" })}
            onCreated={(project) => router.push(workspacePath(slug, `projects/${project.id}`))}
          />
        )}
      </LazyDialog>
    </>
  );
}

/** The projects of the workspace. */
export function ProjectList() {
  return useWorkspace().can("can_view_projects") ? (
    <Projects />
  ) : (
    <NoPermission permission="can_view_projects" />
  );
}
