import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { transaction } from "@/lib/platform/database";
import { getReportingDevice } from "@/lib/tracker/devices/get-own-device";
import { notifyOfScreenshots } from "@/lib/tracker/devices/notify-of-screenshots";
import { wantedScreenshots } from "@/lib/tracker/devices/rules";
import type { DeviceConfig } from "@/lib/tracker/devices/schema";
import { needsNotice } from "@/lib/tracker/devices/screenshot-rules";
import { noteFetchedEtag } from "@/lib/tracker/devices/store";

/**
 * Records the heartbeat of a device and returns how it should capture.
 * @throws AppError not_found `Device not enrolled`
 */
export async function heartbeat(
  actor: Actor,
  deviceId: string,
  now: Date,
): Promise<z.input<typeof DeviceConfig>> {
  const device = await getReportingDevice(actor, deviceId, now);
  const { config_etag: etag } = device.config;
  if (device.fetchedEtag !== etag) await noteFetchedEtag(device.id, etag);
  const wanted = wantedScreenshots(device.projectConfig, device.deviceConfig);
  if (device.isTracking && needsNotice(wanted, device.screenshots)) {
    await transaction((tx) => notifyOfScreenshots(tx, device.workspaceId, { deviceId: device.id }, now));
  }
  return device.config;
}
