import { z } from "zod";

export const LIVE_AREAS = ["tables", "tasks", "records", "inbox", "deliveries"] as const;
export const LiveArea = z.enum(LIVE_AREAS);

/** One message of a stream: that something changed, and never what it holds. */
export const LiveChange = z.object({
  area: LiveArea.meta({ description: "Where something changed" }),
  id: z.uuid().meta({
    description:
      "What changed: the table, the project of a task, the object of a record, the webhook of a delivery; of the inbox, you",
  }),
  kind: z.literal("changed"),
});
