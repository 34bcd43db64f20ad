import { z } from "zod";
import { idParam, shownText, Timestamp } from "@/lib/http/fields";
import { COMMENT_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { TaskParams } from "@/lib/projects/tasks/schema";

export const TaskCommentParams = TaskParams.extend({ task_comment_id: idParam("Comment") });

export const ActivityKind = z.enum(["comment", "created", "changed"]);
export const ActivityActorKind = z.enum(["developer", "code_host"]);

const LoggedValue = z.union([z.string(), z.array(z.string())]).nullable();

const TaskChange = z.object({
  field: z.enum(["title", "description", "status", "assignee_id", "priority", "labels", "due_on"]),
  old: LoggedValue.meta({ description: "null for nothing, and for a description, whose texts are not kept" }),
  new: LoggedValue,
});

export const TaskActivity = z
  .object({
    id: z.string(),
    kind: ActivityKind,
    actor_kind: ActivityActorKind,
    actor_id: z.string().nullable(),
    actor: z
      .object({ name: z.string(), avatar_url: z.string().nullable() })
      .nullable()
      .meta({ description: "null where the code host was the cause, and once the person was erased" }),
    body: z.string().meta({ description: "Of a comment, as Markdown" }),
    changes: z.array(TaskChange),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: "Names of the people that changes speak of, by id" }),
    created_at: Timestamp,
    edited_at: Timestamp.nullable(),
  })
  .meta({ id: "TaskActivity" });
export type TaskActivity = z.input<typeof TaskActivity>;

export const TaskCommentBody = z
  .object({ body: shownText(COMMENT_CHARS_MAX, true).min(1) })
  .meta({ id: "TaskCommentBody" });
export type TaskCommentBody = z.output<typeof TaskCommentBody>;
