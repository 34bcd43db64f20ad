import { z } from "zod";
import { expectedParts } from "@/lib/http/expected";
import { Day, GivenId, line, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { ProjectParams } from "@/lib/projects/schema";
import {
  LABEL_CHARS_MAX,
  TASK_DESCRIPTION_CHARS_MAX,
  TASK_LABELS_MAX,
  TASK_TITLE_CHARS_MAX,
  TASKS_PER_SELECTION_MAX,
} from "@/lib/projects/tasks/limits";
import { distinctLabels } from "@/lib/projects/tasks/rules";

export const TaskParams = ProjectParams.extend({
  task_ref: z
    .union([GivenId, z.string().regex(/^[1-9]\d{0,8}$/)], "Task not found")
    .meta({ description: "The task's number, as 12 of WEB-12, or its id", example: "12" }),
});

/** In the order of the board's columns. */
export const TaskStatus = z.enum(["backlog", "todo", "in_progress", "in_review", "done", "cancelled"]);
export type TaskStatus = z.output<typeof TaskStatus>;

/** From what can wait to what can't. */
export const TaskPriority = z.enum(["none", "low", "medium", "high", "urgent"]);

const Label = line(LABEL_CHARS_MAX);
const Labels = z
  .array(Label)
  .overwrite(distinctLabels)
  .max(TASK_LABELS_MAX)
  .meta({ description: "Any words; one that differs from another only in case is left out" });
const DueOn = Day.nullable().meta({ description: "The day it is due, or null" });

const Title = line(TASK_TITLE_CHARS_MAX);
const Description = z.string().trim().max(TASK_DESCRIPTION_CHARS_MAX);
const AssigneeId = GivenId.nullable().meta({ description: "An active member of the workspace, or null" });

export const TaskQuery = PageQuery.extend({
  status: TaskStatus.optional(),
  assignee: z
    .union([GivenId, z.literal("none")])
    .optional()
    .meta({ description: "A developer's id, or `none`" }),
  priority: TaskPriority.optional(),
  label: Label.optional().meta({ description: "One of its labels, as it is written" }),
  due_before: Day.optional().meta({
    description: "Due before this day; tasks without a due date are left out",
  }),
  search: z.string().max(255).optional().meta({ description: "Part of a title, or a task's key or number" }),
});
export type TaskQuery = z.output<typeof TaskQuery>;

export const Task = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    project_id: z.string(),
    key: z.string().meta({ description: "The project's key and the number", example: "WEB-12" }),
    number: z.int(),
    title: z.string(),
    description: z.string(),
    status: TaskStatus,
    position: z.string().meta({ description: "Place in its column; compares as text, byte by byte" }),
    assignee_id: z.string().nullable(),
    assignee: z.object({ name: z.string(), avatar_url: z.string().nullable() }).nullable(),
    priority: TaskPriority,
    labels: z.array(z.string()),
    due_on: DueOn,
    created_by_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Task" });
export type Task = z.input<typeof Task>;

export const CreateTask = z
  .object({
    title: Title,
    description: Description.default(""),
    status: TaskStatus.default("todo"),
    assignee_id: AssigneeId.default(null),
    priority: TaskPriority.default("none"),
    labels: Labels.default([]),
    due_on: DueOn.default(null),
  })
  .meta({ id: "CreateTask" });
export type CreateTask = z.output<typeof CreateTask>;

export const UpdateTask = z
  .object({
    title: Title.optional(),
    description: Description.optional(),
    status: TaskStatus.optional().meta({
      description: "A new status puts the task at the end of its column",
    }),
    assignee_id: AssigneeId.optional(),
    priority: TaskPriority.optional(),
    labels: Labels.optional(),
    due_on: DueOn.optional(),
    expected: expectedParts(["title", "description"]),
  })
  .meta({ id: "UpdateTask" });
export type UpdateTask = z.output<typeof UpdateTask>;

const NEIGHBOURS = {
  before_id: GivenId.optional().meta({ description: "Id of the task that comes right after it" }),
  after_id: GivenId.optional().meta({ description: "Id of the task that comes right before it" }),
};
const hasOneNeighbour = (place: { before_id?: string | undefined; after_id?: string | undefined }) =>
  !(place.before_id && place.after_id);
const ONE_NEIGHBOUR = { path: ["after_id"], message: "Name one neighbour, before_id or after_id" };

/** In the refusal of a change to another text than was expected: how the task is now. */
export const StaleTask = z.object({ task: Task });

export const MoveTask = z
  .object({ status: TaskStatus, ...NEIGHBOURS })
  .refine(hasOneNeighbour, ONE_NEIGHBOUR)
  .meta({ id: "MoveTask", description: "Without a neighbour the task goes to the end of the column" });
export type MoveTask = z.output<typeof MoveTask>;

const TaskIds = z
  .array(GivenId)
  .min(1)
  .max(TASKS_PER_SELECTION_MAX)
  .overwrite((ids) => [...new Set(ids)]);

export const ChangeTasks = z
  .object({
    task_ids: TaskIds,
    status: TaskStatus.optional().meta({
      description:
        "The column to put them in, together and in the order of `task_ids`: beside the neighbour, or at its end",
    }),
    ...NEIGHBOURS,
    assignee_id: AssigneeId.optional(),
    priority: TaskPriority.optional(),
    due_on: DueOn.optional(),
    add_labels: Labels.optional(),
    remove_labels: Labels.optional(),
  })
  .refine(hasOneNeighbour, ONE_NEIGHBOUR)
  .refine(({ status, before_id, after_id }) => status !== undefined || !(before_id || after_id), {
    path: ["status"],
    message: "Name the column of the neighbour",
  })
  .meta({ id: "ChangeTasks", description: "What is left out stays as it is" });
export type ChangeTasks = z.output<typeof ChangeTasks>;

export const DeleteTasks = z.object({ task_ids: TaskIds }).meta({ id: "DeleteTasks" });

export const TasksResult = z
  .object({ changed: z.int().meta({ description: "How many tasks are different now" }) })
  .meta({ id: "TasksResult" });
export type TasksResult = z.input<typeof TasksResult>;

export const BoardTask = Task.omit({ description: true }).meta({ id: "BoardTask" });
export type BoardTask = z.output<typeof BoardTask>;

export const Board = z
  .object({
    columns: z.array(
      z.object({
        status: TaskStatus,
        count: z.int().meta({ description: "Number of tasks in the column; the first 100 are listed" }),
        tasks: z.array(BoardTask),
      }),
    ),
  })
  .meta({ id: "Board" });
export type Board = z.input<typeof Board>;

export const TaskLabel = z
  .object({
    label: z.string(),
    tasks: z.int().meta({ description: "How many of the newest 2,000 tasks have it" }),
  })
  .meta({ id: "TaskLabel" });
export type TaskLabel = z.input<typeof TaskLabel>;
