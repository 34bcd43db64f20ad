import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { workspaceProblem } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";
import { effectiveConfig, isTrackerEnabled } from "@/lib/tracker/devices/rules";
import type { DeviceConfig } from "@/lib/tracker/devices/schema";
import { findOwnDevice, type OwnDevice } from "@/lib/tracker/devices/store";

export type ConfiguredDevice = Pick<
  OwnDevice,
  | "id"
  | "developerId"
  | "projectId"
  | "workspaceId"
  | "serverSeq"
  | "lastSeenAt"
  | "workspaceRules"
  | "ownSealed"
> & { isMember: boolean; isTracking: boolean; config: z.output<typeof DeviceConfig> };

/**
 * One of the actor's devices with the configuration in force.
 * @throws AppError not_found `Device not enrolled`, alike for an unknown device, another developer's, and one in a
 *   workspace that the actor's token does not open
 */
export async function getOwnDevice(actor: Actor, deviceId: string): Promise<ConfiguredDevice> {
  const device = await findOwnDevice(actor.developerId, deviceId);
  const isReached = device !== null && workspaceProblem(actor.tokenScope, device.workspaceId) === null;
  if (!isReached) throw new AppError("not_found", "Device not enrolled");
  const { workspaceSettings, projectSettings, projectConfig, deviceConfig, ...rest } = device;
  const isTracking = device.isMember && isTrackerEnabled(workspaceSettings, projectSettings);
  return { ...rest, isTracking, config: effectiveConfig(projectConfig, deviceConfig, isTracking) };
}

/**
 * The same, for what stores or hands out something on the device's project.
 * @throws AppError not_found as above, or forbidden when the actor left the project or tracking was switched off for
 *   it since the device was enrolled; a client keeps what it has and asks again later
 */
export async function getTrackingDevice(actor: Actor, deviceId: string): Promise<ConfiguredDevice> {
  const device = await getOwnDevice(actor, deviceId);
  if (!device.isMember) throw new AppError("forbidden", "Permission denied");
  if (!device.isTracking) throw new AppError("forbidden", "Tracker is not enabled for this project");
  return device;
}
