import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { enqueueImport } from "@/lib/crm/import/enqueue-import";
import { getImport } from "@/lib/crm/import/get-import";
import { IMPORTS_CHECKED_MAX, IMPORTS_RUNNING_MAX } from "@/lib/crm/import/limits";
import type { FileRow } from "@/lib/crm/import/read-file";
import { readColumns } from "@/lib/crm/import/read-rows";
import type { CrmImportDetail, ImportRecords } from "@/lib/crm/import/schema";
import {
  cancelChecked,
  countRunning,
  insertChunks,
  insertImport,
  updateImport,
} from "@/lib/crm/import/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { AppError } from "@/lib/http/app-error";
import { db, transaction } from "@/lib/platform/database";

/**
 * Begins an import that runs as a job: stores its rows, and enqueues the job once all have arrived. An import whose
 * request breaks off before that never starts, and is deleted. Of the actor's checked imports that wait to be started, the
 * newest `IMPORTS_CHECKED_MAX` are kept, with this one.
 * @throws AppError not_found for the object; invalid for columns that fit no attribute; conflict if the workspace has
 *   too many unfinished imports
 */
export async function beginImport(
  scope: WorkspaceScope,
  objectSlug: string,
  { csv: _, dry_run: isDryRun, background: __, file_name: fileName, ...options }: ImportRecords,
  { headers, rows }: { headers: string[]; rows: FileRow[] },
  now: Date,
): Promise<CrmImportDetail> {
  const { workspaceId, actor } = scope;
  const object = await getObject(db(), workspaceId, objectSlug, now);
  const columns = readColumns(headers, object, options).map(({ header, attribute }) => ({
    header,
    attribute: attribute?.slug ?? null,
  }));
  const id = uuidv7();
  await transaction(async (tx) => {
    if ((await countRunning(tx, workspaceId)) >= IMPORTS_RUNNING_MAX) {
      throw new AppError(
        "conflict",
        `${IMPORTS_RUNNING_MAX} imports are under way. Wait until one is done, or cancel one.`,
      );
    }
    const kept = IMPORTS_CHECKED_MAX - 1;
    await cancelChecked(tx, { workspaceId, developerId: actor.developerId }, kept, now);
    const row = {
      id,
      workspaceId,
      objectId: object.id,
      state: "receiving",
      fileName: fileName || null,
      isDryRun,
      options,
      columns,
      rows: rows.length,
      createdById: actor.developerId,
    };
    await insertImport(tx, row, now);
  });
  await insertChunks(id, rows);
  await transaction(async (tx) => {
    await updateImport(tx, id, { state: "queued" }, now);
    await enqueueImport(tx, { id, workspaceId }, now);
  });
  return getImport(scope, objectSlug, id, now);
}
