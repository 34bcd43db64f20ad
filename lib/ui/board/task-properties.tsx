import { Select, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { LABEL_CHARS_MAX, TASK_LABELS_MAX } from "@/lib/projects/tasks/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { rebased } from "@/lib/ui/api/rebased";
import type { Status } from "@/lib/ui/board/board-state";
import { PRIORITIES, PRIORITY_NAMES, type Priority } from "@/lib/ui/board/priorities";
import { type Task, useTaskLabels, useUpdateTask } from "@/lib/ui/board/queries";
import { STATUS_NAMES, STATUSES } from "@/lib/ui/board/statuses";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";

type Props = {
  task: Task;
  isEditable: boolean;
  setStatus: (task: Task, status: Status) => Promise<unknown>;
};

/** What the reader has chosen, until it is saved. */
type Chosen = {
  assignee?: { developer_id: string; name: string } | null;
  priority?: Priority;
  labels?: string[];
  dueOn?: string;
};

const isStatus = (value: string | null): value is Status => value !== null && value in STATUSES;
const isPriority = (value: string | null): value is Priority => value !== null && value in PRIORITIES;

/**
 * A task's status, people, priority, labels and dates. Each is saved as soon as it is chosen, and reverted if that
 * fails; what the reader has not chosen follows what others save.
 */
export function TaskProperties({ task, isEditable, setStatus }: Props) {
  const update = useUpdateTask(task.number);
  const known = useTaskLabels();
  const stored =
    task.assignee_id && task.assignee ? { developer_id: task.assignee_id, name: task.assignee.name } : null;
  const [chosen, setChosen] = useState<Chosen>({});
  const { assignee = stored, priority = task.priority, labels = task.labels } = chosen;
  const choose = (choice: Chosen) => setChosen((now) => ({ ...now, ...choice }));
  const save = async (what: string, choice: Chosen, change: Parameters<typeof update.mutateAsync>[0]) => {
    choose(choice);
    try {
      await update.mutateAsync(change);
    } catch (error) {
      notifyFailure(`The ${what} of ${task.key} was not saved`, error);
    } finally {
      setChosen((now) => rebased(now, choice, {}));
    }
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <Select
        label="Status"
        data={STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].label }))}
        value={task.status}
        disabled={!isEditable}
        allowDeselect={false}
        onChange={(status) => {
          if (isStatus(status) && status !== task.status) void setStatus(task, status);
        }}
      />
      <PersonPicker
        label="Assignee"
        placeholder="Nobody"
        value={assignee}
        disabled={!isEditable}
        onChange={(person) => {
          void save("assignee", { assignee: person }, { assignee_id: person?.developer_id ?? null });
        }}
      />
      <Select
        label="Priority"
        data={PRIORITY_NAMES.map((value) => ({ value, label: PRIORITIES[value].label }))}
        value={priority}
        disabled={!isEditable}
        allowDeselect={false}
        onChange={(next) => {
          if (!isPriority(next) || next === priority) return;
          void save("priority", { priority: next }, { priority: next });
        }}
      />
      <TextInput
        type="date"
        label="Due date"
        value={chosen.dueOn ?? task.due_on ?? ""}
        disabled={!isEditable}
        onChange={({ currentTarget }) => choose({ dueOn: currentTarget.value })}
        // A date being typed is valid at every step, so it is saved only when the reader leaves the field.
        onBlur={({ currentTarget }) => {
          const { dueOn } = chosen;
          if (dueOn === undefined || !currentTarget.validity.valid) return;
          if (dueOn === (task.due_on ?? "")) setChosen((now) => rebased(now, { dueOn }, {}));
          else void save("due date", { dueOn }, { due_on: dueOn || null });
        }}
      />
      <TagsInput
        label="Labels"
        placeholder={labels.length === 0 ? "Type a word and press Enter" : ""}
        style={{ gridColumn: "1 / -1" }}
        data={known.data?.map(({ label }) => label) ?? []}
        value={labels}
        disabled={!isEditable}
        maxTags={TASK_LABELS_MAX}
        maxLength={LABEL_CHARS_MAX}
        acceptValueOnBlur
        clearable
        onChange={(given) => void save("labels", { labels: given }, { labels: given })}
      />
    </SimpleGrid>
  );
}
