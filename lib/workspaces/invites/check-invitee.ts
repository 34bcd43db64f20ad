import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { isOfDomain } from "@/lib/identity/rules";
import { checkLimits } from "@/lib/limits/check-limits";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { OPEN_INVITES_PER_WORKSPACE_MAX } from "@/lib/workspaces/invites/limits";
import { countOpenInvites, findInvitee } from "@/lib/workspaces/invites/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

/**
 * Makes sure that an address is one that may come in, where SIGN_UP_EMAIL_DOMAINS names domains: an invite to another
 * could not be used. Nobody is asked whether it has an account, which is none of the inviter's business.
 * @throws AppError invalid
 */
export function checkInviteDomain(email: string): void {
  const domains = env().SIGN_UP_EMAIL_DOMAINS;
  if (domains.length === 0 || isOfDomain(email, domains) || env().OPERATOR_EMAILS.includes(email)) return;
  throw invalidBody([{ path: "email", message: `Only addresses of ${domains.join(", ")} can come in here` }]);
}

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
 * Counts an invite before it is mailed, so that nobody can flood a mailbox through us, or send mass mail.
 * @throws AppError too_many_requests
 */
export async function checkInviteLimits(scope: WorkspaceScope, email: string, now: Date): Promise<void> {
  await checkLimits(
    [
      { limit: "invites_per_developer", key: scope.actor.developerId },
      { limit: "invites_per_developer_daily", key: scope.actor.developerId },
      { limit: "invites_per_workspace_daily", key: scope.workspaceId },
      { limit: "invites_per_address", key: email },
      { limit: "invites_per_address_daily", key: email },
    ],
    now,
  );
}
