import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { presentDevice } from "@/lib/tracker/devices/present";
import { DeviceId, type TrackerDevice } from "@/lib/tracker/devices/schema";
import { listDevices as listRows } from "@/lib/tracker/devices/store";

/** A page of the actor's devices, newest enrolment first. */
export async function listDevices(actor: Actor, query: PageQuery, now: Date): Promise<Page<TrackerDevice>> {
  const workspaceId = actor.tokenScope?.workspaceId ?? null;
  const after = readCursor(query.cursor, DeviceId);
  const rows = await listRows(actor.developerId, workspaceId, { limit: query.limit + 1, after, now });
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.enrolledAt, id: row.id }),
    (row) => presentDevice(row, now),
  );
}
