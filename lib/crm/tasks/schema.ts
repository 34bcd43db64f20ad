import { z } from "zod";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { Day, GivenId, idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const CrmTaskParams = WorkspaceParams.extend({ task_id: idParam("Task") });

export const CrmTaskQuery = PageQuery.extend({
  is_done: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  record_id: GivenId.optional(),
  assignee_id: GivenId.optional(),
  due_before: Day.optional().meta({
    description: "Due before this day; tasks without a due date are left out",
  }),
  sort: z.enum(["created", "due"]).default("created").meta({
    description: "`created`: newest first; `due`: the earliest first, those without a due date last",
  }),
});
export type CrmTaskQuery = z.output<typeof CrmTaskQuery>;

const Title = line(TASK_TITLE_CHARS_MAX);
const DueOn = Day.nullable().meta({ description: "The day it is due, or null" });
const AssigneeId = GivenId.nullable().meta({ description: "An active member of the workspace, or null" });

export const CreateCrmTask = z
  .object({
    record_id: GivenId,
    title: Title,
    assignee_id: AssigneeId.default(null),
    due_on: DueOn.default(null),
  })
  .meta({ id: "CreateCrmTask" });
export type CreateCrmTask = z.output<typeof CreateCrmTask>;

export const UpdateCrmTask = z
  .object({ title: Title, assignee_id: AssigneeId, due_on: DueOn, is_done: z.boolean() })
  .partial()
  .meta({ id: "UpdateCrmTask" });
export type UpdateCrmTask = z.output<typeof UpdateCrmTask>;

export const CrmTask = z
  .object({
    id: z.string(),
    record: z.object({ id: z.string(), object: z.string(), title: z.string() }),
    title: z.string(),
    assignee_id: z.string().nullable(),
    assignee: z.object({ name: z.string(), avatar_url: z.string().nullable() }).nullable(),
    due_on: DueOn,
    enrollment_id: z
      .string()
      .nullable()
      .meta({ description: "The enrolment in a sequence that asked for it" }),
    is_done: z.boolean(),
    completed_at: Timestamp.nullable(),
    completed_by_id: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "CrmTask" });
export type CrmTask = z.input<typeof CrmTask>;
