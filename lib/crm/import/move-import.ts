import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { enqueueImport } from "@/lib/crm/import/enqueue-import";
import { getImport, getLockedImport } from "@/lib/crm/import/get-import";
import { canCancel, canUndo, undoUntil } from "@/lib/crm/import/rules";
import type { CrmImportDetail, StartImport } from "@/lib/crm/import/schema";
import { deleteRowsOf, type ImportRow, updateImport } from "@/lib/crm/import/store";
import { AppError } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

type Detail = CrmImportDetail;

async function audit(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  row: ImportRow,
  verb: string,
  now: Date,
) {
  const { created, updated } = row;
  const entry = {
    action: `crm_import.${verb}`,
    target: { type: "crm_import", id: row.id },
    after: { object: row.object.slug, created, updated },
  };
  await recordAudit(tx, { workspaceId, actor }, entry, now);
}

/**
 * Starts writing the rows of an import that was checked.
 * @throws AppError not_found; conflict if it isn't waiting to be started, or has invalid rows that may not be left out
 */
export async function startImport(
  scope: WorkspaceScope,
  objectSlug: string,
  importId: string,
  body: StartImport,
  now: Date,
): Promise<Detail> {
  await transaction(async (tx) => {
    const row = await getLockedImport(tx, scope, objectSlug, importId);
    if (row.state !== "checked") throw new AppError("conflict", "This import is not waiting to be started.");
    const options = { ...row.options, skip_invalid: body.skip_invalid ?? row.options.skip_invalid };
    if (options.create_options && !scope.permissions.has("can_manage_crm")) {
      throw new AppError("forbidden", "Permission denied");
    }
    if (row.failed > 0 && !options.skip_invalid) {
      throw new AppError(
        "conflict",
        "Some rows are not valid. Start it with skip_invalid to leave them out.",
      );
    }
    const change = {
      state: "queued",
      isDryRun: false,
      options,
      createdById: scope.actor.developerId,
    } as const;
    await updateImport(tx, row.id, change, now);
    await enqueueImport(tx, row, now);
  });
  return getImport(scope, objectSlug, importId, now);
}

/**
 * Cancels an import. What it has written stays, and can be undone.
 * @throws AppError not_found; conflict if it has ended already
 */
export async function cancelImport(
  scope: WorkspaceScope,
  objectSlug: string,
  importId: string,
  now: Date,
): Promise<Detail> {
  await transaction(async (tx) => {
    const row = await getLockedImport(tx, scope, objectSlug, importId);
    if (!canCancel(row.state)) throw new AppError("conflict", "This import has ended already.");
    // Until it writes, an import counts what it would do.
    const done = row.state === "writing" ? row : { ...row, created: 0, updated: 0, unchanged: 0 };
    const { created, updated, unchanged } = done;
    const until = created + updated > 0 ? undoUntil(now) : null;
    const change = {
      state: "cancelled",
      created,
      updated,
      unchanged,
      finishedAt: now,
      undoUntil: until,
    } as const;
    await updateImport(tx, row.id, change, now);
    await deleteRowsOf(tx, row.id);
    await audit(tx, scope, done, "cancelled", now);
  });
  return getImport(scope, objectSlug, importId, now);
}

/**
 * Undoes an import by a job: records that it created are deleted, those that it changed get their former values.
 * Records that somebody has changed since are left alone.
 * @throws AppError not_found; conflict if there is nothing to undo, or it is too late
 */
export async function undoImport(
  scope: WorkspaceScope,
  objectSlug: string,
  importId: string,
  now: Date,
): Promise<Detail> {
  await transaction(async (tx) => {
    const row = await getLockedImport(tx, scope, objectSlug, importId);
    if (row.state === "undoing" || row.state === "undone") {
      throw new AppError("conflict", "This import is undone already.");
    }
    if (canCancel(row.state)) {
      throw new AppError(
        "conflict",
        "This import has not ended. Cancel it or wait for its end, then undo it.",
      );
    }
    if (!canUndo(row, now)) throw new AppError("conflict", "There is nothing left to undo in this import.");
    await updateImport(
      tx,
      row.id,
      { state: "undoing", undoneById: scope.actor.developerId, attempts: 0 },
      now,
    );
    await enqueueImport(tx, row, now);
    await audit(tx, scope, row, "undone", now);
  });
  return getImport(scope, objectSlug, importId, now);
}
