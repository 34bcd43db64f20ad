import { z } from "zod";
import { Day, Timestamp } from "@/lib/http/fields";
import { secretText } from "@/lib/http/secret-fields";
import { DAY_MS } from "@/lib/platform/limits";
import {
  HEARTBEAT_TEXT_CHARS_MAX,
  HEARTBEATS_PER_UPLOAD_MAX,
  SUMMARY_DAYS_MAX,
} from "@/lib/tracker/editors/limits";

const text = z.string().max(HEARTBEAT_TEXT_CHARS_MAX).nullish();

/** Browsers' extensions send the digits as text. */
const Seconds = z.preprocess(
  (sent) => (typeof sent === "string" && /^\d{1,12}(?:\.\d{1,9})?$/.test(sent) ? Number(sent) : sent),
  z.number(),
);

/** An editor's report of one moment. Other fields that plugins send are not stored. */
export const Heartbeat = z
  .looseObject({
    entity: z
      .string()
      .min(1)
      .max(HEARTBEAT_TEXT_CHARS_MAX)
      .meta({ description: "The file, app or page that it is about", example: "/home/ada/acme/web/main.ts" }),
    type: text.meta({ description: "file, the default; app, domain or url", example: "file" }),
    time: Seconds.meta({ description: "Seconds since 1970", example: 1_795_000_000.25 }),
    project: text,
    alternate_project: text.meta({ description: "Where there is no project" }),
    branch: text,
    user_agent: text.meta({
      description: "Names the editor; where it is missing, `plugin` or the header of that name does",
      example: "wakatime/v1.115.3 (linux-6.5.0-x86_64) go1.23 vscode/1.95.0 vscode-wakatime/25.0.2",
    }),
    plugin: text,
  })
  .meta({ id: "EditorHeartbeat" });
export type Heartbeat = z.output<typeof Heartbeat>;

export const HeartbeatBatch = z
  .array(z.unknown())
  .max(HEARTBEATS_PER_UPLOAD_MAX, `At most ${HEARTBEATS_PER_UPLOAD_MAX} heartbeats at once`)
  .meta({ items: { $ref: "#/components/schemas/EditorHeartbeat" } });

const Taken = z.object({ id: z.string(), entity: z.string(), type: z.string(), time: z.number() });

export const TakenHeartbeat = z.object({ data: Taken }).meta({ id: "TakenEditorHeartbeat" });
export type TakenHeartbeat = z.input<typeof TakenHeartbeat>;

const RefusedHeartbeat = z.object({ error: z.string() });

/** Pairs of result and status, as plugins read them. */
export const HeartbeatAnswers = z
  .object({
    responses: z.array(z.array(z.union([TakenHeartbeat, RefusedHeartbeat, z.int()])).length(2)).meta({
      description: "One for each heartbeat in its order: what was taken with 201, or why not with 400",
      example: [
        [
          {
            data: { id: "9f2c", entity: "/home/ada/acme/web/main.ts", type: "file", time: 1_795_000_000.25 },
          },
          201,
        ],
        [{ error: "entity: Invalid input: expected string, received undefined" }, 400],
      ],
    }),
  })
  .meta({ id: "EditorHeartbeatAnswers" });

const duration = {
  text: z.string().meta({ example: "2 hrs 5 mins" }),
  digital: z.string().meta({ example: "2:05" }),
  hours: z.int(),
  minutes: z.int(),
  total_seconds: z.int(),
};
const Share = z.object({ name: z.string(), ...duration, percent: z.number() });

/** A day's time in the device's workspace. */
export const EditorDay = z
  .object({
    grand_total: z.object(duration),
    categories: z.array(Share),
    projects: z.array(Share),
    range: z.object({ date: Day, start: Timestamp, end: Timestamp, text: z.string(), timezone: z.string() }),
  })
  .meta({ id: "EditorDay" });
export type EditorDay = z.input<typeof EditorDay>;

export const StatusBar = z.object({ data: EditorDay, cached_at: Timestamp }).meta({ id: "EditorStatusBar" });
export type StatusBar = z.input<typeof StatusBar>;

export const EditorSummaries = z
  .object({
    data: z.array(EditorDay),
    cumulative_total: z.object({ seconds: z.int(), text: z.string(), digital: z.string() }),
    start: Timestamp,
    end: Timestamp,
  })
  .meta({ id: "EditorSummaries" });
export type EditorSummaries = z.input<typeof EditorSummaries>;

export const SummaryRange = z
  .object({
    start: Day.meta({ description: "The first day" }),
    end: Day.meta({ description: "The last day, included" }),
  })
  .refine(({ start, end }) => !(end < start), { path: ["end"], message: "Must not lie before start" })
  .refine(({ start, end }) => !(Date.parse(end) - Date.parse(start) >= SUMMARY_DAYS_MAX * DAY_MS), {
    path: ["end"],
    message: `At most ${SUMMARY_DAYS_MAX} days are summed up at once`,
  });
export type SummaryRange = z.output<typeof SummaryRange>;

export const NewEditorKey = z
  .object({
    key: secretText("The key itself, in this answer only"),
    created_at: Timestamp,
  })
  .meta({ id: "NewEditorKey" });
export type NewEditorKey = z.input<typeof NewEditorKey>;
