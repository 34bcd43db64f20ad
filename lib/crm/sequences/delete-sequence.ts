import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { auditOf } from "@/lib/crm/sequences/present";
import { deleteSequenceRow, lockSequence } from "@/lib/crm/sequences/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

/** Deletes a sequence; whoever is in it leaves it, and subscribers hear of that. @throws AppError not_found */
export async function deleteSequence(scope: WorkspaceScope, sequenceId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = orNotFound(await lockSequence(tx, scope, sequenceId), "Sequence");
    await exitEnrollments(tx, scope.workspaceId, { sequenceId }, "sequence_deleted", now);
    await deleteSequenceRow(tx, scope, sequenceId);
    const entry = {
      action: "sequence.deleted",
      target: { type: "sequence", id: sequenceId },
      before: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
  });
}
