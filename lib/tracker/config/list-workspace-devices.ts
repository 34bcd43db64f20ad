import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readRows } from "@/lib/http/paging";
import { HOUR_MS } from "@/lib/platform/limits";
import { REJECTIONS_SHOWN_HOURS } from "@/lib/tracker/config/limits";
import { presentWorkspaceDevice } from "@/lib/tracker/config/present";
import type { WorkspaceDevice, WorkspaceDeviceQuery } from "@/lib/tracker/config/schema";
import { countRejections } from "@/lib/tracker/config/store";
import type { Device } from "@/lib/tracker/devices/rules";
import { DeviceId } from "@/lib/tracker/devices/schema";
import { listWorkspaceDevices as listRows } from "@/lib/tracker/devices/store";

/** The response for devices, with the recent rejections of each. */
export async function withRejections(
  scope: WorkspaceScope,
  devices: readonly Device[],
  now: Date,
): Promise<(device: Device) => WorkspaceDevice> {
  const since = new Date(now.getTime() - REJECTIONS_SHOWN_HOURS * HOUR_MS);
  const ids = devices.map(({ id }) => id);
  const rejections = ids.length > 0 ? await countRejections(scope, ids, since) : [];
  return (device) => presentWorkspaceDevice(device, rejections, now);
}

/** A page of the devices that are enrolled in the workspace, newest enrolment first. */
export async function listWorkspaceDevices(
  scope: WorkspaceScope,
  query: WorkspaceDeviceQuery,
  now: Date,
): Promise<Page<WorkspaceDevice>> {
  const named = {
    deviceId: query.device_id ?? null,
    projectId: query.project_id ?? null,
    developerId: query.developer_id ?? null,
    search: query.search ?? "",
  };
  const { items, nextCursor } = await readRows(
    query,
    (slice) => listRows(scope, named, { ...slice, now }),
    ["enrolledAt", "id"],
    DeviceId,
  );
  return { items: items.map(await withRejections(scope, items, now)), nextCursor };
}
