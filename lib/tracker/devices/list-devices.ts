import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { presentDevice } from "@/lib/tracker/devices/present";
import { DeviceId, type TrackerDevice } from "@/lib/tracker/devices/schema";
import { listDevices as listRows } from "@/lib/tracker/devices/store";

/** A page of the actor's devices, newest enrolment first. */
export async function listDevices(actor: Actor, query: PageQuery, now: Date): Promise<Page<TrackerDevice>> {
  const workspaceId = actor.tokenScope?.workspaceId ?? null;
  return readPage(
    query,
    (slice) => listRows(actor.developerId, workspaceId, { ...slice, now }),
    (row) => presentDevice(row, now),
    ["enrolledAt", "id"],
    DeviceId,
  );
}
