import { createHash } from "node:crypto";
import type { z } from "zod";
import { CaptureConfig, type DeviceConfig } from "@/lib/tracker/devices/schema";

type Config = z.output<typeof DeviceConfig>;
type Capture = z.output<typeof CaptureConfig>;

/** Requirements, "DeviceConfig". */
const DEFAULTS: Capture = {
  sample_interval_s: 60,
  screenshot_policy: "off",
  screenshot_every_n_samples: 5,
  idle_threshold_s: 300,
  paused: false,
  excluded_bundle_ids: [],
};
const DEFAULT_ETAG = "cfg_0";
const ETAG_HEX_CHARS = 12;

const Overrides = CaptureConfig.partial();

/** Stored overrides as JSON keeps them: a key is there with a value, or it is not there. */
function overridesOf(stored: unknown): Partial<Capture> {
  return Overrides.parse(stored) as Partial<Capture>;
}

/**
 * A function of the configuration alone: no stored counter can be forgotten, and a setting changed back gives the
 * earlier tag back.
 */
function etagOf(capture: Capture): string {
  const content = JSON.stringify(Object.entries(capture).sort());
  if (content === JSON.stringify(Object.entries(DEFAULTS).sort())) return DEFAULT_ETAG;
  return `cfg_${createHash("sha256").update(content).digest("hex").slice(0, ETAG_HEX_CHARS)}`;
}

/**
 * The configuration a device works by: the defaults, overridden by its project's settings, then by its own. Where
 * tracking is off for it, the device is paused whatever they say.
 */
export function effectiveConfig(projectConfig: unknown, deviceConfig: unknown, isTracking = true): Config {
  const capture: Capture = {
    ...DEFAULTS,
    ...overridesOf(projectConfig),
    ...overridesOf(deviceConfig),
    ...(isTracking ? {} : { paused: true }),
  };
  return { ...capture, config_etag: etagOf(capture) };
}

/**
 * Whether tracking is on (contract section 3): a workspace's `false` switches it off everywhere; otherwise the
 * project's value counts, and where it has none, the workspace's; absent means off.
 */
export function isTrackerEnabled(workspaceSettings: unknown, projectSettings: unknown): boolean {
  const read = (settings: unknown) => (settings as { tracker_enabled?: unknown } | null)?.tracker_enabled;
  const workspace = read(workspaceSettings);
  if (workspace === false) return false;
  return (read(projectSettings) ?? workspace) === true;
}
