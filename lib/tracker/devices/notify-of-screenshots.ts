import { isDeepStrictEqual } from "node:util";
import { notifyMembers } from "@/lib/notifications/notify-members";
import type { Db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { SCREENSHOT_NOTICE_HOURS } from "@/lib/tracker/devices/limits";
import { wantedScreenshots } from "@/lib/tracker/devices/rules";
import { needsNotice, nextNotice, type Policy } from "@/lib/tracker/devices/screenshot-rules";
import { type DevicesNamed, lockScreenshots, updateScreenshots } from "@/lib/tracker/devices/store";

const SHOWN: Record<Policy, string> = {
  off: "nothing",
  active_window: "the window in use",
  full_screen: "the whole screen",
};

/**
 * Records the screenshot settings for devices, and notifies each owner of devices that will capture more than before,
 * once; the change takes effect a day later. Owners who aren't active members now are notified when they are again and
 * their device fetches its configuration, those of unenrolled devices when they enrol them again. The caller has locked
 * what it changed: the project or the device.
 */
export async function notifyOfScreenshots(
  tx: Db,
  workspaceId: string,
  named: DevicesNamed,
  now: Date,
): Promise<void> {
  const devices = await lockScreenshots(tx, workspaceId, named);
  const changes = devices.flatMap((device) => {
    const wanted = wantedScreenshots(device.projectConfig, device.config);
    const isNotice = needsNotice(wanted, device.screenshots);
    if (isNotice && !device.isInUse) return [];
    const told = nextNotice(wanted, device.screenshots, now);
    return isDeepStrictEqual(told, device.screenshots) ? [] : [{ device, told, wanted, isNotice }];
  });
  await updateScreenshots(
    tx,
    changes.map(({ device, told }) => ({ id: device.id, told })),
  );
  const groups = new Map<string, { project: string; wanted: Policy; owners: Set<string> }>();
  for (const { device, wanted, isNotice } of changes) {
    if (!isNotice) continue;
    const key = `${device.projectId} ${wanted}`;
    const group = groups.get(key) ?? { project: device.projectName, wanted, owners: new Set() };
    groups.set(key, { ...group, owners: group.owners.add(device.developerId) });
  }
  for (const { project, wanted, owners } of groups.values()) {
    const from = new Date(now.getTime() + SCREENSHOT_NOTICE_HOURS * HOUR_MS);
    const notice = {
      kind: "service",
      title: `Your devices will take screenshots for ${project}`,
      body: `From ${from.toISOString().slice(0, 16).replace("T", " ")} UTC they take pictures of ${SHOWN[wanted]}. Until then nothing changes. You can pause or remove a device at any time.`,
      link: "/account#devices",
    } as const;
    await notifyMembers(tx, workspaceId, [...owners], notice, now);
  }
}
