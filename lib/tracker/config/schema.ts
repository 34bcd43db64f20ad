import { z } from "zod";
import { GivenId, GivenTime, idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { DEVICES_NAMED_MAX } from "@/lib/tracker/config/limits";
import { CaptureConfig, DeviceConfig, DeviceId, PausedBy, PauseState } from "@/lib/tracker/devices/schema";

export const ProjectTrackerParams = WorkspaceParams.extend({ project_id: idParam("Project") });
export const WorkspaceDeviceParams = WorkspaceParams.extend({
  device_id: z.guid("Device not found").toLowerCase(),
});

const enabled = z.boolean().nullable().meta({
  description: "Whether samples are taken for the project; null: as the workspace decides",
});

export const ProjectTracker = z
  .object({
    project_id: z.string(),
    enabled,
    is_tracking: z.boolean().meta({ description: "The effect of this setting and the workspace's" }),
    /** The settings of its devices, unless they have their own. */
    config: DeviceConfig,
    ...PauseState,
  })
  .meta({ id: "ProjectTracker" });
export type ProjectTracker = z.input<typeof ProjectTracker>;

export const SetProjectTracker = z
  .object({
    enabled: enabled.optional(),
    config: CaptureConfig.partial().optional().meta({
      description:
        "Replaces all settings: what is left out gets its default, except `paused`, which stays as it is",
    }),
  })
  .meta({ id: "SetProjectTracker" });
export type SetProjectTracker = z.output<typeof SetProjectTracker>;

const { paused: _, ...settable } = CaptureConfig.shape;
const Overrides = z.object(settable).partial();

export const WorkspaceDeviceQuery = PageQuery.extend({
  device_id: DeviceId.optional().meta({ description: "Only this one" }),
  project_id: GivenId.optional().meta({ description: "Only those that are bound to this project" }),
  developer_id: GivenId.optional().meta({ description: "Only those of this person" }),
  search: z.string().max(255).optional().meta({ description: "Part of the name of a device or its owner" }),
});
export type WorkspaceDeviceQuery = z.output<typeof WorkspaceDeviceQuery>;

export const WorkspaceDevice = z
  .object({
    device_id: z.string(),
    developer_id: z.string(),
    developer_name: z.string(),
    project_id: z.string(),
    project_name: z.string(),
    name: z.string().nullable(),
    platform: z.string(),
    enrolled_at: Timestamp,
    last_seen_at: Timestamp.nullable(),
    clock_skew_s: z
      .int()
      .nullable()
      .meta({ description: "How far its clock was ahead at its last batch; negative if behind" }),
    config: DeviceConfig,
    overrides: Overrides.meta({ description: "Settings of this device only" }),
    config_state: z
      .enum(["applied", "pending"])
      .meta({ description: "`pending` until it has fetched this configuration" }),
    ...PauseState,
    paused_by: z.array(PausedBy.exclude(["hours"])).meta({
      description:
        "What pauses it; empty while it captures. `owner` is somebody's own pause or working hours",
    }),
    rejections: z
      .array(z.object({ reason: z.string(), count: z.int() }))
      .meta({ description: "Its samples refused in the last 24 hours, by reason" }),
  })
  .meta({ id: "WorkspaceDevice" });
export type WorkspaceDevice = z.input<typeof WorkspaceDevice>;

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

export const UpdateWorkspaceDevice = z
  .object({
    config: z
      .object({
        sample_interval_s: nullable(settable.sample_interval_s),
        screenshot_policy: nullable(settable.screenshot_policy),
        screenshot_every_n_samples: nullable(settable.screenshot_every_n_samples),
        idle_threshold_s: nullable(settable.idle_threshold_s),
        excluded_bundle_ids: nullable(settable.excluded_bundle_ids).meta({
          description: "In addition to those of the project",
        }),
        paused: CaptureConfig.shape.paused.optional(),
      })
      .optional()
      .meta({ description: "Settings for this device only; null returns to the project's value" }),
    paused: z.boolean().optional().meta({ description: "The same as in `config`" }),
  })
  .meta({ id: "UpdateWorkspaceDevice" });
export type UpdateWorkspaceDevice = z.output<typeof UpdateWorkspaceDevice>;

export const PauseCapture = z
  .object({
    project_id: GivenId.optional(),
    device_ids: z
      .array(DeviceId)
      .min(1)
      .max(DEVICES_NAMED_MAX)
      .transform((ids) => [...new Set(ids)])
      .optional(),
    all: z.literal(true).optional().meta({ description: "Everything in the workspace" }),
    paused: z.boolean(),
    until: GivenTime.nullish().meta({ description: "When it ends; null: when somebody ends it" }),
  })
  .refine((body) => [body.project_id, body.device_ids, body.all].filter(Boolean).length === 1, {
    path: ["all"],
    message: "Name one of project_id, device_ids and all",
  })
  .meta({ id: "PauseCapture", example: { all: true, paused: true, until: null } });
export type PauseCapture = z.output<typeof PauseCapture>;

export const PausedCapture = z
  .object({ devices: z.int().meta({ description: "How many enrolled devices it affects" }) })
  .meta({ id: "PausedCapture" });
export type PausedCapture = z.input<typeof PausedCapture>;
