import { pausesAt } from "@/lib/tracker/capture/rules";
import type { ProjectTracker, WorkspaceDevice } from "@/lib/tracker/config/schema";
import type { ProjectTrackerRow, RejectionCount } from "@/lib/tracker/config/store";
import type { Device } from "@/lib/tracker/devices/rules";
import { captureState, effectiveConfig, isTrackerEnabled, pausedUntil } from "@/lib/tracker/devices/rules";

/** The response for a project's tracker settings. */
export function presentProjectTracker(
  row: ProjectTrackerRow,
  workspaceId: string,
  now: Date,
): ProjectTracker {
  const isTracking = isTrackerEnabled(row.workspaceSettings, row.settings);
  const capture = { bound: { projectId: row.id, workspaceId }, past: [], stops: row.stops };
  const pauses = pausesAt(capture, now.getTime());
  const isToCome = row.screenshotsFrom !== null && row.screenshotsFrom > now;
  return {
    project_id: row.id,
    enabled: (row.settings as { tracker_enabled?: boolean }).tracker_enabled ?? null,
    is_tracking: isTracking,
    config: effectiveConfig(row.trackerConfig, {}, pauses.length === 0),
    paused_by: [...(isTracking ? [] : (["tracker_off"] as const)), ...new Set(pauses.map(({ by }) => by))],
    paused_until: pausedUntil(pauses)?.toISOString() ?? null,
    screenshots_from: isToCome ? (row.screenshotsFrom?.toISOString() ?? null) : null,
  };
}

/** A device as managers of the tracker see it: its owner's own settings are not shown separately. */
export function presentWorkspaceDevice(
  row: Device,
  rejections: readonly RejectionCount[],
  now: Date,
): WorkspaceDevice {
  const { config, pausedBy, screenshotsFrom } = captureState(row, now);
  const theirs = pausesAt(row, now.getTime()).filter(({ by }) => by !== "owner");
  return {
    device_id: row.id,
    developer_id: row.developerId,
    developer_name: row.developerName,
    project_id: row.projectId,
    project_name: row.projectName,
    name: row.name,
    platform: row.platform,
    enrolled_at: row.enrolledAt.toISOString(),
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    clock_skew_s: row.clockSkewS,
    config,
    overrides: row.deviceConfig as WorkspaceDevice["overrides"],
    config_state: row.fetchedEtag === config.config_etag ? "applied" : "pending",
    paused_by: [...new Set(pausedBy.map((by) => (by === "hours" ? "owner" : by)))],
    paused_until: pausedUntil(theirs)?.toISOString() ?? null,
    screenshots_from: screenshotsFrom?.toISOString() ?? null,
    rejections: rejections
      .filter(({ deviceId }) => deviceId === row.id)
      .map(({ reason, count }) => ({ reason, count })),
  };
}
