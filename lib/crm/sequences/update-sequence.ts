import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { checkSteps, requireSight } from "@/lib/crm/sequences/check-steps";
import { enqueueAdvance, enqueueStepRequests } from "@/lib/crm/sequences/enqueue-advance";
import { auditOf, presentSequence } from "@/lib/crm/sequences/present";
import { movesOf } from "@/lib/crm/sequences/rules";
import { Sequence, Step, type UpdateSequence } from "@/lib/crm/sequences/schema";
import { lockSequence, moveEnrollments, updateSequenceRow } from "@/lib/crm/sequences/store";
import { orNotFound } from "@/lib/http/app-error";
import { checkExpected } from "@/lib/http/expected";
import { transaction } from "@/lib/platform/database";

/**
 * Changes the given parts of a sequence. Steps keep their ids: an enrolment at a removed step continues at the next one
 * of the old order, and a wait that has begun keeps its length. While the sequence is paused, nothing advances; what
 * became due meanwhile is done when it is resumed. Its requests are sent on behalf of whoever last set its steps, or
 * resumed it after the service had paused it.
 * @throws AppError not_found; conflict for a part that is not as expected; invalid and forbidden as `checkSteps`
 */
export async function updateSequence(
  scope: WorkspaceScope,
  sequenceId: string,
  body: UpdateSequence,
  now: Date,
): Promise<Sequence> {
  return transaction(async (tx) => {
    const before = orNotFound(await lockSequence(tx, scope, sequenceId), "Sequence");
    const { name, steps, is_paused: isPaused } = body;
    checkExpected(body, () => Sequence.parse(presentSequence(before)));
    const stored = z.array(Step).parse(before.steps);
    const object = await getObject(tx, scope.workspaceId, before.object.slug, now);
    const sealed = steps && (await checkSteps(tx, scope, object, steps, stored));
    if (sealed) await moveEnrollments(tx, sequenceId, movesOf(stored, sealed), now);
    const takesOver = isPaused === false && before.pausedReason !== null;
    if (takesOver) requireSight(scope);
    const change = {
      name,
      steps: sealed,
      isPaused,
      pausedReason: isPaused === undefined || isPaused === before.isPaused ? undefined : null,
      ownerId: sealed || takesOver ? scope.actor.developerId : undefined,
    };
    const row = await updateSequenceRow(tx, scope, sequenceId, change, now);
    if (!row.isPaused && (before.isPaused || sealed)) await enqueueAdvance(tx, scope.workspaceId, now, now);
    // The job of a request that the pause caught found it paused and is gone.
    if (!row.isPaused && before.isPaused) await enqueueStepRequests(tx, scope.workspaceId, now);
    const entry = {
      action: "sequence.updated",
      target: { type: "sequence", id: sequenceId },
      before: auditOf(before),
      after: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
    return presentSequence(row);
  });
}
