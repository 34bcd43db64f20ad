import { listHolders } from "@/lib/access/list-holders";
import { findPermissions } from "@/lib/access/store";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { SIGHT } from "@/lib/crm/sequences/check-steps";
import { findAnswerable, pauseSequence, updateEnrollment } from "@/lib/crm/sequences/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { db, transaction } from "@/lib/platform/database";
import type { SequenceEnrollment } from "@/lib/platform/rows";

/**
 * Why a sequence may send nothing of records any more; null while whoever answers for it may see them. Names nobody: it is
 * kept, also where they are erased.
 */
async function findReason(workspaceId: string, sequenceId: string): Promise<string | null> {
  const ownerId = (await findAnswerable(db(), workspaceId, sequenceId))?.ownerId ?? null;
  const found = ownerId === null ? undefined : await findPermissions(db(), workspaceId, [ownerId], [SIGHT]);
  const owner = found?.get(ownerId ?? "");
  if (owner?.permissions.has(SIGHT)) return null;
  return owner === undefined
    ? "It has no owner any more. Resume it to send its requests on your behalf"
    : `Its requests are sent on behalf of its owner, who no longer has ${SIGHT}. Someone who has it can resume the sequence and send them on their own behalf`;
}

/**
 * Pauses an enrolment's sequence if its owner may no longer see records, and notifies the people who can fix that. The
 * request is sent when the sequence is resumed.
 * @returns whether it must not be sent
 */
export async function pauseUnpermitted(
  { id, workspaceId, sequenceId }: SequenceEnrollment,
  now: Date,
): Promise<boolean> {
  const reason = await findReason(workspaceId, sequenceId);
  if (reason === null) return false;
  await transaction(async (tx) => {
    const paused = await pauseSequence(tx, workspaceId, sequenceId, reason);
    await updateEnrollment(tx, id, { sends: false, heldUntil: null });
    if (paused === null) return;
    const entry = {
      action: "sequence.paused",
      target: { type: "sequence", id: sequenceId },
      after: { is_paused: true, paused_reason: reason },
    };
    await recordAudit(tx, { workspaceId, actor: SERVICE_ACTOR }, entry, now);
    const notice = {
      kind: "automation" as const,
      title: `The sequence ${paused.name} was paused`,
      body: reason,
      link: `/w/${paused.workspaceSlug}/crm/sequences/${sequenceId}`,
    };
    const builders = await listHolders(tx, workspaceId, "can_manage_automations");
    await notifyMembers(tx, workspaceId, builders, notice, now);
  });
  return true;
}
