import { setImmediate as othersTurn } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { lockDeveloper } from "@/lib/identity/store";
import { enqueue } from "@/lib/jobs/enqueue";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import { TRACKER_IMPORT_JOB } from "@/lib/tracker/imports/enqueue-import";
import { getTrackerImport } from "@/lib/tracker/imports/get-import";
import { type Intervals, merged } from "@/lib/tracker/imports/interval-rules";
import {
  TRACKER_IMPORT_CHUNK_EVENTS,
  TRACKER_IMPORT_ORIGINS_MAX,
  TRACKER_IMPORT_SAMPLES_MAX,
} from "@/lib/tracker/imports/limits";
import type { Origin } from "@/lib/tracker/imports/page-rules";
import { readExport } from "@/lib/tracker/imports/read-export";
import {
  type Extent,
  extentOf,
  hostOf,
  type ReadEvent,
  readEvent,
  samplesMaxOf,
} from "@/lib/tracker/imports/rules";
import type { TrackerImport } from "@/lib/tracker/imports/schema";
import {
  countRunning,
  deleteImport,
  insertChunk,
  insertImport,
  type Refused,
  storeCovers,
  updateImport,
} from "@/lib/tracker/imports/store";

const NOWHERE: Origin = { host: null, name: "" };
const keyOf = ({ host, name }: Origin) => JSON.stringify([host, name]);

/** Events that are counted before the event loop gets a turn. */
const COUNTED_AT_ONCE = 10_000;

/** A computer, or a watcher or program on it; each by a place, and those beyond a number by the first, which is none. */
class Origins {
  private readonly known: Origin[] = [NOWHERE];
  private readonly places = new Map<string, number>([[keyOf(NOWHERE), 0]]);

  placeOf({ host, name }: Origin): number {
    const key = keyOf({ host, name });
    const place = this.places.get(key);
    if (place !== undefined || this.known.length > TRACKER_IMPORT_ORIGINS_MAX) return place ?? 0;
    this.places.set(key, this.known.length);
    return this.known.push({ host, name }) - 1;
  }

  at(place: number): Origin {
    return this.known[place] ?? NOWHERE;
  }
}

/** Stretches of one kind, each with the place of its origin: from, to, place. */
type Triples = readonly number[];

function stretchesOf(triples: Triples): number[] {
  return triples.filter((_, index) => index % 3 < 2);
}

/** The stretches of each origin. */
function byOrigin(triples: Triples, origins: Origins): [Origin, Intervals][] {
  const of: (number[] | undefined)[] = [];
  for (let at = 0; at < triples.length; at += 3) {
    const place = triples[at + 2] ?? 0;
    of[place] ??= [];
    of[place].push(triples[at] ?? 0, triples[at + 1] ?? 0);
  }
  return of.flatMap((own, place): [Origin, Intervals][] => (own ? [[origins.at(place), merged(own)]] : []));
}

/** Splits the uploaded file into chunks. @returns what else its job needs to know */
async function receive(importId: string, request: Request, now: Date) {
  const rejected: Refused = {};
  // Stretches as flat lists: a file may hold a million, and several people may send one.
  const there: (number[] | undefined)[] = [];
  const kinds: Record<Extent["of"], number[]> = { page: [], browser: [], other: [] };
  const [hosts, origins] = [new Origins(), new Origins()];
  let [kept, position]: [ReadEvent[], number] = [[], 0];
  let hasWindows = false;
  const flush = async (countMin: number) => {
    while (kept.length >= countMin && kept.length > 0) {
      await insertChunk(importId, position++, kept.slice(0, TRACKER_IMPORT_CHUNK_EVENTS));
      kept = kept.slice(TRACKER_IMPORT_CHUNK_EVENTS);
    }
  };
  await readExport(request, async (read) => {
    for (const { bucket: name, event: sent } of read) {
      const bucket = name.slice(0, 255);
      const found = readEvent(sent, bucket, now);
      if ("reason" in found) {
        rejected[found.reason] = (rejected[found.reason] ?? 0) + 1;
      } else if ("presence" in found) {
        const { from, to, isThere } = found.presence;
        const place = hosts.placeOf({ host: hostOf(bucket), name: "" });
        there[place] ??= [];
        if (isThere) there[place].push(from, to);
      } else {
        const { event } = found;
        const { of, host, name } = extentOf(event);
        kinds[of].push(event.from, event.to, origins.placeOf({ host, name }));
        if (event.kind === "window") hasWindows = true;
        kept.push(event);
      }
    }
    await flush(TRACKER_IMPORT_CHUNK_EVENTS);
  });
  await flush(1);
  const presence = there.flatMap((own, place) => (own ? [[hosts.at(place).host, merged(own)] as const] : []));
  const seen = { pages: byOrigin(kinds.page, origins), browsers: byOrigin(kinds.browser, origins) };
  const areSeveral = seen.pages.length > 0 && seen.pages.length + seen.browsers.length > 2;
  const covers = {
    there: presence.length > 0 ? merged(presence.flatMap(([, own]) => own)) : null,
    browsers: hasWindows ? merged(stretchesOf(kinds.browser)) : null,
    pages: kinds.page.length > 0 ? merged(stretchesOf(kinds.page)) : null,
    thereOn: presence.length > 1 ? Object.fromEntries(presence.filter(([host]) => host !== null)) : {},
    ...(areSeveral ? { seen } : {}),
  };
  // Known only now: presence and pages may stand behind what they cut into pieces.
  let [events, samples] = [0, 0];
  for (const kind of ["page", "browser", "other"] as const) {
    const triples = kinds[kind];
    for (let at = 0; at < triples.length; at += 3) {
      const [from, to, place] = [triples[at] ?? 0, triples[at + 1] ?? 0, triples[at + 2] ?? 0];
      samples += samplesMaxOf({ from, to, of: kind, ...origins.at(place) }, covers);
      events += 1;
      if (events % COUNTED_AT_ONCE === 0) await othersTurn();
    }
  }
  if (samples > TRACKER_IMPORT_SAMPLES_MAX) {
    throw new AppError(
      "invalid",
      `The file comes to more than ${TRACKER_IMPORT_SAMPLES_MAX.toLocaleString("en")} samples. Export fewer buckets at once.`,
    );
  }
  return { events, rejected, covers };
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
): Promise<TrackerImport> {
  await getTrackingDevice(actor, deviceId, now);
  await checkLimits([{ limit: "tracker_imports_per_developer", key: actor.developerId }], now);
  const id = uuidv7();
  await transaction(async (tx) => {
    // Locked while imports are counted, so that two requests can't both pass the check.
    await lockDeveloper(tx, actor.developerId);
    if ((await countRunning(tx, actor.developerId)) > 0) {
      throw new AppError("conflict", "Another import of yours is under way. Wait until it is done.");
    }
    const workspaceId = actor.tokenScope?.workspaceId ?? null;
    await insertImport(tx, { id, developerId: actor.developerId, deviceId, workspaceId }, now);
  });
  try {
    const { covers, ...received } = await receive(id, request, now);
    await transaction(async (tx) => {
      await updateImport(tx, id, ["receiving"], { state: "queued", ...received }, now);
      await storeCovers(tx, id, covers);
      await enqueue(tx, TRACKER_IMPORT_JOB, { import_id: id }, now);
    });
  } catch (error) {
    await deleteImport(id);
    throw error;
  }
  return getTrackerImport(actor, id);
}
