import { z } from "zod";
import { GivenTime, SPAN_END, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { COUNTED_SAMPLES_MAX } from "@/lib/tracker/captured/limits";
import { Retention } from "@/lib/tracker/retention/schema";

const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || !(Date.parse(to) <= Date.parse(from));
const ORDER = { path: ["to"], message: "Must be later than from" };

const Range = z.object({
  from: GivenTime.optional().meta({ description: "Only samples that cover time after it" }),
  to: GivenTime.optional().meta({ description: "Only samples that cover time before it" }),
});

export const EventQuery = PageQuery.extend(Range.shape).refine(isInOrder, ORDER);
export type EventQuery = z.output<typeof EventQuery>;
export const ExportQuery = Range.extend({
  format: z.enum(["csv", "json"]).default("csv").meta({ description: "csv, or json for one array" }),
}).refine(isInOrder, ORDER);
export type ExportQuery = z.output<typeof ExportQuery>;
export const SummaryQuery = Range.refine(isInOrder, ORDER);
export type SummaryQuery = z.output<typeof SummaryQuery>;
export const EraseQuery = z
  .object({
    from: GivenTime.meta({ description: "Erases samples that cover time after it; must be in the past" }),
    to: GivenTime.meta({
      ...SPAN_END,
      description:
        "Erases samples that cover time before it, at most up to now or, where a fast clock dated some ahead, to the newest",
    }),
  })
  .refine(isInOrder, ORDER);
export type EraseQuery = z.output<typeof EraseQuery>;

const text = z.string().nullable();

/** A sample as stored, and what was derived from it. */
export const CapturedEvent = z
  .object({
    sample_id: z.string().meta({ description: "The id for `/tracker/samples/{sample_id}/why`" }),
    event_id: z.string(),
    device_id: z.string(),
    client_seq: z.int(),
    ts: Timestamp,
    interval_s: z.int().meta({ description: "It covers this many seconds before `ts`" }),
    is_point: z.boolean().meta({
      description:
        "Whether an editor sent it: then it covers the time from `ts` to the next such sample of its device, if that is within `interval_s` seconds, and otherwise one second",
    }),
    received_at: Timestamp,
    active_app: z.object({ name: z.string(), bundle_id: z.string(), window_title: text }),
    file_context: z.object({ path: text, repo: text, branch: text }),
    dev_context: z.object({ terminal_cwd: text, last_command: text, editor_file: text }),
    browser: z.object({ url: text, title: text }),
    meeting: z.object({ in_call: z.boolean().nullable(), call_app: text }),
    input_cadence: z.object({ key_events: z.int().nullable(), mouse_events: z.int().nullable() }),
    evidence_ref: text,
    is_private: z.boolean().meta({ description: "Whether it is private: nothing but its app was kept" }),
    project_id: z.string().meta({ description: "The project that the device was bound to" }),
    derived: z
      .object({
        category: z.string(),
        category_label: z.string(),
        rule_id: z.string().meta({ description: "The rule that decided the category" }),
        project_id: text.meta({ description: "null for time that belongs to no project" }),
        project_name: text.meta({ description: "null also for a project that you are not in any more" }),
        task_key: text,
        confidence: z.number(),
        signal: z.string(),
        suggested_project_id: text,
        suggested_task_key: text,
      })
      .nullable()
      .meta({ description: "null until it is derived" }),
  })
  .meta({ id: "CapturedEvent" });
export type CapturedEvent = z.input<typeof CapturedEvent>;

export const CapturedSummary = z
  .object({
    samples: z.int().meta({ description: `Counted up to ${COUNTED_SAMPLES_MAX.toLocaleString("en")}` }),
    screenshots: z.int(),
    oldest_at: Timestamp.nullable(),
    newest_at: Timestamp.nullable(),
    retention: z
      .array(Retention.extend({ workspace_id: z.string(), workspace_name: z.string() }))
      .meta({ description: "How long each workspace keeps it in which your devices are or were enrolled" }),
    is_erasing: z.boolean().meta({ description: "Whether something that you erased is still being deleted" }),
  })
  .meta({ id: "CapturedSummary" });
export type CapturedSummary = z.input<typeof CapturedSummary>;

export const Erasure = z
  .object({
    from: Timestamp,
    to: Timestamp.meta({ description: "At most now: later samples are not erased" }),
    samples: z.int().meta({ description: "How many have been deleted so far" }),
    screenshots: z.int(),
    is_done: z.boolean().meta({ description: "false while the rest is being deleted" }),
  })
  .meta({ id: "TrackerErasure" });
export type Erasure = z.input<typeof Erasure>;
