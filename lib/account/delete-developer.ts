import type { Actor } from "@/lib/access/actor";
import { listWorkspacesOwnedAlone, switchOffDeserted } from "@/lib/access/store";
import { recordAudit, recordAudits } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { blankDeveloper } from "@/lib/identity/erasure/store";
import { isRecentSignIn } from "@/lib/identity/rules";
import { deleteAllSessions } from "@/lib/identity/sessions/store";
import { lockDeveloper, updateDeveloper } from "@/lib/identity/store";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { revokeApiTokens } from "@/lib/tokens/store";
import { eraseEvidence } from "@/lib/tracker/evidence/jobs";

/**
 * Deactivates the actor: their tokens are revoked, and their JWTs get 401 from now on. With `erase`, profile,
 * connections and memberships are deleted at once too, and workspaces that nobody is left in are switched off; jobs
 * delete the rest for good, however much it is, including their screenshots in the object store.
 * @throws AppError forbidden `Sign in again` unless the actor signed in within the last minutes: a leaked token, or a
 * browser left open, must not cost anyone their account; conflict while others depend on a workspace that nobody else
 * owns
 */
export async function deleteDeveloper(actor: Actor, erase: boolean, now: Date): Promise<void> {
  const id = actor.developerId;
  if (!isRecentSignIn(actor.signedInAt, now)) throw new AppError("forbidden", "Sign in again");
  await transaction(async (tx) => {
    const stranded = await listWorkspacesOwnedAlone(tx, id);
    await lockDeveloper(tx, id);
    if (stranded.length > 0) {
      const names = stranded.map((workspace) => workspace.name).join(", ");
      throw new AppError(
        "conflict",
        `These workspaces would be left without an owner: ${names}. Make someone else their owner first.`,
      );
    }
    const action = erase ? "developer.erased" : "developer.deactivated";
    await recordAudit(tx, { workspaceId: null, actor }, { action, target: { type: "developer", id } }, now);
    await revokeApiTokens(tx, id);
    await deleteAllSessions(tx, id, now);
    if (!erase) {
      await updateDeveloper(tx, id, { isActive: false, deactivatedAt: now });
      return;
    }
    // Nobody could take their public pages and forms down any more, or read what visitors write there.
    const deserted = await switchOffDeserted(tx, id);
    const entries = deserted.map((workspaceId) => ({
      workspaceId,
      action: "workspace.deleted",
      target: { type: "workspace", id: workspaceId },
      before: { is_active: true },
      after: { is_active: false },
    }));
    await recordAudits(tx, actor, entries, now);
    await blankDeveloper(tx, id, now);
    await enqueue(tx, eraseDeveloperJob, { developer_id: id }, now);
    await enqueue(tx, eraseEvidence, { developer_id: id }, now);
  });
}
