import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { checkUntil } from "@/lib/tracker/capture/check-until";
import { replacePause } from "@/lib/tracker/capture/store";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import { presentDevice } from "@/lib/tracker/devices/present";
import type { PauseDevice, TrackerDevice, UpdateDevice } from "@/lib/tracker/devices/schema";
import { lockOwnDevice, renameDevice } from "@/lib/tracker/devices/store";

type Wire = TrackerDevice;

const notEnrolled = () => new AppError("not_found", "Device not enrolled");

/** Renames one of the actor's devices. @throws AppError not_found as `getOwnDevice` */
export async function updateOwnDevice(
  actor: Actor,
  deviceId: string,
  { name }: UpdateDevice,
  now: Date,
): Promise<Wire> {
  await getOwnDevice(actor, deviceId, now);
  if (name !== undefined && !(await renameDevice(actor.developerId, deviceId, name))) throw notEnrolled();
  return presentDevice(await getOwnDevice(actor, deviceId, now), now);
}

/**
 * Pauses or resumes one of the actor's devices. Nobody else can end their pause, and they can't end anybody else's.
 * @throws AppError not_found as `getOwnDevice`, invalid for an end in the past
 */
export async function pauseOwnDevice(
  actor: Actor,
  deviceId: string,
  body: PauseDevice,
  now: Date,
): Promise<Wire> {
  await getOwnDevice(actor, deviceId, now);
  const until = checkUntil(body.paused, body.until, now);
  await transaction(async (tx) => {
    if (!(await lockOwnDevice(tx, actor.developerId, deviceId))) throw notEnrolled();
    await replacePause(tx, { deviceId, isOwn: true }, body.paused ? { until } : null, now);
  });
  return presentDevice(await getOwnDevice(actor, deviceId, now), now);
}
