import { type Db, transaction } from "@/lib/platform/database";
import { enqueueEraseObjects } from "@/lib/tracker/evidence/enqueue-erase-objects";
import {
  deleteEvidenceOfEvents,
  deleteEvidenceOfSamples,
  deleteEvidenceOfUnstored,
  deleteEvidenceWithoutSample,
  type GoneEvidence,
} from "@/lib/tracker/evidence/store";

/**
 * Deletes the rows of screenshots by `forget`, and their objects by jobs added in the same transaction. @returns how
 * many
 */
async function drop(forget: (tx: Db) => Promise<GoneEvidence[]>, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const gone = await forget(tx);
    for (const owner of new Set(gone.map(({ developerId }) => developerId))) {
      const refs = gone.filter(({ developerId }) => developerId === owner).map(({ ref }) => ref);
      await enqueueEraseObjects(tx, owner, refs, now);
    }
    return gone.length;
  });
}

/** Deletes screenshots of rejected events: what was not to be captured must not be seen either. */
export async function dropEvidenceOfEvents(
  deviceId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length > 0) await drop((tx) => deleteEvidenceOfEvents(tx, deviceId, eventIds), now);
}

/** Deletes screenshots of events that arrived and were not stored, because their person had erased their time. */
export async function dropEvidenceOfErased(
  deviceId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length > 0) await drop((tx) => deleteEvidenceOfUnstored(tx, deviceId, eventIds), now);
}

/** Deletes the screenshots of samples with private or personal content. */
export async function dropEvidenceOfSamples(sampleIds: readonly string[], now: Date): Promise<void> {
  if (sampleIds.length > 0) await drop((tx) => deleteEvidenceOfSamples(tx, sampleIds), now);
}

/**
 * Deletes screenshots whose sample never arrived, `limit` at most: without it, nobody knows what they show and when.
 * Whoever could upload the screenshot could have uploaded the sample. So are those that another upload for the same
 * sample replaced. @returns how many were deleted
 */
export async function dropEvidenceWithoutSample(
  checked: { from: Date; to: Date },
  limit: number,
  now: Date,
): Promise<number> {
  return drop((tx) => deleteEvidenceWithoutSample(tx, checked, limit), now);
}
