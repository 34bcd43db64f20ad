import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import { unenrolDevice as unenrol } from "@/lib/tracker/devices/store";

/**
 * Unenrols one of the actor's devices and frees its place in the plan. Its data stays theirs, and it can be enrolled
 * again.
 * @throws AppError not_found as `getOwnDevice`
 */
export async function unenrolDevice(actor: Actor, deviceId: string, now: Date): Promise<void> {
  await getOwnDevice(actor, deviceId, now);
  const isUnenrolled = await transaction((tx) => unenrol(tx, actor.developerId, deviceId, now));
  if (!isUnenrolled) throw new AppError("not_found", "Device not enrolled");
}
