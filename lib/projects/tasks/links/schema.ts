import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";
import { LINK_KINDS, LINK_STATES } from "@/lib/projects/tasks/links/rules";

export const TaskLink = z
  .object({
    id: z.string(),
    kind: z.enum(LINK_KINDS),
    ref: z.string().meta({ description: "The commit's hash, or the number of the pull request or issue" }),
    repository_id: z.string(),
    repository: z.string().meta({ example: "acme/website" }),
    title: z.string(),
    url: z.string().nullable(),
    state: z
      .enum(LINK_STATES)
      .meta({ description: "Of a commit: `merged` once it is on the default branch" }),
    is_fix: z.boolean().meta({ description: "Whether it says that it fixes the task" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "TaskLink" });
export type TaskLink = z.input<typeof TaskLink>;
