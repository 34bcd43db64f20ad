import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import { listDevices as listRows } from "@/lib/tracker/devices/store";

/** A page of the actor's devices, newest enrolment first. */
export async function listDevices(
  actor: Actor,
  query: PageQuery,
): Promise<Page<z.input<typeof TrackerDevice>>> {
  const workspaceId = actor.tokenScope?.workspaceId ?? null;
  const rows = await listRows(actor.developerId, workspaceId, query.limit + 1, readCursor(query.cursor));
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.enrolledAt, id: row.id }),
    (row) => ({
      device_id: row.id,
      workspace_id: row.project.workspaceId,
      project_id: row.projectId,
      project_name: row.project.name,
      name: row.name,
      platform: row.platform,
      server_seq: Number(row.serverSeq ?? 0),
      last_seen_at: row.lastSeenAt?.toISOString() ?? null,
      clock_skew_s: row.clockSkewS,
      enrolled_at: row.enrolledAt.toISOString(),
    }),
  );
}
