import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { STORE_ATTEMPTS_MAX } from "@/lib/jobs/limits";
import { deleteObject, deleteObjectsUnder } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { evaluateAll } from "@/lib/tracker/enrichment/marks-store";
import { ERASE_OBJECTS_JOB } from "@/lib/tracker/evidence/enqueue-erase-objects";
import {
  UPLOAD_ENDED_S,
  VERIFY_DELAY_S,
  VERIFY_OVERDUE_S,
  VERIFY_PLACES_MAX,
  VERIFY_SWEEP_MAX,
} from "@/lib/tracker/evidence/limits";
import { evidencePrefix, uploadKey, verifiedKey } from "@/lib/tracker/evidence/rules";
import { listOverdueEvidence } from "@/lib/tracker/evidence/store";
import { verifyEvidence } from "@/lib/tracker/evidence/verify-evidence";

/**
 * Checks an upload a minute after it was announced, and once more after its URL has expired and nobody can write there.
 */
export const verifyEvidenceJob = defineJob({
  name: "tracker.verify-evidence",
  payload: z.object({ evidence_id: z.uuid() }),
  dedupeKey: ({ evidence_id }) => evidence_id,
  placesMax: VERIFY_PLACES_MAX,
  attemptsMax: STORE_ATTEMPTS_MAX,
  delayMs: VERIFY_DELAY_S * 1000,
  handler: ({ evidence_id }, { now }) => verifyEvidence(evidence_id, now),
});

/** Enqueues the check again for uploads that were never checked, such as after a long outage of the store. */
export const sweepEvidence = defineScheduledJob({
  name: "tracker.sweep-evidence",
  schedule: "*/10 * * * *",
  run: async (now) => {
    if (!isStorageConfigured()) return;
    const dueBefore = new Date(now.getTime() - VERIFY_OVERDUE_S * 1000);
    const overdue = await listOverdueEvidence(dueBefore, VERIFY_SWEEP_MAX);
    await evaluateAll(overdue.map(({ id }) => enqueueSql(verifyEvidenceJob, { evidence_id: id }, now)));
  },
});

/**
 * Deletes every screenshot of an erased developer from the store, after their last upload URL has expired. It uses the
 * objects' keys, so it needs none of the erased rows.
 */
export const eraseEvidence = defineJob({
  name: "tracker.erase-evidence",
  payload: z.object({ developer_id: z.uuid() }),
  waitsForOthers: true,
  attemptsMax: STORE_ATTEMPTS_MAX,
  delayMs: UPLOAD_ENDED_S * 1000,
  handler: async ({ developer_id }) => {
    if (isStorageConfigured()) await deleteObjectsUnder(evidencePrefix(developer_id));
    return undefined;
  },
});

/**
 * Deletes the objects of screenshots whose rows are gone: at once, and once more when no upload or check that had begun
 * before can add one.
 */
export const eraseEvidenceObjects = defineJob({
  ...ERASE_OBJECTS_JOB,
  handler: async ({ developer_id, refs, erased_at }, { now }) => {
    if (!isStorageConfigured()) return;
    for (const ref of refs) {
      await deleteObject(uploadKey(developer_id, ref));
      await deleteObject(verifiedKey(developer_id, ref));
    }
    const onceMoreAt = new Date(Date.parse(erased_at) + UPLOAD_ENDED_S * 1000);
    return now < onceMoreAt ? { againAt: onceMoreAt } : undefined;
  },
});
