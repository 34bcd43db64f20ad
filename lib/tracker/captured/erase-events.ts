import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { type Db, transaction } from "@/lib/platform/database";
import { eraseRange } from "@/lib/tracker/captured/erase-range";
import { eraseRangeJob } from "@/lib/tracker/captured/jobs";
import { ERASE_IN_REQUEST_MS, ERASED_RANGES_MAX } from "@/lib/tracker/captured/limits";
import type { EraseQuery, Erasure } from "@/lib/tracker/captured/schema";
import { countErasedRanges, findNewestAhead, insertErasedRange } from "@/lib/tracker/captured/store";
import { eraseCorrections } from "@/lib/tracker/corrections/store";
import { lockDevicesOf } from "@/lib/tracker/samples/store";

/** The moment up to which there is something to erase: now, or later where a fast clock dated samples ahead. */
async function endOfSamples(tx: Db, developerId: string, now: Date): Promise<number> {
  const newest = await findNewestAhead(tx, developerId, now);
  return newest === null ? now.getTime() : newest.getTime() + 1;
}

/**
 * Erases the actor's samples in a range, with derivations, sums, screenshots and corrections. Once it has answered,
 * nothing of the range is stored or derived again, even if a device sends it again or for the first time; if there is
 * much, a job deletes the rest.
 * @throws AppError bad_request for a range in the future; conflict with too many ranges
 */
export async function eraseEvents(actor: Actor, query: EraseQuery, now: Date): Promise<Erasure> {
  const { developerId } = actor;
  const from = new Date(query.from);
  const range = await transaction(async (tx) => {
    await lockDevicesOf(tx, [developerId]);
    const to = new Date(Math.min(Date.parse(query.to), await endOfSamples(tx, developerId, now)));
    if (from >= to) {
      const issues = [{ path: "from", message: "Must be in the past" }];
      throw new AppError("bad_request", "from: Must be in the past", { issues });
    }
    if ((await countErasedRanges(tx, developerId)) >= ERASED_RANGES_MAX) {
      throw new AppError("conflict", "You erased too many ranges this month: erase one that covers them all");
    }
    const erased = await insertErasedRange(tx, { developerId, from, to }, now);
    await eraseCorrections(tx, erased);
    await enqueue(tx, eraseRangeJob, { range_id: erased.id }, now);
    return erased;
  });
  const { samples, screenshots, isDone } = await eraseRange(range, ERASE_IN_REQUEST_MS, now);
  return { from: from.toISOString(), to: range.to.toISOString(), samples, screenshots, is_done: isDone };
}
