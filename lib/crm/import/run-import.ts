import type { PermissionSlug } from "@/lib/access/catalog";
import { findMembership, findPermissions } from "@/lib/access/store";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { addOptions } from "@/lib/crm/import/add-options";
import { checkChunk } from "@/lib/crm/import/check-chunk";
import {
  IMPORT_ATTEMPTS_MAX,
  IMPORT_BATCH_TRIES_MAX,
  IMPORT_MS_MAX,
  IMPORT_SLICE_MS,
  IMPORT_TURN_MS,
} from "@/lib/crm/import/limits";
import { lackingOptions, withOptions } from "@/lib/crm/import/new-options";
import { undoUntil } from "@/lib/crm/import/rules";
import {
  deleteClaims,
  deleteRowsOf,
  hasOneBefore,
  type ImportRow,
  lockImport,
  updateImport,
} from "@/lib/crm/import/store";
import { undoBatch } from "@/lib/crm/import/undo-batch";
import { writeChunk } from "@/lib/crm/import/write-chunk";
import { getLockedObject, getObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { lockObject } from "@/lib/crm/objects/store";
import { AppError } from "@/lib/http/app-error";
import type { Outcome } from "@/lib/jobs/define-job";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { type Db, transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";

type Step = "goes_on" | "waits" | "ends";

/** Why an import may not go on: its workspace is off, or whoever began it lost the right; null if it may. */
async function refusalOf(tx: Db, { workspaceId, createdById, options }: ImportRow): Promise<string | null> {
  const membership = createdById === null ? null : await findMembership(workspaceId, createdById, tx);
  if (membership?.workspaceIsActive === false) return "The workspace was switched off meanwhile.";
  const imports: PermissionSlug[] = ["can_export_records"];
  const needed = options.create_options ? [...imports, "can_manage_crm" as const] : imports;
  const id = createdById ?? "";
  // Not `decide`, which does not know that somebody has closed their account.
  const held = membership && (await findPermissions(tx, workspaceId, [id], needed)).get(id)?.permissions;
  return needed.every((slug) => held?.has(slug))
    ? null
    : "Whoever started it may not import records any more.";
}

/** Why a file can't be read any more as its columns were matched: rows would lose values, or all of them make records. */
function mismatchOf({ columns, options: { match } }: ImportRow, { attributes }: ObjectRow): string | null {
  const inUse = new Map(attributes.map((attribute) => [attribute.slug, attribute]));
  const gone = columns.find(({ attribute }) => attribute !== null && !inUse.has(attribute));
  if (gone) return `The attribute ${gone.attribute}, which takes the column ${gone.header}, was archived.`;
  const isMatched = match === undefined || inUse.get(match)?.isUnique;
  return isMatched ? null : `Rows are matched by ${match}, which is not unique any more.`;
}

/** Notifies the person who began an import of its result: they may have left the page. */
async function notify(tx: Db, row: ImportRow, title: string, body: string, now: Date): Promise<void> {
  if (row.createdById === null) return;
  const { slug } = await tx.workspace.findUniqueOrThrow({
    where: { id: row.workspaceId },
    select: { slug: true },
  });
  const link = `/w/${slug}/crm/${row.object.slug}/import/${row.id}`;
  await notifyMembers(tx, row.workspaceId, [row.createdById], { kind: "service", title, body, link }, now);
}

async function fail(tx: Db, row: ImportRow, error: string, now: Date): Promise<Step> {
  // Until it writes, an import counts what it would do.
  const done = row.state === "writing" ? row : { created: 0, updated: 0, unchanged: 0 };
  const { created, updated, unchanged } = done;
  const until = created + updated > 0 ? undoUntil(now) : null;
  const ending = { state: "failed", error, finishedAt: now, undoUntil: until } as const;
  await updateImport(tx, row.id, { ...ending, created, updated, unchanged }, now);
  await deleteRowsOf(tx, row.id);
  await notify(tx, row, `The import of ${row.fileName ?? `${row.rows} rows`} failed`, error, now);
  return "ends";
}

/** Starts on the first rows, once no earlier import of the object is left. */
async function begin(tx: Db, row: ImportRow, now: Date): Promise<Step> {
  if (await hasOneBefore(tx, row)) return "waits";
  if (!row.isChecked) {
    await updateImport(tx, row.id, { state: "checking" }, now);
    return "goes_on";
  }
  return beginWriting(tx, row, now);
}

async function beginWriting(tx: Db, row: ImportRow, now: Date): Promise<Step> {
  const { id } = await getObject(tx, row.workspaceId, row.object.slug, now);
  await lockObject(tx, id);
  const object = await getObject(tx, row.workspaceId, row.object.slug, now);
  const lacking = lackingOptions(object, row.newOptions);
  const actor = { ...SERVICE_ACTOR, developerId: row.createdById };
  await addOptions(tx, actor, withOptions(object, lacking), lacking, now);
  const counts = { position: 0, rowsDone: row.failed, created: 0, updated: 0, unchanged: 0 };
  await updateImport(tx, row.id, { state: "writing", ...counts }, now);
  return "goes_on";
}

/** After the last row was checked: starts writing, waits to be started, or refuses the whole file. */
async function endCheck(tx: Db, row: ImportRow, now: Date): Promise<Step> {
  await deleteClaims(tx, row.id);
  if (row.isDryRun) {
    await updateImport(tx, row.id, { state: "checked", isChecked: true }, now);
    return "ends";
  }
  if (row.failed > 0 && !row.options.skip_invalid) {
    await updateImport(tx, row.id, { isChecked: true }, now);
    return fail(tx, row, "Some rows are not valid, and nothing was imported.", now);
  }
  await updateImport(tx, row.id, { isChecked: true }, now);
  return beginWriting(tx, row, now);
}

async function endWriting(tx: Db, row: ImportRow, now: Date): Promise<Step> {
  const { workspaceId, created, updated, failed } = row;
  const until = created + updated > 0 ? undoUntil(now) : null;
  await updateImport(
    tx,
    row.id,
    { state: "done", rowsDone: row.rows, finishedAt: now, undoUntil: until },
    now,
  );
  await deleteRowsOf(tx, row.id);
  const entry = {
    action: "crm_records.imported",
    target: { type: "crm_object", id: row.objectId },
    after: { object: row.object.slug, import_id: row.id, created, updated, failed },
  };
  const actor = { ...SERVICE_ACTOR, developerId: row.createdById };
  await recordAudit(tx, { workspaceId, actor }, entry, now);
  const [made, changed, same, left] = [created, updated, row.unchanged, failed].map((count) =>
    count.toLocaleString("en"),
  );
  const body = `${made} created, ${changed} updated, ${same} unchanged, ${left} left out.`;
  await notify(tx, row, `${row.fileName ?? "Your file"} is imported`, body, now);
  return "ends";
}

async function endUndo(tx: Db, row: ImportRow, now: Date): Promise<Step> {
  await updateImport(tx, row.id, { state: "undone", undoneAt: now, undoUntil: null }, now);
  await tx.crmImportChange.deleteMany({ where: { importId: row.id } });
  return "ends";
}

/** Runs the next step of an import, whatever it is, in one transaction. */
async function step(workspaceId: string, importId: string, now: Date): Promise<Step> {
  return transaction(async (tx) => {
    const row = await lockImport(tx, workspaceId, importId);
    if (row === null) return "ends";
    const slug = row.object.slug;
    const isWork = row.state === "queued" || row.state === "checking" || row.state === "writing";
    const refusal = isWork ? await refusalOf(tx, row) : null;
    if (refusal !== null) return fail(tx, row, refusal, now);
    switch (row.state) {
      case "queued":
        return begin(tx, row, now);
      case "checking": {
        const object = await getObject(tx, workspaceId, slug, now);
        const mismatch = mismatchOf(row, object);
        if (mismatch !== null) return fail(tx, row, mismatch, now);
        return (await checkChunk(tx, row, object, now)) ? "goes_on" : endCheck(tx, row, now);
      }
      case "writing": {
        const object = await getLockedObject(tx, workspaceId, slug, now);
        const mismatch = mismatchOf(row, object);
        if (mismatch !== null) return fail(tx, row, mismatch, now);
        return (await writeChunk(tx, row, object, now)) ? "goes_on" : endWriting(tx, row, now);
      }
      case "undoing": {
        const object = await getLockedObject(tx, workspaceId, slug, now);
        return (await undoBatch(tx, row, object, now)) ? "goes_on" : endUndo(tx, row, now);
      }
      default:
        return "ends";
    }
  }, IMPORT_MS_MAX);
}

/** Runs a step, and retries it at once if somebody took a unique value at the same moment. */
async function stepAgain(workspaceId: string, importId: string, now: Date): Promise<Step> {
  for (let tries = 1; ; tries++) {
    try {
      return await step(workspaceId, importId, now);
    } catch (error) {
      const isRace = error instanceof AppError && error.code === "conflict";
      if (!isRace || tries >= IMPORT_BATCH_TRIES_MAX) throw error;
    }
  }
}

/** Counts a failed run. @returns whether the import is now given up */
async function countFailure(workspaceId: string, importId: string, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const row = await lockImport(tx, workspaceId, importId);
    if (row === null) return true;
    if (row.attempts + 1 < IMPORT_ATTEMPTS_MAX || row.state === "undoing") {
      await updateImport(tx, row.id, { attempts: row.attempts + 1 }, now);
      return false;
    }
    await fail(tx, row, "The service failed several times at the same rows. What it had written stays.", now);
    return true;
  });
}

/**
 * Continues an import, or its undoing, for a few seconds, and then asks to be run again, so that a large import doesn't
 * block other jobs. If the process dies, the next run continues with the first row that wasn't written.
 */
export async function runImport(workspaceId: string, importId: string, startedAt: Date): Promise<Outcome> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  const now = () => new Date(startedAt.getTime() + passed());
  try {
    do {
      const came = await stepAgain(workspaceId, importId, now());
      if (came === "ends") return undefined;
      if (came === "waits") return { againAt: new Date(now().getTime() + IMPORT_TURN_MS) };
    } while (passed() < IMPORT_SLICE_MS);
    return { againAt: now() };
  } catch (error) {
    const isGivenUp = await countFailure(workspaceId, importId, now());
    if (!isGivenUp) throw error;
    log.error({ err: error, import_id: importId }, "an import was given up");
    return undefined;
  }
}
