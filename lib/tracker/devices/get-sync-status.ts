import type { Actor } from "@/lib/access/actor";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import type { SyncStatus } from "@/lib/tracker/devices/schema";

/** How far the server has come, so that a client can repair its cursor. @throws AppError not_found */
export async function getSyncStatus(actor: Actor, deviceId: string, now: Date): Promise<SyncStatus> {
  const device = await getOwnDevice(actor, deviceId, now);
  return {
    device_id: device.id,
    server_seq: device.serverSeq,
    last_seen_at: device.lastSeenAt?.toISOString() ?? null,
  };
}
