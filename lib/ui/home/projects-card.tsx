import { Button, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { PermissionSlug } from "@/lib/access/catalog";
import { PROJECT_NAME_CHARS_MAX } from "@/lib/projects/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useMe, type Workspace } from "@/lib/ui/api/workspaces";
import { IconPlus } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { NameForm } from "@/lib/ui/kit/fields/name-form";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { Tag } from "@/lib/ui/kit/status/tag";
import { LazyPlainText } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { type Project, useCreateProject, useProjects, useSetTracker } from "@/lib/ui/projects/queries";
import { isTracked } from "@/lib/ui/projects/tracking";
import { workspacePath } from "@/lib/ui/shell/navigation";

type RowProps = { workspace: Workspace; project: Project; mayManage: boolean };

function ProjectRow({ workspace, project, mayManage }: RowProps) {
  const setTracker = useSetTracker(workspace.id);
  const isOffEverywhere = workspace.settings.tracker_enabled === false;
  const change = async (isEnabled: boolean) => {
    try {
      await setTracker.mutateAsync({ projectId: project.id, isEnabled });
    } catch (error) {
      notifyFailure(`The tracker of ${project.name} stays ${isEnabled ? "off" : "on"}`, error);
    }
  };
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        {project.key.slice(0, 2)}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link
            href={workspacePath(workspace.slug, `projects/${project.id}`)}
            className={list.link}
            data-opens
          >
            {project.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {isOffEverywhere ? (
            "Tracker is off in this workspace"
          ) : project.description === "" ? (
            project.key
          ) : (
            <LazyPlainText text={project.description} />
          )}
        </p>
      </div>
      {mayManage ? (
        <Switch
          label="Tracker"
          labelPosition="left"
          size="sm"
          aria-label={`Tracker for ${project.name}`}
          checked={setTracker.isPending ? setTracker.variables.isEnabled : isTracked(workspace, project)}
          disabled={isOffEverywhere}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      ) : null}
      {!mayManage && isTracked(workspace, project) ? <Tag tone="accent">Tracker on</Tag> : null}
    </li>
  );
}

/** The projects of the open workspace, with the actions that the reader's role allows. */
export function ProjectsCard({ workspace }: { workspace: Workspace }) {
  const me = useMe(workspace.id);
  const can = (permission: PermissionSlug) => me.data?.permissions.includes(permission) ?? false;
  const projects = useProjects(workspace.id, can("can_view_projects"));
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
  const failed = [me, projects].find(({ data, error }) => error !== null && data === undefined);
  return (
    <Card
      id="projects"
      title="Projects"
      note={`In ${workspace.name}`}
      action={
        hasProjects && can("can_create_projects") ? (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={2} />} onClick={open}>
            New project
          </Button>
        ) : null
      }
    >
      {me.isPending || (projects.isPending && can("can_view_projects")) ? (
        <RowSkeletons count={2} what="projects" />
      ) : null}
      {failed?.error ? (
        <ErrorNotice error={failed.error} what="the projects" onRetry={() => failed.refetch()} />
      ) : null}
      {me.data && !can("can_view_projects") ? (
        <Text size="sm" c="dimmed">
          Your role in this workspace does not show its projects.
        </Text>
      ) : null}
      {projects.items?.length === 0 && !isOpen ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            Devices are enrolled on a project, and time is counted per project.
          </Text>
          {can("can_create_projects") ? form : null}
        </>
      ) : null}
      {hasProjects ? (
        <>
          <ul className={rows.rows}>
            {projects.items?.map((project) => (
              <ProjectRow
                key={project.id}
                workspace={workspace}
                project={project}
                mayManage={can("can_manage_projects")}
              />
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
