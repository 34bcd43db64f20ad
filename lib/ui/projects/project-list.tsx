"use client";

import { SegmentedControl } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconFolders } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { customFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { LazyPlainText } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import type { Project } from "@/lib/ui/projects/queries";
import { useFilteredProjects } from "@/lib/ui/projects/queries";
import { isTracked } from "@/lib/ui/projects/tracking";
import { workspacePath } from "@/lib/ui/shell/navigation";

const NewProjectDialog = lazyDialog(() => import("@/lib/ui/projects/new-project"));

const SHOW = customFilter("show", {
  isView: true,
  field: ({ value, set }) => (
    <SegmentedControl
      aria-label="Which projects"
      data={[
        { value: "active", label: "In use" },
        { value: "archived", label: "Archived" },
      ]}
      value={value === "archived" ? value : "active"}
      onChange={(next) => set(next === "archived" ? next : "")}
    />
  ),
});
const FILTERS = [searchFilter("Search projects", "Search by name or key"), SHOW];

function useShownProjects({ search, show }: { search: string; show: string }) {
  return useFilteredProjects({ is_active: show !== "archived", search });
}

function ProjectRow({ project }: { project: Project }) {
  const { slug, workspace } = useWorkspace();
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        {project.key.slice(0, 2)}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `projects/${project.id}`)} className={list.link} data-opens>
            {project.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {project.description === "" ? project.key : <LazyPlainText text={project.description} />}
        </p>
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

/** The projects of the workspace. */
export function ProjectList() {
  const { slug } = useWorkspace();
  const router = useRouter();
  return (
    <ListScreen
      permission="can_view_projects"
      title="Projects"
      description="Each project has tasks on a board, members, and the time counted for it."
      what="projects"
      label="Projects"
      Icon={IconFolders}
      create={{
        permission: "can_create_projects",
        label: "New project",
        dialog: (dialog) => (
          <NewProjectDialog
            {...dialog}
            onCreated={(project) => router.push(workspacePath(slug, `projects/${project.id}`))}
          />
        ),
      }}
      filters={FILTERS}
      useItems={useShownProjects}
      row={(project) => <ProjectRow key={project.id} project={project} />}
      empty={({ show }) =>
        show === "archived"
          ? {
              title: "Nothing is archived",
              text: "Archive a finished project in its settings. You can restore it at any time.",
              action: null,
            }
          : {
              title: "No projects yet",
              text: "A project has a board of tasks, a public page and tracked time.",
              lacking:
                "A project has a board of tasks, a public page and tracked time. Ask somebody who can create projects for the first one.",
            }
      }
      noMatch={({ show }) => ({
        title: "No project matches",
        text:
          show === "archived"
            ? "Only archived projects were searched."
            : "Only active projects were searched; it may be among the archived ones.",
      })}
    />
  );
}
