import { z } from "zod";
import { GivenTime, line, NOT_A_UUID, Timestamp } from "@/lib/http/fields";
import {
  BUNDLE_ID_CHARS_MAX,
  DEVICE_NAME_CHARS_MAX,
  DEVICE_PLATFORM_CHARS_MAX,
  EXCLUDED_BUNDLE_IDS_MAX,
  IDLE_THRESHOLD_S_MAX,
  IDLE_THRESHOLD_S_MIN,
  SAMPLE_INTERVAL_S_MAX,
  SAMPLE_INTERVAL_S_MIN,
  SCREENSHOT_EVERY_N_SAMPLES_MAX,
} from "@/lib/tracker/devices/limits";

export const ScreenshotPolicy = z.enum(["off", "active_window", "full_screen"]);
export type ScreenshotPolicy = z.output<typeof ScreenshotPolicy>;

/** What an administrator may set. Values that are left out fall back to the project's, then to the default. */
export const CaptureConfig = z.object({
  sample_interval_s: z.int().min(SAMPLE_INTERVAL_S_MIN).max(SAMPLE_INTERVAL_S_MAX),
  screenshot_policy: ScreenshotPolicy,
  screenshot_every_n_samples: z.int().min(1).max(SCREENSHOT_EVERY_N_SAMPLES_MAX),
  idle_threshold_s: z.int().min(IDLE_THRESHOLD_S_MIN).max(IDLE_THRESHOLD_S_MAX),
  paused: z.boolean(),
  excluded_bundle_ids: z.array(line(BUNDLE_ID_CHARS_MAX)).max(EXCLUDED_BUNDLE_IDS_MAX),
});
export type CaptureConfig = z.output<typeof CaptureConfig>;

export const DeviceConfig = CaptureConfig.extend({
  config_etag: z.string().meta({
    description: "Changes when, and only when, the configuration does; cfg_0 for the defaults",
    example: "cfg_0",
  }),
}).meta({ id: "DeviceConfig" });
export type DeviceConfig = z.output<typeof DeviceConfig>;

/** Why a device captures nothing: somebody's pause, its owner's working hours, or because the tracker is off for it. */
export const PausedBy = z.enum(["tracker_off", "workspace", "project", "device", "owner", "hours"]);
export type PausedBy = z.output<typeof PausedBy>;

/**
 * The client chooses the id, of any version of UUIDs or of none. Some platforms write it in upper case; case does not
 * matter.
 */
export const DeviceId = z.guid(NOT_A_UUID).toLowerCase();

export const DeviceQuery = z.object({ device_id: DeviceId });

export const EnrollDevice = z
  .object({
    device_id: DeviceId,
    project_id: z.string(),
    name: line(DEVICE_NAME_CHARS_MAX).nullish(),
    platform: line(DEVICE_PLATFORM_CHARS_MAX).default("macos"),
  })
  .meta({ id: "EnrollDevice" });
export type EnrollDevice = z.output<typeof EnrollDevice>;

export const EnrolledDevice = z
  .object({ device_id: z.string(), project_id: z.string(), config: DeviceConfig })
  .meta({ id: "EnrolledDevice" });
export type EnrolledDevice = z.input<typeof EnrolledDevice>;

export const SyncStatus = z
  .object({
    device_id: z.string(),
    server_seq: z.int().meta({ description: "Highest client_seq stored; 0 before the first sample" }),
    last_seen_at: Timestamp.nullable(),
  })
  .meta({ id: "SyncStatus" });
export type SyncStatus = z.input<typeof SyncStatus>;

/** What keeps a device from capturing, and when it starts to take screenshots. */
export const PauseState = {
  paused_by: z.array(PausedBy).meta({ description: "What pauses it; empty while it captures" }),
  paused_until: Timestamp.nullable().meta({
    description: "When its last pause ends; null if it is not paused, or a pause has no end",
  }),
  screenshots_from: Timestamp.nullable().meta({
    description: "When screenshots that were announced to its owner begin; null if none were",
  }),
};

export const TrackerDevice = z
  .object({
    device_id: z.string(),
    workspace_id: z.string(),
    project_id: z.string(),
    project_name: z
      .string()
      .nullable()
      .meta({ description: "null for a project that you can't track on any more" }),
    name: z.string().nullable(),
    platform: z.string(),
    server_seq: z.int(),
    last_seen_at: Timestamp.nullable(),
    clock_skew_s: z
      .int()
      .nullable()
      .meta({ description: "How far its clock was ahead at its last batch; negative if behind" }),
    enrolled_at: Timestamp,
    editor_key: z
      .object({
        created_at: Timestamp,
        last_used_at: Timestamp.nullable().meta({ description: "Accurate to the minute" }),
      })
      .nullable()
      .meta({ description: "The key of its editors; null without one" }),
    config: DeviceConfig,
    ...PauseState,
  })
  .meta({ id: "TrackerDevice" });
export type TrackerDevice = z.input<typeof TrackerDevice>;

export const TrackerProject = z
  .object({ id: z.string(), name: z.string(), slug: z.string() })
  .meta({ id: "TrackerProject" });
export type TrackerProject = z.input<typeof TrackerProject>;

export const DeviceParams = z.object({ device_id: z.guid("Device not enrolled").toLowerCase() });

export const UpdateDevice = z
  .object({ name: line(DEVICE_NAME_CHARS_MAX).nullish() })
  .meta({ id: "UpdateTrackerDevice" });
export type UpdateDevice = z.output<typeof UpdateDevice>;

export const PauseDevice = z
  .object({
    paused: z.boolean().default(true).meta({ description: "false resumes it" }),
    until: GivenTime.nullish().meta({
      description: "When the pause ends; null: when you resume the device",
    }),
  })
  .meta({ id: "PauseTrackerDevice" });
export type PauseDevice = z.output<typeof PauseDevice>;
