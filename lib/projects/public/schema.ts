import { z } from "zod";
import { PublicRequest, RequestStatus } from "@/lib/projects/requests/schema";
import { PublicTab } from "@/lib/projects/schema";
import { TaskStatus } from "@/lib/projects/tasks/schema";

/** What strangers may see of a board: no description, no people. */
const PublicBoard = z.object({
  columns: z.array(
    z.object({
      status: TaskStatus,
      count: z.int().meta({ description: "Number of tasks in the column; the first 100 are listed" }),
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
    tabs: z.array(PublicTab),
    is_indexed: z.boolean().meta({ description: "Whether search engines may list the page" }),
    categories: z.array(z.string()).meta({ description: "What requests can be sorted into" }),
    color: z.string().nullable().meta({ description: "The page's own, as #rrggbb" }),
    has_logo: z.boolean().meta({ description: "Whether there is one at `/p/{slug}/logo`" }),
    overview: z.object({ description: z.string() }).nullable(),
    board: PublicBoard.nullable(),
    roadmap: Roadmap.nullable(),
  })
  .meta({ id: "PublicProject", description: "A part is null if its tab is switched off" });
export type PublicProject = z.input<typeof PublicProject>;
