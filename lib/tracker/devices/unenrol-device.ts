import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import { unenrolDevice as unenrol } from "@/lib/tracker/devices/store";

/**
 * Takes one of the actor's devices out of use, and gives its place in the plan back. What it recorded stays theirs; it may
 * be enrolled again.
 * @throws AppError not_found as `getOwnDevice`
 */
export async function unenrolDevice(actor: Actor, deviceId: string, now: Date): Promise<void> {
  await getOwnDevice(actor, deviceId, now);
  const isUnenrolled = await transaction((tx) => unenrol(tx, actor.developerId, deviceId, now));
  if (!isUnenrolled) throw new AppError("not_found", "Device not enrolled");
}
