import type { ExitReason } from "@/lib/crm/sequences/schema";
import { endEnrollments } from "@/lib/crm/sequences/store";
import type { Db } from "@/lib/platform/database";
import { emitAll } from "@/lib/webhooks/emit";

/**
 * Ends the open enrolments of records, of a sequence, or both, in the caller's transaction, and notifies subscribers.
 * @returns how many ended
 */
export async function exitEnrollments(
  tx: Db,
  workspaceId: string,
  which: { sequenceId?: string; recordIds?: readonly string[]; enrollmentId?: string },
  reason: ExitReason,
  now: Date,
): Promise<number> {
  const ended = await endEnrollments(tx, workspaceId, which, reason, now);
  const events = ended.map(({ id, sequenceId, recordId }) => ({
    workspaceId,
    type: "sequence.exited" as const,
    data: { sequence_id: sequenceId, enrollment_id: id, record_id: recordId, reason },
  }));
  await emitAll(tx, events, now);
  return ended.length;
}
