import { z } from "zod";
import { GivenId, GivenTime, idParam, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { DAY_MS } from "@/lib/platform/limits";
import { DeviceId } from "@/lib/tracker/devices/schema";
import { CATEGORIES, type CategoryId } from "@/lib/tracker/enrichment/catalog";
import { CORRECTION_DAYS_MAX } from "@/lib/tracker/enrichment/limits";
import { Rule } from "@/lib/tracker/rules/schema";

const RANGE_MS_MAX = CORRECTION_DAYS_MAX * DAY_MS;
const CATEGORY_IDS = CATEGORIES.map(({ id }) => id) as [CategoryId, ...CategoryId[]];

const TaskKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{1,9}-[1-9]\d{0,6}$/, "Must be a task's key, such as WPS-12")
  .toUpperCase();

/** An instant in whole seconds since 1970. */
export function secondOf(text: string): number {
  return Math.floor(Date.parse(text) / 1_000);
}

// Refinements also run on malformed times, which are NaN here. The comparisons let NaN pass: the field's own check
// reports it.
export const CorrectSamples = z
  .object({
    from: GivenTime.meta({ description: "The first second that it corrects" }),
    to: GivenTime.meta({ description: "The first second after it; times later than now count as now" }),
    device_id: DeviceId.optional().meta({
      description: "Correct only time that was recorded on this device",
    }),
    project_id: GivenId.nullable()
      .optional()
      .meta({ description: "One that you are a member of; null for no project" }),
    task_key: TaskKey.nullable().optional().meta({ description: "null for no task" }),
    category: z.enum(CATEGORY_IDS).optional().meta({ description: "`idle` for time away" }),
  })
  .refine((given) => [given.project_id, given.task_key, given.category].some((said) => said !== undefined), {
    message: "Must say project_id, task_key or category",
  })
  .refine(({ from, to }) => !(secondOf(to) <= secondOf(from)), {
    path: ["to"],
    message: "Must be at least a second later than from",
  })
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) > RANGE_MS_MAX), {
    path: ["to"],
    message: `Must be at most ${CORRECTION_DAYS_MAX} days after from`,
  })
  .refine(({ project_id, task_key }) => !(project_id === null && task_key), {
    path: ["task_key"],
    message: "A task belongs to a project: leave project_id out, or name its project",
  })
  .meta({
    id: "CorrectTrackerSamples",
    example: { from: "2026-11-20T09:30:00Z", to: "2026-11-20T10:15:00Z", category: "design" },
  });
export type CorrectSamples = z.output<typeof CorrectSamples>;

export const Corrected = z
  .object({
    correction_id: z.string(),
    samples: z.int().min(0).meta({ description: "How many samples overlap it so far" }),
    from: Timestamp,
    to: Timestamp,
    is_settled: z
      .boolean()
      .meta({ description: "false while the rest of it is being recalculated; the newest part is done" }),
  })
  .meta({ id: "TrackerCorrected" });
export type Corrected = z.input<typeof Corrected>;

export const CorrectionParams = z.object({ correction_id: idParam("Correction") });

export const CorrectionQuery = PageQuery.extend({
  from: GivenTime.optional().meta({ description: "Only corrections of time after it" }),
  to: GivenTime.optional().meta({ description: "Only corrections of time before it" }),
}).refine(({ from, to }) => from === undefined || to === undefined || !(Date.parse(to) <= Date.parse(from)), {
  path: ["to"],
  message: "Must be later than from",
});
export type CorrectionQuery = z.output<typeof CorrectionQuery>;

export const Correction = z
  .object({
    id: z.string(),
    from: Timestamp,
    to: Timestamp,
    device_id: z.string().nullable().meta({ description: "null for all devices" }),
    project_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "null for no project; absent if it doesn't change the project" }),
    task_key: z.string().nullable().optional(),
    category: z.string().optional(),
    created_at: Timestamp,
  })
  .meta({ id: "TrackerCorrection" });
export type Correction = z.input<typeof Correction>;

export const RuleFromCorrection = z
  .object({
    rule: Rule,
    is_applied: z.boolean().meta({
      description: "false while you have unapplied changes to your rules: it takes effect with them",
    }),
  })
  .meta({ id: "TrackerRuleFromCorrection" });
export type RuleFromCorrection = z.input<typeof RuleFromCorrection>;
