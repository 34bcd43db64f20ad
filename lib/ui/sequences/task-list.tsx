"use client";

import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { IconCheckbox } from "@tabler/icons-react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFilters } from "@/lib/ui/kit/filters";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { notifyUndoable } from "@/lib/ui/kit/undo-notice";
import { type CrmTask, useTasks, useTickTask } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

function TaskRow({ task }: { task: CrmTask }) {
  const { id, slug, can } = useWorkspace();
  const tick = useTickTask(id);
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
            {task.record.title === "" ? "An unnamed record" : task.record.title}
          </Link>
          {" · "}
          {task.assignee?.name ?? "for anyone"}
        </p>
      </div>
      <span className={rows.side}>
        <RelativeTime at={task.completed_at ?? task.created_at} />
      </span>
    </li>
  );
}

function Tasks() {
  const { id, me } = useWorkspace();
  const filters = useFilters();
  const whose = filters.get("whose") === "all" ? "all" : "mine";
  const asked = filters.get("is_done");
  const is_done = asked === "true" || asked === "any" ? asked : "false";
  const tasks = useTasks(id, {
    assignee_id: whose === "mine" ? me.member.developer_id : "",
    is_done: is_done === "any" ? "" : is_done,
  });
  return (
    <>
      <PageHeader
        title="CRM tasks"
        description="What is to be done about records, given by sequences or by people."
      />
      <search className={page.filters} aria-label="Filter the tasks">
        <NativeSelect
          aria-label="Whose"
          size="sm"
          data={[
            { value: "mine", label: "Assigned to me" },
            { value: "all", label: "Everybody's" },
          ]}
          value={whose}
          onChange={(event) => filters.set({ whose: event.currentTarget.value === "all" ? "all" : "" })}
        />
        <NativeSelect
          aria-label="State"
          size="sm"
          data={[
            { value: "false", label: "To do" },
            { value: "true", label: "Done" },
            { value: "any", label: "Both" },
          ]}
          value={is_done}
          onChange={(event) =>
            filters.set({ is_done: event.currentTarget.value === "false" ? "" : event.currentTarget.value })
          }
        />
      </search>
      <ListPanel
        list={tasks}
        what="tasks"
        label="Tasks, newest first"
        renderRow={(task) => <TaskRow key={task.id} task={task} />}
        empty={
          <Empty
            Icon={IconCheckbox}
            title={is_done === "true" ? "Nothing done yet" : "Nothing to do"}
            {...(whose === "mine"
              ? {
                  action: (
                    <Button variant="default" size="sm" onClick={() => filters.set({ whose: "all" })}>
                      Show everybody's
                    </Button>
                  ),
                }
              : {})}
          >
            Tasks come from steps of sequences, and are made on a record's page.
          </Empty>
        }
      />
    </>
  );
}

/** The tasks about records: the reader's own, or everybody's. */
export function TaskList() {
  return useWorkspace().can("can_view_crm") ? <Tasks /> : <NoPermission permission="can_view_crm" />;
}
