import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import type { DeviceConfig } from "@/lib/tracker/devices/schema";
import { touchDevice } from "@/lib/tracker/devices/store";

/** Notes that the device is alive and tells it how to capture. @throws AppError not_found `Device not enrolled` */
export async function heartbeat(
  actor: Actor,
  deviceId: string,
  now: Date,
): Promise<z.input<typeof DeviceConfig>> {
  const device = await getOwnDevice(actor, deviceId);
  await touchDevice(device.id, now);
  return device.config;
}
