"use client";

import { Button, Checkbox } from "@mantine/core";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { titleOf } from "@/lib/ui/crm/wording";
import { IconCheckbox } from "@/lib/ui/icons";
import { choiceFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { DueDate } from "@/lib/ui/kit/time/due-date";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { type CrmTask, useTasks, useTickTask } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

const FILTERS = [
  choiceFilter(
    "whose",
    "Whose",
    [
      { value: "mine", label: "Assigned to me" },
      { value: "all", label: "Everybody's" },
    ],
    { isView: true },
  ),
  choiceFilter(
    "is_done",
    "State",
    [
      { value: "false", label: "To do" },
      { value: "true", label: "Done" },
      { value: "any", label: "Both" },
    ],
    { isView: true },
  ),
  choiceFilter(
    "sort",
    "Order",
    [
      { value: "due", label: "By due date" },
      { value: "created", label: "Newest first" },
    ],
    { isView: true },
  ),
];

function useShownTasks({ whose, is_done, sort }: AddressTexts<"whose" | "is_done" | "sort">) {
  const { me } = useWorkspace();
  return useTasks({
    assignee_id: whose === "mine" ? me.member.developer_id : "",
    is_done: is_done === "any" ? "" : is_done,
    sort,
  });
}

function TaskRow({ task }: { task: CrmTask }) {
  const { slug, can } = useWorkspace();
  const tick = useTickTask();
  const set = (is_done: boolean) =>
    tick
      .mutateAsync({ id: task.id, is_done })
      .catch((error: unknown) => notifyFailure(`${task.title} stays as it is`, error));
  return (
    <li className={rows.row}>
      <Checkbox
        aria-label={`${task.title} is done`}
        checked={task.is_done}
        disabled={!can("can_edit_records")}
        onChange={(event) => {
          const is_done = event.currentTarget.checked;
          void set(is_done);
          if (is_done) notifyUndoable(`${task.title} is done.`, () => void set(false), task.id);
        }}
      />
      <div className={rows.main}>
        <p
          className={`${rows.name} ${rows.wrapping}`}
          style={task.is_done ? { textDecoration: "line-through" } : {}}
        >
          {task.title}
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <Link
            href={workspacePath(slug, `crm/${task.record.object}/${task.record.id}`)}
            className={page.link}
          >
            {titleOf(task.record)}
          </Link>
          {" · "}
          {task.assignee?.name ?? "for anyone"}
        </p>
      </div>
      <span className={rows.side}>
        {task.due_on !== null && !task.is_done ? (
          <DueDate day={task.due_on} />
        ) : (
          <RelativeTime at={task.completed_at ?? task.created_at} />
        )}
      </span>
    </li>
  );
}

/** The tasks about records: the reader's own, or everybody's. */
export function TaskList() {
  return (
    <ListScreen
      permission="can_view_crm"
      title="CRM tasks"
      description="To-dos about records, created by sequences or by people."
      what="tasks"
      label="Tasks"
      Icon={IconCheckbox}
      filters={FILTERS}
      useItems={useShownTasks}
      row={(task) => <TaskRow key={task.id} task={task} />}
      empty={({ whose, is_done }, set) => ({
        title: is_done === "true" ? "Nothing done yet" : "Nothing to do",
        text: "Tasks come from steps of sequences, and are made on a record's page.",
        action:
          whose === "mine" ? (
            <Button variant="default" size="sm" onClick={() => set({ whose: "all" })}>
              Show everybody's
            </Button>
          ) : null,
      })}
    />
  );
}
