import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { type Prisma, transaction } from "@/lib/platform/database";
import { isPaused, replaceExcludedApps, replacePause } from "@/lib/tracker/capture/store";
import { withRejections } from "@/lib/tracker/config/list-workspace-devices";
import type { UpdateWorkspaceDevice, WorkspaceDevice } from "@/lib/tracker/config/schema";
import { lockDevices, updateDeviceConfig } from "@/lib/tracker/config/store";
import { notifyOfScreenshots } from "@/lib/tracker/devices/notify-of-screenshots";
import { listWorkspaceDevices } from "@/lib/tracker/devices/store";

/** The stored settings with the changes; null or an empty list removes a setting. */
function mergeConfig(stored: unknown, change: Record<string, unknown>): Prisma.InputJsonObject {
  const merged = Object.entries({ ...(stored as object), ...change });
  const isSet = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(merged.filter(([, value]) => isSet(value))) as Prisma.InputJsonObject;
}

/**
 * Changes a single device's settings, and pauses or resumes it. Its owner's own pause stays.
 * @throws AppError not_found for an unknown device, another workspace's, and one that is unenrolled
 */
export async function updateWorkspaceDevice(
  scope: WorkspaceScope,
  deviceId: string,
  body: UpdateWorkspaceDevice,
  now: Date,
): Promise<WorkspaceDevice> {
  const { paused: pausedInConfig, ...change } = body.config ?? {};
  const paused = body.paused ?? pausedInConfig;
  await transaction(async (tx) => {
    const [device] = await lockDevices(tx, scope, [deviceId]);
    if (!device) throw new AppError("not_found", "Device not found");
    const subject = { deviceId };
    const before = {
      config: device.config as Prisma.InputJsonObject,
      paused: await isPaused(tx, subject, now),
    };
    const excluded = change.excluded_bundle_ids;
    const deduped = excluded ? { excluded_bundle_ids: [...new Set(excluded)] } : {};
    const after = {
      config: mergeConfig(device.config, { ...change, ...deduped }),
      paused: paused ?? before.paused,
    };
    if (isDeepStrictEqual(before, after)) return;
    await updateDeviceConfig(tx, scope, deviceId, after.config);
    if (excluded !== undefined) await replaceExcludedApps(tx, subject, excluded ?? [], now);
    if (after.paused !== before.paused) {
      await replacePause(tx, subject, after.paused ? { until: null } : null, now);
    }
    await notifyOfScreenshots(tx, scope.workspaceId, { deviceId }, now);
    const owner = { name: device.name, developer_id: device.developerId };
    const entry = {
      action: "tracker_device.configured",
      target: { type: "tracker_device", id: deviceId },
      before: { ...owner, ...before.config, paused: before.paused },
      after: { ...owner, ...after.config, paused: after.paused },
    };
    await recordAudit(tx, scope, entry, now);
  });
  const named = { deviceId, projectId: null, developerId: null };
  const [row] = await listWorkspaceDevices(scope, named, { limit: 1, after: null, now });
  if (!row) throw new AppError("not_found", "Device not found");
  return (await withRejections(scope, [row], now))(row);
}
