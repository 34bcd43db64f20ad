import { TextInput } from "@mantine/core";
import { useParams, useRouter } from "next/navigation";
import { TASK_TITLE_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { api } from "@/lib/ui/api/client";
import { keyOf, useAnswer, useList, useRefresh } from "@/lib/ui/api/resource-queries";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { SearchSelect, useTyped } from "@/lib/ui/kit/fields/search-select";
import { workspacePath } from "@/lib/ui/shell/navigation";

const PROJECTS = "/workspaces/{workspace_id}/projects";
const TASKS = "/workspaces/{workspace_id}/projects/{project_id}/tasks";
const BOARD = "/workspaces/{workspace_id}/projects/{project_id}/board";

type Choice = { value: string; label: string };
type PickerProps = {
  workspaceId: string;
  value: Choice | null;
  error: string | null;
  onChange: (project: Choice | null) => void;
};

function ProjectPicker({ workspaceId, value, error, onChange }: PickerProps) {
  const typed = useTyped(value?.label);
  const projects = useList(PROJECTS, {
    params: { workspace_id: workspaceId },
    query: { is_active: true, search: typed.search },
  });
  return (
    <SearchSelect
      label="Project"
      placeholder="Choose a project"
      typed={typed}
      query={projects}
      found={(projects.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      error={error}
      onChange={onChange}
      nothingFoundMessage="No project by that name"
    />
  );
}

type Props = { isOpen: boolean; onClose: () => void };
type Values = { title: string; project: Choice | null };

function Dialog({ isOpen, onClose, project }: Props & { project: Choice | null }) {
  const { workspace } = useOpenWorkspace();
  const router = useRouter();
  const workspaceId = workspace?.id ?? "";
  const refresh = useRefresh(keyOf(BOARD, { workspace_id: workspaceId }));
  return (
    <FormDialog<Values, { project_id: string; number: number }>
      isOpen={isOpen}
      title="New task"
      submitLabel="Create task"
      initialValues={{ title: "", project }}
      validate={{
        title: (title) => (nameProblem(title) === null ? null : "Say what needs to be done"),
        project: (chosen) => (chosen === null ? "Choose a project" : null),
      }}
      onSubmit={async ({ title, project: chosen }) => {
        const params = { workspace_id: workspaceId, project_id: chosen?.value ?? "" };
        const task = await api.post(TASKS, { params, body: { title: title.trim() } });
        await refresh();
        return task;
      }}
      onSaved={({ project_id, number }) =>
        router.push(workspacePath(workspace?.slug ?? "", `projects/${project_id}?task=${number}`))
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Title"
            placeholder="What needs to be done?"
            data-autofocus
            maxLength={TASK_TITLE_CHARS_MAX}
            {...form.getInputProps("title")}
          />
          <ProjectPicker
            workspaceId={workspaceId}
            value={form.values.project}
            error={form.errors.project === undefined ? null : String(form.errors.project)}
            onChange={(chosen) => form.setFieldValue("project", chosen)}
          />
        </>
      )}
    </FormDialog>
  );
}

function InProject({ projectId, ...props }: Props & { projectId: string }) {
  const { workspace } = useOpenWorkspace();
  const project = useAnswer(`${PROJECTS}/{project_id}`, {
    params: { workspace_id: workspace?.id ?? "", project_id: projectId },
  });
  const chosen = project.data?.is_active ? { value: projectId, label: project.data.name } : null;
  return <Dialog key={chosen?.value ?? ""} {...props} project={chosen} />;
}

/** Creates a task, by default in the open project, and shows it. */
export default function NewTaskDialog(props: Props) {
  const { project_id } = useParams<{ project_id?: string }>();
  return project_id === undefined ? (
    <Dialog {...props} project={null} />
  ) : (
    <InProject {...props} projectId={project_id} />
  );
}
