import type { Actor } from "@/lib/access/actor";
import { workspaceProblem } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";
import { DAY_MS } from "@/lib/platform/limits";
import type { Device } from "@/lib/tracker/devices/rules";
import { captureState } from "@/lib/tracker/devices/rules";
import { findOwnDevice, findReportingDevice } from "@/lib/tracker/devices/store";
import { EVENT_AGE_DAYS_MAX } from "@/lib/tracker/ingest/limits";

export type ConfiguredDevice = Device & ReturnType<typeof captureState>;

/** Settings that ended earlier cover no sample that is still accepted. */
function cutoffAt(now: Date): Date {
  return new Date(now.getTime() - EVENT_AGE_DAYS_MAX * DAY_MS);
}

function configured(actor: Actor, device: Device | null, now: Date): ConfiguredDevice {
  const isReached = device !== null && workspaceProblem(actor.tokenScope, device.workspaceId) === null;
  if (!isReached) throw new AppError("not_found", "Device not enrolled");
  return { ...device, ...captureState(device, now) };
}

/**
 * One of the actor's devices with its current configuration, and everything that was in force while samples may have
 * been taken.
 * @throws AppError not_found `Device not enrolled`, the same for an unknown device, another developer's, an unenrolled
 *   one, and one in a workspace that the actor's token does not cover
 */
export async function getOwnDevice(actor: Actor, deviceId: string, now: Date): Promise<ConfiguredDevice> {
  return configured(actor, await findOwnDevice(actor.developerId, deviceId, cutoffAt(now)), now);
}

/** The same, and records that the device reported. @throws AppError as `getOwnDevice` */
export async function getReportingDevice(
  actor: Actor,
  deviceId: string,
  now: Date,
): Promise<ConfiguredDevice> {
  const owner = { developerId: actor.developerId, workspaceId: actor.tokenScope?.workspaceId ?? null };
  return configured(actor, await findReportingDevice(owner, deviceId, cutoffAt(now), now), now);
}

/**
 * The same, for callers that store data in the device's project or return data from it.
 * @throws AppError not_found as above; forbidden if the actor left the project or tracking was switched off for it
 *   since the device was enrolled: a client keeps its data and tries again later
 */
export async function getTrackingDevice(
  actor: Actor,
  deviceId: string,
  now: Date,
): Promise<ConfiguredDevice> {
  const device = await getOwnDevice(actor, deviceId, now);
  if (!device.isMember) throw new AppError("forbidden", "Permission denied");
  if (!device.isTracking) throw new AppError("forbidden", "Tracker is not enabled for this project");
  return device;
}
