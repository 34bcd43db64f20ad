import { sha256Hex } from "@/lib/platform/crypto";
import { type Capture as Captured, isWithinHours, pausesAt, type Stop } from "@/lib/tracker/capture/rules";
import {
  IDLE_THRESHOLD_S_DEFAULT,
  SAMPLE_INTERVAL_S_DEFAULT,
  SCREENSHOT_EVERY_N_SAMPLES_DEFAULT,
} from "@/lib/tracker/devices/limits";
import { CaptureConfig, type DeviceConfig, type PausedBy } from "@/lib/tracker/devices/schema";
import { lower, type Notice, type Policy, screenshotsMax } from "@/lib/tracker/devices/screenshot-rules";

type Config = DeviceConfig;
type Capture = CaptureConfig;

/** A device with everything that its configuration depends on. */
export type Device = {
  id: string;
  developerId: string;
  developerName: string;
  projectId: string;
  projectName: string;
  workspaceId: string;
  name: string | null;
  platform: string;
  enrolledAt: Date;
  serverSeq: number;
  lastSeenAt: Date | null;
  clockSkewS: number | null;
  /** The ETag of the configuration that it fetched last. */
  fetchedEtag: string | null;
  /** When its editor key was created and last used; null without a key, or until it is used. */
  editorKeyAt: Date | null;
  editorKeyUsedAt: Date | null;
  /** What its owner was notified about screenshots. */
  screenshots: Notice | null;
  /** Whether the developer still belongs to the device's project and to its active workspace. */
  isMember: boolean;
  workspaceSettings: unknown;
  projectSettings: unknown;
  projectConfig: unknown;
  deviceConfig: unknown;
  /** The redaction rules of its workspace and of its developer, as stored. */
  workspaceRules: unknown;
  ownSealed: string | null;
  past: readonly (Captured["past"][number] & { workspaceRules: unknown })[];
} & Omit<Captured, "past">;

/** Requirements, "DeviceConfig". */
const DEFAULTS: Capture = {
  sample_interval_s: SAMPLE_INTERVAL_S_DEFAULT,
  screenshot_policy: "off",
  screenshot_every_n_samples: SCREENSHOT_EVERY_N_SAMPLES_DEFAULT,
  idle_threshold_s: IDLE_THRESHOLD_S_DEFAULT,
  paused: false,
  excluded_bundle_ids: [],
};
const DEFAULT_ETAG = "cfg_0";
const ETAG_HEX_CHARS = 12;

const Overrides = CaptureConfig.partial();

/** Stored overrides. A key without a value counts as missing. */
function overridesOf(stored: unknown): Partial<Capture> {
  return Overrides.parse(stored) as Partial<Capture>;
}

/** The configuration as text, whatever the order of its settings. */
function textOf(capture: Capture): string {
  return JSON.stringify(Object.entries(capture).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const DEFAULT_TEXT = textOf(DEFAULTS);

/** Depends only on the configuration, without a stored counter, so undoing a change restores the earlier tag. */
function etagOf(capture: Capture): string {
  const text = textOf(capture);
  return text === DEFAULT_TEXT ? DEFAULT_ETAG : `cfg_${sha256Hex(text).slice(0, ETAG_HEX_CHARS)}`;
}

/** The screenshot settings for a device: its own, or else its project's. */
export function wantedScreenshots(projectConfig: unknown, deviceConfig: unknown): Policy {
  const { screenshot_policy: policy } = { ...overridesOf(projectConfig), ...overridesOf(deviceConfig) };
  return policy ?? DEFAULTS.screenshot_policy;
}

/**
 * The configuration of a device: the defaults, overridden by its project's settings, then by its own. Apps excluded by
 * either are excluded. If it may not capture, it is paused whatever they say; screenshots never exceed `screenshots`.
 */
export function effectiveConfig(
  projectConfig: unknown,
  deviceConfig: unknown,
  mayCapture = true,
  screenshots: Policy = "full_screen",
): Config {
  const [project, device] = [overridesOf(projectConfig), overridesOf(deviceConfig)];
  const set: Capture = { ...DEFAULTS, ...project, ...device };
  const excluded = [...(project.excluded_bundle_ids ?? []), ...(device.excluded_bundle_ids ?? [])];
  const capture: Capture = {
    ...set,
    screenshot_policy: lower(set.screenshot_policy, screenshots),
    excluded_bundle_ids: [...new Set(excluded)],
    ...(mayCapture ? {} : { paused: true }),
  };
  return { ...capture, config_etag: etagOf(capture) };
}

/** When the last of the given pauses ends; null if there are none, or if one has no end. */
export function pausedUntil(pauses: readonly Stop[]): Date | null {
  const last = Math.max(...pauses.map(({ until }) => until ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(last) ? new Date(last) : null;
}

type CaptureState = {
  /** Whether samples are accepted from it, now or later: its owner may track, and tracking is on. */
  isTracking: boolean;
  config: Config;
  pausedBy: PausedBy[];
  pausedUntil: Date | null;
  screenshotsFrom: Date | null;
};

/** What a device may capture at an instant, and if nothing, why. */
export function captureState(device: Device, now: Date): CaptureState {
  const at = now.getTime();
  const isTracking = device.isMember && isTrackerEnabled(device.workspaceSettings, device.projectSettings);
  const pauses = pausesAt(device, at);
  const pausedBy = [
    ...(isTracking ? [] : (["tracker_off"] as const)),
    ...new Set(pauses.map(({ by }) => by)),
    ...(isWithinHours(device, at) ? [] : (["hours"] as const)),
  ];
  const { projectConfig, deviceConfig, screenshots } = device;
  const wanted = wantedScreenshots(projectConfig, deviceConfig);
  const max = screenshotsMax(screenshots, now);
  const isToCome = screenshots !== null && lower(wanted, max) !== lower(wanted, screenshots.policy);
  return {
    isTracking,
    config: effectiveConfig(projectConfig, deviceConfig, pausedBy.length === 0, max),
    pausedBy,
    pausedUntil: pausedUntil(pauses),
    screenshotsFrom: isToCome ? new Date(screenshots.from) : null,
  };
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
