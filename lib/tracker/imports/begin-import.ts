import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { lockDeveloper } from "@/lib/identity/store";
import { enqueue } from "@/lib/jobs/enqueue";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import { TRACKER_IMPORT_JOB } from "@/lib/tracker/imports/enqueue-import";
import { getTrackerImport } from "@/lib/tracker/imports/get-import";
import { merged } from "@/lib/tracker/imports/interval-rules";
import { TRACKER_IMPORT_CHUNK_EVENTS, TRACKER_IMPORT_SAMPLES_MAX } from "@/lib/tracker/imports/limits";
import { readExport } from "@/lib/tracker/imports/read-export";
import { type Extent, extentOf, type ReadEvent, readEvent, samplesMaxOf } from "@/lib/tracker/imports/rules";
import type { TrackerImport } from "@/lib/tracker/imports/schema";
import {
  countRunning,
  deleteImport,
  insertChunk,
  insertImport,
  type Refused,
  updateImport,
} from "@/lib/tracker/imports/store";

type Pair = readonly [from: number, to: number];

/** Splits the uploaded file into chunks. @returns what else its job needs to know */
async function receive(importId: string, request: Request, now: Date) {
  const [there, browsers, pages]: Pair[][] = [[], [], []];
  const rejected: Refused = {};
  const extents: Extent[] = [];
  let [kept, position]: [ReadEvent[], number] = [[], 0];
  let [knowsPresence, hasWindows] = [false, false];
  const flush = async (countMin: number) => {
    while (kept.length >= countMin && kept.length > 0) {
      await insertChunk(importId, position++, kept.slice(0, TRACKER_IMPORT_CHUNK_EVENTS));
      kept = kept.slice(TRACKER_IMPORT_CHUNK_EVENTS);
    }
  };
  await readExport(request, async (read) => {
    for (const { bucket, event: sent } of read) {
      const found = readEvent(sent, bucket.slice(0, 255), now);
      if ("reason" in found) {
        rejected[found.reason] = (rejected[found.reason] ?? 0) + 1;
      } else if ("presence" in found) {
        knowsPresence = true;
        const { from, to, isThere } = found.presence;
        if (isThere) there?.push([from, to]);
      } else {
        const { event } = found;
        const extent = extentOf(event);
        extents.push(extent);
        if (event.kind === "window") hasWindows = true;
        if (extent.of === "page") pages?.push([event.from, event.to]);
        else if (extent.of === "browser") browsers?.push([event.from, event.to]);
        kept.push(event);
      }
    }
    await flush(TRACKER_IMPORT_CHUNK_EVENTS);
  });
  await flush(1);
  const covers = {
    there: knowsPresence ? merged(there ?? []) : null,
    browsers: hasWindows ? merged(browsers ?? []) : null,
    pages: pages?.length ? merged(pages) : null,
  };
  // Known only now: presence and pages may stand behind what they cut into pieces.
  let samples = 0;
  for (const extent of extents) samples += samplesMaxOf(extent, covers);
  if (samples > TRACKER_IMPORT_SAMPLES_MAX) {
    throw new AppError(
      "invalid",
      `The file comes to more than ${TRACKER_IMPORT_SAMPLES_MAX.toLocaleString("en")} samples. Export fewer buckets at once.`,
    );
  }
  return { events: extents.length, rejected, covers };
}

/**
 * Accepts an ActivityWatch export as a stream. A job then makes samples of it, by the rules for batches. Importing the
 * same file twice adds nothing.
 * @throws AppError as `getTrackingDevice` and `readExport`; conflict while another import of the actor is in progress;
 *   too_many_requests
 */
export async function beginImport(
  actor: Actor,
  deviceId: string,
  request: Request,
  now: Date,
): Promise<z.input<typeof TrackerImport>> {
  await getTrackingDevice(actor, deviceId, now);
  await checkLimits([{ limit: "tracker_imports_per_developer", key: actor.developerId }], now);
  const id = uuidv7();
  await transaction(async (tx) => {
    // Locked while imports are counted, so that two requests can't both pass the check.
    await lockDeveloper(tx, actor.developerId);
    if ((await countRunning(tx, actor.developerId)) > 0) {
      throw new AppError("conflict", "Another import of yours is under way. Wait until it is done.");
    }
    await insertImport(tx, { id, developerId: actor.developerId, deviceId }, now);
  });
  try {
    const received = await receive(id, request, now);
    await transaction(async (tx) => {
      await updateImport(tx, id, ["receiving"], { state: "queued", ...received }, now);
      await enqueue(tx, TRACKER_IMPORT_JOB, { import_id: id }, now);
    });
  } catch (error) {
    await deleteImport(id);
    throw error;
  }
  return getTrackerImport(actor, id);
}
