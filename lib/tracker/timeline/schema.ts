import { z } from "zod";
import { Day, GivenTime, SPAN_END, Timestamp } from "@/lib/http/fields";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { ACTIVITY_DAYS_MAX } from "@/lib/tracker/enrichment/limits";
import { GAP_S_MIN, SPANS_MAX, TIMELINE_HOURS_MAX } from "@/lib/tracker/timeline/limits";

type Times = { from: string; to: string };

// Refinements also run on malformed times, which are NaN here. The comparisons let NaN pass: the field's own check
// reports it.
export const TimelineQuery = z
  .object({ from: GivenTime, to: GivenTime.meta(SPAN_END) })
  .refine(({ from, to }: Times) => !(Date.parse(to) <= Date.parse(from)), {
    path: ["to"],
    message: "Must be later than from",
  })
  .refine(({ from, to }: Times) => !(Date.parse(to) - Date.parse(from) > TIMELINE_HOURS_MAX * HOUR_MS), {
    path: ["to"],
    message: `Must be at most ${TIMELINE_HOURS_MAX} hours after from`,
  });
export type TimelineQuery = z.output<typeof TimelineQuery>;

const Seconds = z.int().min(0);
const Id = z.string();
const Stretch = z.object({ from: Timestamp, to: Timestamp });

const Span = Stretch.extend({
  category: z.string(),
  category_label: z.string(),
  project_id: Id.nullable().meta({ description: "null for time that belongs to no project" }),
  task_key: z.string().nullable(),
  app_name: z.string(),
  title: z.string().nullable().meta({ description: "The title that was shown longest" }),
  sample_id: Id.meta({ description: "The sample to ask about: `/tracker/samples/{sample_id}/why`" }),
  samples: z.int().min(1),
  seconds: Seconds.meta({
    description: "How many of its seconds count; the others count for another of your devices",
  }),
  suggested_project_id: Id.nullable().meta({
    description: "What is suggested by evidence that is too weak to assign time",
  }),
  suggested_task_key: z.string().nullable(),
  corrected: z.boolean().meta({ description: "Whether you corrected it" }),
});

export const Timeline = Stretch.extend({
  time_zone: z.string().meta({ description: "Your time zone; UTC until it is known" }),
  lanes: z
    .array(z.object({ device_id: Id, device_name: z.string().nullable(), spans: z.array(Span) }))
    .meta({ description: "One for each device that sent something, by its name" }),
  meetings: z
    .array(Stretch.extend({ app: z.string() }))
    .meta({ description: "Calls, as any device saw them" }),
  gaps: z.array(Stretch).meta({
    description: `Between the first and the last of it, ${GAP_S_MIN} seconds and more in which no device saw you`,
  }),
  projects: z
    .array(z.object({ id: Id, key: z.string(), name: z.string() }))
    .meta({ description: "Those named by spans, if you are a member" }),
  totals: z
    .array(z.object({ category: z.string(), label: z.string(), seconds: Seconds }))
    .meta({ description: "Counted time by category, largest first; as in `/tracker/activity`" }),
  total_seconds: Seconds,
  resolution_s: z
    .int()
    .min(1)
    .meta({
      description: `1 if every span is included. If there are more than ${SPANS_MAX}, each stretch of this many seconds shows only what filled most of it`,
    }),
  uncounted_samples: z.int().min(0),
  pending: z.boolean().meta({
    description: "Whether totals of the range are still being calculated; spans are always up to date",
  }),
}).meta({ id: "TrackerTimeline" });
export type Timeline = z.input<typeof Timeline>;

export const DaysQuery = z
  .object({
    from: Day.meta({ description: "The first day, by the calendar of your time zone" }),
    to: Day.meta({ description: "The last day" }),
    by: z.enum(["category", "project"]).default("category"),
  })
  .refine(({ from, to }) => !(to < from), { path: ["to"], message: "Must not be before from" })
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) >= ACTIVITY_DAYS_MAX * DAY_MS), {
    path: ["to"],
    message: `Must make at most ${ACTIVITY_DAYS_MAX} days with from`,
  });
export type DaysQuery = z.output<typeof DaysQuery>;

export const Days = z
  .object({
    from: Day,
    to: Day,
    by: z.enum(["category", "project"]),
    time_zone: z.string().meta({ description: "Your time zone; UTC until it is known" }),
    total_seconds: Seconds,
    is_settled: z
      .boolean()
      .meta({ description: "False while samples of the range still wait to be derived" }),
    keys: z
      .array(
        z.object({
          key: z.string().meta({ description: "The id of a category or project; empty for no project" }),
          label: z.string(),
          seconds: Seconds,
        }),
      )
      .meta({ description: "What time went to, largest first" }),
    days: z
      .array(z.object({ day: Day, seconds: Seconds, by: z.record(z.string(), Seconds) }))
      .meta({ description: "The days with time, oldest first" }),
    hours: z
      .array(
        z.object({
          weekday: z.int().min(1).max(7).meta({ description: "1 for Monday" }),
          hour: z.int().min(0).max(23),
          seconds: Seconds,
        }),
      )
      .meta({ description: "All days summed by weekday and hour in your time zone; only those with time" }),
  })
  .meta({ id: "TrackerDays" });
export type Days = z.input<typeof Days>;
