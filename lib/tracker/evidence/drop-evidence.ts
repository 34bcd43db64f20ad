import { type Db, transaction } from "@/lib/platform/database";
import { enqueueEraseObjects } from "@/lib/tracker/evidence/enqueue-erase-objects";
import {
  deleteEvidenceOfEvents,
  deleteEvidenceOfSamples,
  deleteEvidenceWithoutSample,
  type GoneEvidence,
} from "@/lib/tracker/evidence/store";

/** Deletes screenshots by `forget`, and, by jobs in the same transaction, their objects. @returns how many */
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

/** Keeps no screenshot of events that were refused: what was not to be captured is not to be seen either. */
export async function dropEvidenceOfEvents(
  deviceId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length > 0) await drop((tx) => deleteEvidenceOfEvents(tx, deviceId, eventIds), now);
}

/** Deletes the screenshots of samples with private or personal content. */
export async function dropEvidenceOfSamples(sampleIds: readonly string[], now: Date): Promise<void> {
  if (sampleIds.length > 0) await drop((tx) => deleteEvidenceOfSamples(tx, sampleIds), now);
}

/**
 * Keeps no screenshot whose sample has not come: nobody knows what it shows, and when. Whoever could upload it could
 * upload its sample, too. @returns how many went, `limit` at most
 */
export async function dropEvidenceWithoutSample(
  checked: { from: Date; to: Date },
  limit: number,
  now: Date,
): Promise<number> {
  return drop((tx) => deleteEvidenceWithoutSample(tx, checked, limit), now);
}
