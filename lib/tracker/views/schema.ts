import { z } from "zod";
import { Day, Timestamp } from "@/lib/http/fields";

/** What of a person's data others can view. */
export const ViewKind = z.enum(["evidence", "day"]);
export type ViewKind = z.output<typeof ViewKind>;

export const TrackerView = z
  .object({
    id: z.string(),
    kind: ViewKind,
    viewer: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "null once their account is erased" }),
    workspace: z.object({ id: z.string(), name: z.string() }),
    day: Day,
    count: z.int().meta({ description: "How many times they looked that day" }),
    last_at: Timestamp,
  })
  .meta({ id: "TrackerView" });
export type TrackerView = z.input<typeof TrackerView>;
