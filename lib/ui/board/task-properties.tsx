"use client";

import { Select, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { LABEL_CHARS_MAX, TASK_LABELS_MAX } from "@/lib/projects/tasks/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { Status } from "@/lib/ui/board/board-state";
import { PRIORITIES, PRIORITY_NAMES, type Priority } from "@/lib/ui/board/priorities";
import { type Task, useTaskLabels, useUpdateTask } from "@/lib/ui/board/queries";
import { STATUS_NAMES, STATUSES } from "@/lib/ui/board/statuses";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";

type Props = {
  task: Task;
  workspaceId: string;
  projectId: string;
  isEditable: boolean;
  setStatus: (task: Task, status: Status) => Promise<unknown>;
};

const isStatus = (value: string | null): value is Status => value !== null && value in STATUSES;
const isPriority = (value: string | null): value is Priority => value !== null && value in PRIORITIES;

/**
 * A task's status, people, priority, labels and dates. Each is saved as soon as it is chosen, and reverted if that
 * fails.
 */
export function TaskProperties({ task, workspaceId, projectId, isEditable, setStatus }: Props) {
  const update = useUpdateTask(workspaceId, projectId, task.number);
  const known = useTaskLabels(workspaceId, projectId);
  const [assignee, setAssignee] = useState(
    task.assignee_id && task.assignee ? { developer_id: task.assignee_id, name: task.assignee.name } : null,
  );
  const [priority, setPriority] = useState(task.priority);
  const [labels, setLabels] = useState(task.labels);
  const [dueOn, setDueOn] = useState(task.due_on ?? "");
  const save = async (what: string, change: Parameters<typeof update.mutateAsync>[0], undo: () => void) => {
    try {
      await update.mutateAsync(change);
    } catch (error) {
      undo();
      notifyFailure(`The ${what} of ${task.key} was not saved`, error);
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
        workspaceId={workspaceId}
        value={assignee}
        disabled={!isEditable}
        onChange={(person) => {
          setAssignee(person);
          void save("assignee", { assignee_id: person?.developer_id ?? null }, () => setAssignee(assignee));
        }}
      />
      <Select
        label="Priority"
        data={PRIORITY_NAMES.map((value) => ({ value, label: PRIORITIES[value].label }))}
        value={priority}
        disabled={!isEditable}
        allowDeselect={false}
        onChange={(chosen) => {
          if (!isPriority(chosen) || chosen === priority) return;
          setPriority(chosen);
          void save("priority", { priority: chosen }, () => setPriority(priority));
        }}
      />
      <TextInput
        type="date"
        label="Due date"
        value={dueOn}
        disabled={!isEditable}
        onChange={({ currentTarget }) => setDueOn(currentTarget.value)}
        // A date being typed is valid at every step, so it is saved only when the reader leaves the field.
        onBlur={({ currentTarget }) => {
          const before = task.due_on ?? "";
          if (currentTarget.value === before || !currentTarget.validity.valid) return;
          void save("due date", { due_on: currentTarget.value || null }, () => setDueOn(before));
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
        onChange={(given) => {
          setLabels(given);
          void save("labels", { labels: given }, () => setLabels(labels));
        }}
      />
    </SimpleGrid>
  );
}
