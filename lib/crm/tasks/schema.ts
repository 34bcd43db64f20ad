import { z } from "zod";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const CrmTaskParams = WorkspaceParams.extend({ task_id: idParam("Task") });

export const CrmTaskQuery = PageQuery.extend({
  is_done: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  record_id: z.uuid().optional(),
  assignee_id: z.uuid().optional(),
});

const Title = line(TASK_TITLE_CHARS_MAX);
const AssigneeId = z.uuid().nullable().meta({ description: "An active member of the workspace, or null" });

export const CreateCrmTask = z
  .object({ record_id: z.uuid(), title: Title, assignee_id: AssigneeId.default(null) })
  .meta({ id: "CreateCrmTask" });

export const UpdateCrmTask = z
  .object({ title: Title, assignee_id: AssigneeId, is_done: z.boolean() })
  .partial()
  .meta({ id: "UpdateCrmTask" });

export const CrmTask = z
  .object({
    id: z.string(),
    record: z.object({ id: z.string(), object: z.string(), title: z.string() }),
    title: z.string(),
    assignee_id: z.string().nullable(),
    assignee: z.object({ name: z.string(), avatar_url: z.string().nullable() }).nullable(),
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
