import type { TokenScope } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";
import type { Outcome } from "@/lib/jobs/define-job";
import { db, transaction } from "@/lib/platform/database";
import { countEvents } from "@/lib/platform/metrics";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import { enqueueEnrich } from "@/lib/tracker/enrichment/enqueue-enrich";
import {
  TRACKER_IMPORT_BATCH_SAMPLES,
  TRACKER_IMPORT_SLICE_MS,
  TRACKER_IMPORT_UNDO_ROWS,
} from "@/lib/tracker/imports/limits";
import { type Covers, piecesOf, type ReadEvent, samplesOf } from "@/lib/tracker/imports/rules";
import {
  countSamples,
  deleteChunks,
  deleteSamplesOf,
  findChunk,
  findCovers,
  findImport,
  type ImportRow,
  type Refused,
  updateImport,
} from "@/lib/tracker/imports/store";
import { isInWindow, refusalsOf } from "@/lib/tracker/ingest/rules";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { insertSamples } from "@/lib/tracker/ingest/store";
import { rulesByTime } from "@/lib/tracker/redaction/rules-in-force";
import { deleteUnusedContexts, lockDevicesOf } from "@/lib/tracker/samples/store";

type Device = Awaited<ReturnType<typeof getTrackingDevice>>;

/** The samples of a chunk that are accepted, one by one; counts in `refused` those that are not, by reason. */
function* judge(
  events: readonly ReadEvent[],
  covers: Covers,
  device: Device,
  tokenScope: TokenScope | null,
  refused: Refused,
  now: Date,
): Generator<TrackerEvent> {
  const refuse = refusalsOf(device, tokenScope);
  const count = (reason: keyof Refused) => {
    refused[reason] = (refused[reason] ?? 0) + 1;
  };
  for (const event of events) {
    let isAway = true;
    for (const piece of piecesOf(event, covers)) {
      isAway = false;
      for (const sample of samplesOf(event, piece)) {
        const at = Date.parse(sample.ts);
        const reason = isInWindow(at, now)
          ? refuse?.(at, sample.active_app.bundle_id)?.reason
          : "ts_out_of_range";
        if (reason) count(reason);
        else yield sample;
      }
    }
    if (isAway) count("away");
  }
}

/** The same in batches, so that only one of them is in memory. */
function* inBatches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const each of all) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function added(one: Refused, other: Refused): Refused {
  const sum = { ...one };
  for (const [reason, count] of Object.entries(other) as [keyof Refused, number][]) {
    sum[reason] = (sum[reason] ?? 0) + count;
  }
  return sum;
}

async function end(row: ImportRow, state: "done" | "failed", error: string | null, now: Date) {
  const samples = await countSamples(row.id);
  await transaction(async (tx) => {
    const counts = { samples, duplicates: Math.max(0, row.samples + row.duplicates - samples) };
    // Nothing of the file stays beside its samples: their person can erase those.
    const change = { state, error, finishedAt: now, covers: {}, ...counts };
    await updateImport(tx, row.id, ["queued", "running"], change, now);
    await deleteChunks(tx, row.id);
  });
}

/** Stores the samples of the next chunk. @returns whether there was one */
async function runChunk(row: ImportRow, covers: () => Promise<Covers>, now: Date): Promise<boolean> {
  const events = await findChunk(row.id, row.position);
  if (events === null) return false;
  const { workspaceId } = row;
  const tokenScope = workspaceId === null ? null : { workspaceId, permissions: null, isReadOnly: false };
  const claim = {
    developerId: row.developerId,
    tokenId: null,
    tokenScope,
    sessionId: null,
    signedInAt: null,
  };
  const actor = { ...claim, ip: null, requestId: row.id };
  const device = await getTrackingDevice(actor, row.deviceId, now);
  const refused: Refused = {};
  let [accepted, valid] = [0, 0];
  for (const some of inBatches(
    judge(events, await covers(), device, tokenScope, refused, now),
    TRACKER_IMPORT_BATCH_SAMPLES,
  )) {
    valid += some.length;
    const options = { skewS: null, refused: [], importId: row.id, now };
    const stored = await insertSamples(device, some, rulesByTime(device), options);
    if (!stored) throw new AppError("not_found", "Device not enrolled");
    accepted += stored.accepted;
  }
  const duplicates = valid - accepted;
  countEvents({ source: "tracker", accepted, duplicates, rejected: [] });
  const change = {
    state: "running",
    position: row.position + 1,
    eventsDone: row.eventsDone + events.length,
    samples: row.samples + accepted,
    duplicates: row.duplicates + duplicates,
    rejected: added(row.rejected, refused),
  } as const;
  await updateImport(db(), row.id, ["queued", "running"], change, now);
  await deleteChunks(db(), row.id, row.position + 1);
  return true;
}

/** Deletes a batch of an import's samples. @returns whether there were any */
async function undoBatch({ id, developerId }: ImportRow, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    await lockDevicesOf(tx, [developerId]);
    const { gone, days, workspaceIds } = await deleteSamplesOf(tx, id, TRACKER_IMPORT_UNDO_ROWS, now);
    await enqueueEnrich(tx, developerId, workspaceIds, now);
    await deleteUnusedContexts(
      tx,
      days.map((day) => ({ developerId, day })),
    );
    return gone > 0;
  });
}

/**
 * Runs the next step of an import, whatever it is.
 * @returns whether there is more
 */
async function step(importId: string, covers: () => Promise<Covers>, now: Date): Promise<boolean> {
  const row = await findImport(importId);
  if (row?.state === "undoing") {
    if (await undoBatch(row, now)) return true;
    await updateImport(db(), importId, ["undoing"], { state: "undone", samples: 0, finishedAt: now }, now);
    return false;
  }
  if (row?.state !== "queued" && row?.state !== "running") return false;
  try {
    if (await runChunk(row, covers, now)) return true;
    await end(row, "done", null, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await end(row, "failed", `${error.message}. What was imported before stays.`, now);
  }
  return false;
}

/**
 * Continues an import, or its undoing, for a few seconds, and then asks to be run again. If the process dies, the next
 * run repeats the unfinished chunk, whose stored samples then count as duplicates.
 */
export async function runImport(importId: string, startedAt: Date): Promise<Outcome> {
  const started = performance.now();
  const now = () => new Date(startedAt.getTime() + performance.now() - started);
  let read: Promise<Covers> | undefined;
  const covers = () => {
    read ??= findCovers(importId);
    return read;
  };
  while (await step(importId, covers, now())) {
    if (performance.now() - started > TRACKER_IMPORT_SLICE_MS) return { againAt: now() };
  }
  return undefined;
}
