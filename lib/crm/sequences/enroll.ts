import type { WorkspaceScope } from "@/lib/access/authorise";
import { enrollRecord } from "@/lib/crm/sequences/enroll-record";
import { presentEnrollment } from "@/lib/crm/sequences/present";
import type { Enroll, Enrollment } from "@/lib/crm/sequences/schema";
import { findEnrollment } from "@/lib/crm/sequences/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

/**
 * Enrols a record by hand.
 * @throws AppError not_found, invalid as `enrollRecord`, conflict when the record is in the sequence already
 */
export async function enroll(
  scope: WorkspaceScope,
  sequenceId: string,
  { record_id: recordId }: Enroll,
  now: Date,
): Promise<Enrollment> {
  const { workspaceId, actor } = scope;
  return transaction(async (tx) => {
    const made = await enrollRecord(tx, workspaceId, sequenceId, recordId, actor.developerId, now);
    const row = made && (await findEnrollment(tx, scope, sequenceId, made.id));
    if (!row) throw new AppError("conflict", "The record is in this sequence already");
    return presentEnrollment(row);
  });
}
