import type { Actor } from "@/lib/access/actor";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { TRACKER_IMPORT_JOB } from "@/lib/tracker/imports/enqueue-import";
import { presentImport } from "@/lib/tracker/imports/present";
import type { TrackerImport } from "@/lib/tracker/imports/schema";
import { deleteChunks, findImportOf, listImportRows, updateImport } from "@/lib/tracker/imports/store";

type Wire = TrackerImport;

/** A token that is limited to a workspace knows of imports that may have added to no other. */
function importsOf({ developerId, tokenScope }: Actor) {
  return { developerId, workspaceId: tokenScope?.workspaceId ?? null };
}

/** One of the actor's imports, with its progress. @throws AppError not_found */
export async function getTrackerImport(actor: Actor, id: string): Promise<Wire> {
  return presentImport(orNotFound(await findImportOf(importsOf(actor), id), "Import"));
}

/** A page of the actor's imports, newest first. */
export async function listTrackerImports(actor: Actor, query: PageQuery): Promise<Page<Wire>> {
  return readPage(query, (slice) => listImportRows(importsOf(actor), slice), presentImport);
}

/**
 * Undoes an import by a job that deletes its samples. An import in progress stops.
 * @throws AppError not_found; conflict if it was undone already
 */
export async function undoTrackerImport(actor: Actor, id: string, now: Date): Promise<Wire> {
  await getTrackerImport(actor, id);
  await transaction(async (tx) => {
    const states = ["queued", "running", "done", "failed"] as const;
    if (!(await updateImport(tx, id, states, { state: "undoing", covers: {} }, now))) {
      throw new AppError("conflict", "This import is undone already, or still being received.");
    }
    await deleteChunks(tx, id);
    await enqueue(tx, TRACKER_IMPORT_JOB, { import_id: id }, now);
  });
  return getTrackerImport(actor, id);
}
