import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import type { Db } from "@/lib/platform/database";
import { OPEN_INVITES_PER_WORKSPACE_MAX } from "@/lib/workspaces/invites/limits";
import { countOpenInvites, findInvitee } from "@/lib/workspaces/invites/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

/**
 * Makes sure that an address may get an open invite: its owner is not in, has none, and there is a place left. To be
 * asked under the access lock, also before an expired invite opens again.
 * @throws AppError conflict, payment_required
 */
export async function checkInvitee(tx: Db, scope: WorkspaceScope, email: string, now: Date): Promise<void> {
  const { isMember, isInvited } = await findInvitee(tx, scope, email, now);
  if (isMember) throw new AppError("conflict", "This person is a member already");
  if (isInvited) throw new AppError("conflict", "This address has an open invite; resend it instead");
  if ((await countOpenInvites(tx, scope, now)) >= OPEN_INVITES_PER_WORKSPACE_MAX) {
    throw new AppError("conflict", `A workspace has at most ${OPEN_INVITES_PER_WORKSPACE_MAX} open invites`);
  }
  await checkPlan(tx, scope, "members", now);
}

/**
 * Counts an invite before it is mailed, so that nobody's mailbox is flooded through ours.
 * @throws AppError too_many_requests
 */
export async function checkInviteLimits(scope: WorkspaceScope, email: string, now: Date): Promise<void> {
  await checkLimits(
    [
      { limit: "invites_per_developer", key: scope.actor.developerId },
      { limit: "invites_per_address", key: email },
    ],
    now,
  );
}
