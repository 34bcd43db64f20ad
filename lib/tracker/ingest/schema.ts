import { z } from "zod";
import { GivenTime, OffsetTime } from "@/lib/http/fields";
import { DeviceId } from "@/lib/tracker/devices/schema";
import { EVENT_ID_CHARS_MAX, EVENTS_PER_BATCH_MAX, INPUT_COUNT_MAX } from "@/lib/tracker/ingest/limits";

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.int().min(0).max(INPUT_COUNT_MAX);

/** One sample. Unknown keys are dropped, so that newer clients may send more; only `input_cadence` refuses them. */
export const TrackerEvent = z
  .object({
    event_id: z.string().min(1).max(EVENT_ID_CHARS_MAX),
    client_seq: z.int().min(0),
    ts: OffsetTime,
    interval_s: z.int(),
    active_app: z.object({ name: z.string(), bundle_id: z.string(), window_title: text }),
    file_context: z.object({ path: text, repo: text, branch: text }).nullish(),
    dev_context: z.object({ terminal_cwd: text, last_command: text, editor_file: text }).nullish(),
    browser: z.object({ url: text, title: text }).nullish(),
    meeting: z.object({ in_call: flag, call_app: text, calendar_event_id: text }).nullish(),
    system: z
      .object({ on_battery: flag, displays: z.int().min(0).max(1000).nullish(), online: flag, network: text })
      .nullish(),
    input_cadence: z.object({ key_events: count, mouse_events: count }).partial().nullish(),
    evidence_ref: text,
    is_private: flag.meta({
      description: "Whether the client left out what it showed as private: nothing but its app is kept",
    }),
  })
  .meta({ id: "TrackerEvent" });
export type TrackerEvent = z.output<typeof TrackerEvent>;

export const REJECTION_REASONS = [
  "ts_out_of_range",
  "interval_out_of_range",
  "forbidden_field",
  "unknown_field",
  "invalid",
  "too_large",
  "not_captured",
  "forbidden_workspace",
] as const;

/** Only the shape of the whole batch. Each event is checked separately, so that one can't fail the others. */
export const EventBatch = z
  .object({
    schema_version: z
      .string()
      .refine((version) => version.startsWith("1."), {
        params: { code: "conflict" },
        message: "schema_version must start with 1.",
      })
      .meta({ example: "1.0" }),
    device_id: DeviceId,
    sent_at: GivenTime,
    events: z
      .array(z.unknown())
      .max(EVENTS_PER_BATCH_MAX)
      .meta({ items: { $ref: "#/components/schemas/TrackerEvent" } }),
  })
  .meta({ id: "EventBatch" });
export type EventBatch = z.output<typeof EventBatch>;

export const BatchResult = z
  .object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.array(
      z.object({
        event_id: z.string().nullable(),
        reason: z.enum(REJECTION_REASONS),
        index: z.int().meta({ description: "Place of the event in the batch, from 0" }),
        detail: z.string().optional(),
      }),
    ),
    server_seq: z.int().meta({ description: "Highest client_seq stored for the device" }),
    next_poll_after_s: z.int(),
    config_etag: z.string(),
  })
  .meta({ id: "BatchResult", description: "accepted + duplicates + rejected = events sent" });
export type BatchResult = z.input<typeof BatchResult>;
