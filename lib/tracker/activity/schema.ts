import { z } from "zod";
import { SPAN_END, SpanTime, Timestamp } from "@/lib/http/fields";
import { DAY_MS } from "@/lib/platform/limits";
import {
  ACTIVITY_DAYS_MAX,
  ACTIVITY_HOURLY_DAYS_MAX,
  SAMPLES_PER_DEVICE_AND_BUCKET_MAX,
} from "@/lib/tracker/enrichment/limits";

const ACTIVITY_GROUPS = ["category", "project", "hour", "app", "task", "repository"] as const;
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number];

// Refinements also run on malformed times, which are NaN here. The comparisons let NaN pass: the field's own check
// reports it.
export const ActivityQuery = z
  .object({ from: SpanTime, to: SpanTime.meta(SPAN_END), group: z.enum(ACTIVITY_GROUPS) })
  .refine(({ from, to }) => !(Date.parse(to) <= Date.parse(from)), {
    path: ["to"],
    message: "Must be later than from",
  })
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) > ACTIVITY_DAYS_MAX * DAY_MS), {
    path: ["to"],
    message: `Must be at most ${ACTIVITY_DAYS_MAX} days after from`,
  })
  .refine(
    ({ from, to, group }) =>
      group !== "hour" || !(Date.parse(to) - Date.parse(from) > ACTIVITY_HOURLY_DAYS_MAX * DAY_MS),
    { path: ["to"], message: `Must be at most ${ACTIVITY_HOURLY_DAYS_MAX} days after from, by the hour` },
  );
export type ActivityQuery = z.output<typeof ActivityQuery>;

const Seconds = z.int().min(0);

const Row = z.object({ label: z.string(), seconds: Seconds });

const head = {
  from: Timestamp,
  to: Timestamp,
  is_settled: z
    .boolean()
    .meta({ description: "false while samples of the range are still being processed; ask again" }),
  total_seconds: Seconds.meta({
    description: "Never more than the length of the range; time away is not counted",
  }),
  uncounted_samples: z
    .int()
    .min(0)
    .meta({
      description: `Samples of the range that don't count: only the first ${SAMPLES_PER_DEVICE_AND_BUCKET_MAX} of each device in a quarter of an hour do`,
    }),
};

export const Activity = z
  .discriminatedUnion("group", [
    z.object({
      ...head,
      group: z.literal("category"),
      rows: z.array(Row.extend({ key: z.string().meta({ description: "The category's id" }) })),
    }),
    z.object({
      ...head,
      group: z.literal("project"),
      rows: z.array(
        Row.extend({
          key: z.string().nullable().meta({
            description: "The project's id; null for time that belongs to none: private and personal",
          }),
        }),
      ),
    }),
    z.object({
      ...head,
      group: z.literal("task"),
      rows: z.array(
        Row.extend({
          key: z.string().nullable().meta({ description: "The task's key; null for time without a task" }),
          project_id: z.string().nullable().meta({ description: "Its project" }),
        }),
      ),
    }),
    z.object({
      ...head,
      group: z.literal("app"),
      rows: z.array(
        Row.extend({
          key: z.string().nullable().meta({
            description: "The app's name; null for private time, and for time from before apps were counted",
          }),
        }),
      ),
    }),
    z.object({
      ...head,
      group: z.literal("repository"),
      rows: z.array(
        Row.extend({
          key: z.string().nullable().meta({
            description:
              "Its remote or folder; null without one, and for time from before repositories were counted",
          }),
        }),
      ),
    }),
    z.object({
      ...head,
      group: z.literal("hour"),
      rows: z.array(
        Row.extend({
          key: Timestamp.meta({ description: "Start of the hour in your time zone" }),
          by_category: z.record(z.string(), Seconds),
        }),
      ),
    }),
  ])
  .meta({ id: "TrackerActivity" });
export type Activity = z.input<typeof Activity>;
