import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type CrmTask,
  useCreateCrmTask,
  useCrmTasks,
  useUpdateCrmTask,
} from "@/lib/ui/crm/about-record-queries";
import type { CrmRecord } from "@/lib/ui/crm/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Form } from "@/lib/ui/kit/fields/form";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { type Choice, PersonPicker } from "@/lib/ui/kit/people/person-picker";
import { DueDate } from "@/lib/ui/kit/time/due-date";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import shared from "./crm.module.css";
import classes from "./record.module.css";

type Props = { record: CrmRecord; isEditable: boolean };

function NewTask({ recordId }: { recordId: string }) {
  const { can } = useWorkspace();
  const create = useCreateCrmTask(recordId);
  const [title, setTitle] = useState("");
  const [assignee, setAssignee] = useState<Choice | null>(null);
  const [dueOn, setDueOn] = useState("");
  const [added, setAdded] = useState(0);
  const shown = useRef(title);
  const show = (text: string) => {
    shown.current = text;
    setTitle(text);
  };
  useHoldsUnsaved(title.trim() !== "");
  const add = () => {
    if (title.trim() === "" || create.isPending) return;
    create.mutate(
      { title: title.trim(), assignee_id: assignee?.developer_id ?? null, due_on: dueOn || null },
      {
        onSuccess: () => {
          // What was typed meanwhile is yet to be added.
          if (shown.current !== title) return;
          show("");
          setAssignee(null);
          setDueOn("");
          setAdded(added + 1);
        },
        onError: (error) => notifyFailure("The task was not added", error),
      },
    );
  };
  return (
    // Checked by the browser, so that a day that is typed in part is not taken for none.
    <Form onSubmit={add} noValidate={false}>
      <Group gap="xs" mb="xs" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label="New task"
          placeholder="What needs to be done?"
          maxLength={TASK_TITLE_CHARS_MAX}
          autoComplete="off"
          style={{ flex: 1, minWidth: 0 }}
          value={title}
          onChange={(event) => show(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={create.isPending} disabled={title.trim() === ""}>
          Add
        </Button>
      </Group>
      {title === "" ? null : (
        <TextInput
          type="date"
          aria-label="Due date"
          leftSection="Due"
          leftSectionWidth={48}
          mb="xs"
          value={dueOn}
          onChange={(event) => setDueOn(event.currentTarget.value)}
        />
      )}
      {title !== "" && can("can_view_members") ? (
        <PersonPicker
          // A new key empties the field for the next task.
          key={added}
          aria-label="Assignee"
          placeholder="Assignee"
          mb="xs"
          value={assignee}
          onChange={setAssignee}
        />
      ) : null}
    </Form>
  );
}

function TaskRow({ task, isEditable }: { task: CrmTask; isEditable: boolean }) {
  const update = useUpdateCrmTask(task.record.id);
  return (
    <li className={classes.task} data-done={task.is_done || undefined}>
      <Checkbox
        size="sm"
        mt={2}
        aria-label={`${task.title} is done`}
        checked={task.is_done}
        disabled={!isEditable}
        onChange={(event) =>
          update.mutate(
            { id: task.id, is_done: event.currentTarget.checked },
            failureNotice("The task was not changed"),
          )
        }
      />
      <div className={classes.taskWords}>
        <p className={classes.taskTitle}>{task.title}</p>
        <p className={shared.small}>
          {task.due_on === null ? null : (
            <>
              <DueDate day={task.due_on} isDone={task.is_done} />
              {" · "}
            </>
          )}
          {task.assignee ? (
            <>
              <bdi>{task.assignee.name}</bdi> ·{" "}
            </>
          ) : null}
          {task.enrollment_id === null ? "" : "by a sequence · "}
          {task.completed_at !== null && task.is_done ? (
            <>
              done <RelativeTime at={task.completed_at} />
            </>
          ) : (
            <RelativeTime at={task.created_at} />
          )}
        </p>
      </div>
    </li>
  );
}

/** The tasks about a record, open ones first. */
export function RecordTasks({ record, isEditable }: Props) {
  const tasks = useCrmTasks(record.id);
  const sorted = tasks.items?.toSorted((a, b) => Number(a.is_done) - Number(b.is_done));
  return (
    <Card id="tasks" title="Tasks">
      {isEditable ? <NewTask recordId={record.id} /> : null}
      <Rows
        list={{ ...tasks, items: sorted }}
        what="tasks"
        label="Tasks"
        className={shared.list}
        empty={<p className={shared.small}>No tasks. Sequences add tasks here too.</p>}
        renderRow={(task) => <TaskRow key={task.id} task={task} isEditable={isEditable} />}
      />
    </Card>
  );
}
