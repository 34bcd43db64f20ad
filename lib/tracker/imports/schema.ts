import { z } from "zod";
import { idParam, Timestamp } from "@/lib/http/fields";
import { DeviceQuery } from "@/lib/tracker/devices/schema";

export const TrackerImportState = z.enum([
  "receiving",
  "queued",
  "running",
  "done",
  "failed",
  "undoing",
  "undone",
]);
export type TrackerImportState = z.output<typeof TrackerImportState>;

/** Why an event becomes no sample. */
export const IMPORT_REFUSALS = [
  "invalid",
  "too_short",
  "ts_out_of_range",
  "not_captured",
  "forbidden_workspace",
  "away",
] as const;

export const TrackerImportQuery = z.object({
  device_id: DeviceQuery.shape.device_id.meta({
    description: "Your device that the samples will belong to; the time counts for its project",
  }),
});

export const TrackerImportParams = z.object({ import_id: idParam("Import") });

/** The file as ActivityWatch writes it: one bucket for each watcher, with the events it saw. */
export const ActivityWatchExport = z
  .object({
    buckets: z.record(
      z.string(),
      z.looseObject({
        type: z.string().optional().meta({ example: "currentwindow" }),
        events: z.array(
          z.looseObject({
            timestamp: z.string().meta({ example: "2026-11-20T09:30:00.123000+00:00" }),
            duration: z.number().meta({ description: "In seconds", example: 12.5 }),
            data: z.looseObject({}).meta({ example: { app: "Code", title: "main.ts - web" } }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "ActivityWatchExport" });
export type ActivityWatchExport = z.input<typeof ActivityWatchExport>;

/** An example of such a file. */
export const AN_EXPORT: ActivityWatchExport = {
  buckets: {
    "aw-watcher-window_laptop": {
      type: "currentwindow",
      events: [
        {
          timestamp: "2026-11-20T09:30:00.123000+00:00",
          duration: 12.5,
          data: { app: "Code", title: "main.ts - web" },
        },
      ],
    },
  },
};

const count = z.int().min(0);

export const TrackerImport = z
  .object({
    id: z.string(),
    device_id: z.string(),
    state: TrackerImportState,
    events: count.meta({ description: "Events of the file that may become samples" }),
    events_done: count.meta({ description: "How many of them have been processed" }),
    samples: count.meta({ description: "Samples that were new" }),
    duplicates: count.meta({ description: "Samples that were there already, from this file or another" }),
    rejected: z.partialRecord(z.enum(IMPORT_REFUSALS), count).meta({
      description:
        "What was left out: events that are invalid, shorter than a second or older than 30 days, and time from a pause, of another workspace than the API token is limited to, or while nobody was there",
    }),
    error: z.string().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "TrackerImport" });
export type TrackerImport = z.input<typeof TrackerImport>;
