import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkRoom } from "@/lib/access/check-room";
import { recordAudit } from "@/lib/audit/store";
import { getObjects } from "@/lib/crm/objects/get-object";
import { checkSteps } from "@/lib/crm/sequences/check-steps";
import { SEQUENCES_MAX } from "@/lib/crm/sequences/limits";
import { auditOf, presentSequence } from "@/lib/crm/sequences/present";
import type { CreateSequence, Sequence } from "@/lib/crm/sequences/schema";
import { countSequences, insertSequence } from "@/lib/crm/sequences/store";
import { invalidBody } from "@/lib/http/app-error";
import { db, transaction } from "@/lib/platform/database";

/**
 * Creates a sequence for the records of an object.
 * @throws AppError invalid as `checkSteps` and for an unknown object, conflict when the workspace has as many as it may
 */
export async function createSequence(
  scope: WorkspaceScope,
  { name, object: slug, steps }: CreateSequence,
  now: Date,
): Promise<Sequence> {
  const object = (await getObjects(db(), scope.workspaceId, now)).find((each) => each.slug === slug);
  if (!object) {
    throw invalidBody([{ path: "object", message: "No such object" }]);
  }
  const sealed = await checkSteps(db(), scope, object, steps, []);
  return transaction(async (tx) => {
    await checkRoom(tx, scope.workspaceId, SEQUENCES_MAX, "sequences", () => countSequences(tx, scope));
    const row = await insertSequence(tx, scope, { name, objectId: object.id, steps: sealed }, now);
    const entry = {
      action: "sequence.created",
      target: { type: "sequence", id: row.id },
      after: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
    return presentSequence(row);
  });
}
