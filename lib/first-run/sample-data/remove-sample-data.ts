import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { deleteRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { findKept } from "@/lib/first-run/sample-data/get-sample-data";
import type { SampleDataRemoved } from "@/lib/first-run/sample-data/schema";
import {
  deleteContainers,
  deleteMarks,
  deleteProjects,
  deleteSubmissions,
  deleteWeeks,
  listLiveRecords,
  listLiveRows,
  listMarks,
  lockThings,
} from "@/lib/first-run/sample-data/store";
import type { Db } from "@/lib/platform/database";
import { openTableAs } from "@/lib/tables/open-table";
import { deleteRowsAs } from "@/lib/tables/rows/write-rows";

async function deleteRecords(
  tx: Db,
  scope: WorkspaceScope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const live = await listLiveRecords(tx, scope, ids);
  for (const object of new Set(live.map(({ objectSlug }) => objectSlug))) {
    const own = live.filter(({ objectSlug }) => objectSlug === object).map(({ id }) => id);
    await deleteRecordsAs(tx, { ...writerOf(scope), isQuiet: true }, object, own, now);
  }
}

/** Rows of tables that stay: those of the others go with them. */
async function deleteRows(
  tx: Db,
  scope: WorkspaceScope,
  ids: readonly string[],
  tableIds: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const live = await listLiveRows(tx, scope, ids);
  for (const tableId of new Set(live.map((row) => row.tableId))) {
    if (!tableIds.has(tableId)) continue;
    const actor = { kind: "developer", developerId: scope.actor.developerId, shareLinkId: null } as const;
    const access = { ...(await openTableAs(tx, scope.workspaceId, tableId, actor, now)), isQuiet: true };
    const own = live.filter((row) => row.tableId === tableId).map(({ id }) => ({ id }));
    await deleteRowsAs(tx, access, own, now);
  }
}

/**
 * Removes a workspace's sample data. What holds something of somebody's own stays with what that needs, and belongs to the
 * workspace from then on: it is no sample any more. Nobody hears of it. Where there is none, nothing happens.
 */
export async function removeSampleData(scope: WorkspaceScope, now: Date): Promise<SampleDataRemoved> {
  return changeAccess(scope, "can_manage_settings", async (tx, current) => {
    const marks = await listMarks(tx, current);
    if (marks.length === 0) return { removed: 0, kept: [] };
    await lockThings(tx, marks);
    const kept = await findKept(tx, current);
    const stays = new Set(kept.map(({ id }) => id));
    const gone = marks.filter(({ id }) => !stays.has(id));
    const ofKind = (kind: string) => gone.filter((mark) => mark.kind === kind).map(({ id }) => id);
    // The project's mark tells whose time it was, also where it stays.
    await deleteWeeks(tx, current, marks);
    await deleteProjects(tx, current, gone);
    await deleteSubmissions(tx, current, gone);
    await deleteRows(tx, current, ofKind("row"), stays, now);
    await deleteRecords(tx, current, ofKind("record"), now);
    await deleteContainers(tx, current, gone, now);
    await deleteMarks(tx, current);
    const target = { type: "workspace", id: current.workspaceId };
    const after = { removed: gone.length, kept: kept.map(({ kind, id }) => ({ kind, id })) };
    await recordAudit(tx, current, { action: "sample_data.removed", target, after }, now);
    return { removed: gone.length, kept };
  });
}
