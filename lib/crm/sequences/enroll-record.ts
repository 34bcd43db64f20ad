import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { enqueueAdvance } from "@/lib/crm/sequences/enqueue-advance";
import { Step } from "@/lib/crm/sequences/schema";
import { insertEnrollment, lockRecord, lockSequenceShared } from "@/lib/crm/sequences/store";
import { invalidBody, orNotFound } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { emit } from "@/lib/webhooks/emit";

/**
 * Enrols a record in a sequence in the caller's transaction; its first step is done right after. A record can be in a
 * sequence only once at a time, even with concurrent requests.
 * @returns its id; null if the record is in the sequence already
 * @throws AppError not_found for the sequence, invalid for a record that is not live or of another object
 */
export async function enrollRecord(
  tx: Db,
  workspaceId: string,
  sequenceId: string,
  recordId: string,
  enrolledById: string | null,
  now: Date,
): Promise<{ id: string } | null> {
  const sequence = orNotFound(await lockSequenceShared(tx, workspaceId, sequenceId), "Sequence");
  if (!(await lockRecord(tx, workspaceId, sequence.objectId, recordId))) {
    throw invalidBody([{ path: "record_id", message: `No such ${sequence.objectSlug}` }]);
  }
  const [first] = z.array(Step).parse(sequence.steps);
  const row = { id: uuidv7(), workspaceId, sequenceId, recordId, stepId: first?.id ?? null, enrolledById };
  if (!(await insertEnrollment(tx, row, now))) return null;
  const data = { sequence_id: sequenceId, enrollment_id: row.id, record_id: recordId };
  await emit(tx, { workspaceId, type: "sequence.enrolled", data }, now);
  await enqueueAdvance(tx, workspaceId, now, now);
  return row;
}
