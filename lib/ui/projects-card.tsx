"use client";

import { Button, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconPlus } from "@tabler/icons-react";
import { PROJECT_NAME_CHARS_MAX } from "@/lib/projects/limits";
import { ApiError } from "@/lib/ui/api";
import { Card } from "@/lib/ui/card";
import { Dialog } from "@/lib/ui/dialog";
import { ErrorNotice } from "@/lib/ui/error-notice";
import { RowSkeletons, ShowMore } from "@/lib/ui/list-states";
import { NameForm } from "@/lib/ui/name-form";
import { isTracked } from "@/lib/ui/projects/tracking";
import { type Project, useCreateProject, useProjects, useSetTracker, type Workspace } from "@/lib/ui/queries";
import rows from "./rows.module.css";

function ProjectRow({ workspace, project }: { workspace: Workspace; project: Project }) {
  const setTracker = useSetTracker(workspace.id);
  const isOffEverywhere = workspace.settings.tracker_enabled === false;
  const change = async (isEnabled: boolean) => {
    try {
      await setTracker.mutateAsync({ projectId: project.id, isEnabled });
    } catch (error) {
      notifications.show({
        color: "red",
        title: `The tracker of ${project.name} stays ${isEnabled ? "off" : "on"}`,
        message: error instanceof ApiError ? error.detail : "That did not work. Please try again.",
      });
    }
  };
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        {project.key.slice(0, 3)}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>{project.name}</p>
        <p className={rows.detail}>
          {isOffEverywhere ? "Tracker is off in this workspace" : project.description || project.slug}
        </p>
      </div>
      <Switch
        label="Tracker"
        labelPosition="left"
        size="sm"
        withThumbIndicator={false}
        aria-label={`Tracker for ${project.name}`}
        checked={setTracker.isPending ? setTracker.variables.isEnabled : isTracked(workspace, project)}
        disabled={isOffEverywhere}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </li>
  );
}

/** The projects of the workspace that is open. */
export function ProjectsCard({ workspace }: { workspace: Workspace }) {
  const projects = useProjects(workspace.id);
  const create = useCreateProject(workspace.id);
  const [isOpen, { open, close }] = useDisclosure();
  const form = (
    <NameForm
      label="Project name"
      placeholder="Website relaunch"
      submitLabel="Create project"
      charsMax={PROJECT_NAME_CHARS_MAX}
      hasAutoFocus={isOpen}
      onSubmit={async (name) => {
        await create.mutateAsync({ name });
        close();
      }}
      {...(isOpen ? { onCancel: close } : {})}
    />
  );
  const hasProjects = Boolean(projects.items?.length);
  return (
    <Card
      id="projects"
      title="Projects"
      note={`In ${workspace.name}`}
      action={
        hasProjects ? (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={2} />} onClick={open}>
            New project
          </Button>
        ) : null
      }
    >
      {projects.isPending ? <RowSkeletons count={2} what="projects" /> : null}
      {projects.error ? (
        <ErrorNotice error={projects.error} what="the projects" onRetry={() => projects.refetch()} />
      ) : null}
      {projects.items?.length === 0 && !isOpen ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            A project is what devices are enrolled against and what time is counted for.
          </Text>
          {form}
        </>
      ) : null}
      {hasProjects ? (
        <>
          <ul className={rows.rows}>
            {projects.items?.map((project) => (
              <ProjectRow key={project.id} workspace={workspace} project={project} />
            ))}
          </ul>
          <ShowMore list={projects} />
        </>
      ) : null}
      <Dialog isOpen={isOpen} onClose={close} title="New project">
        {form}
      </Dialog>
    </Card>
  );
}
