import { z } from "zod";
import { REPORT_DETAILS_CHARS_MAX } from "@/lib/projects/public/limits";
import { withoutControls } from "@/lib/projects/requests/rules";
import { PublicRequest, RequestStatus } from "@/lib/projects/requests/schema";
import { TaskStatus } from "@/lib/projects/tasks/schema";

/** What strangers may see of a board: no description, no people. */
const PublicBoard = z.object({
  columns: z.array(
    z.object({
      status: TaskStatus,
      count: z.int().meta({ description: "All tasks of the column, of which the first 100 are here" }),
      tasks: z.array(z.object({ key: z.string(), number: z.int(), title: z.string(), status: TaskStatus })),
    }),
  ),
});

const Roadmap = z.object({
  columns: z.array(
    z.object({
      status: RequestStatus,
      count: z.int().meta({ description: "All requests of the column, of which the first 20 are here" }),
      requests: z.array(PublicRequest),
    }),
  ),
});

export const PublicProject = z
  .object({
    slug: z.string(),
    name: z.string(),
    tabs: z.array(z.enum(["overview", "board", "roadmap"])),
    is_indexed: z.boolean().meta({ description: "Whether search engines may list the page" }),
    overview: z.object({ description: z.string() }).nullable(),
    board: PublicBoard.nullable(),
    roadmap: Roadmap.nullable(),
  })
  .meta({ id: "PublicProject", description: "A part is null where its tab is off" });

/** What the public frame's report form sends. */
export const ReportProject = z.object({
  reason: z.enum(["spam", "phishing", "personal_data", "abuse", "other"]),
  details: z.string().overwrite(withoutControls).trim().max(REPORT_DETAILS_CHARS_MAX).default(""),
});
