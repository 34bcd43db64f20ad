import type { Device } from "@/lib/tracker/devices/rules";
import { captureState } from "@/lib/tracker/devices/rules";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";

/** A device as its owner sees it. */
export function presentDevice(row: Device, now: Date): TrackerDevice {
  const { config, pausedBy, pausedUntil, screenshotsFrom } = captureState(row, now);
  return {
    device_id: row.id,
    workspace_id: row.workspaceId,
    project_id: row.projectId,
    // Only who is still a member learns what a project is called now.
    project_name: row.isMember ? row.projectName : null,
    name: row.name,
    platform: row.platform,
    server_seq: row.serverSeq,
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    clock_skew_s: row.clockSkewS,
    enrolled_at: row.enrolledAt.toISOString(),
    editor_key: row.editorKeyAt && {
      created_at: row.editorKeyAt.toISOString(),
      last_used_at: row.editorKeyUsedAt?.toISOString() ?? null,
    },
    config,
    paused_by: pausedBy,
    paused_until: pausedUntil?.toISOString() ?? null,
    screenshots_from: screenshotsFrom?.toISOString() ?? null,
  };
}
