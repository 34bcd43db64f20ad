import { isOperator } from "@/lib/access/operators/operator";
import { type ProviderIdentity, type SignUpProblem, signUpProblem } from "@/lib/identity/rules";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { hasOpenInvite } from "@/lib/workspaces/invites/check-inviter";

/**
 * Why somebody without an account may not create one; null if they may. Operators always may. SIGN_UP=invited requires
 * an open invite to their verified address; SIGN_UP_EMAIL_DOMAINS, if set, applies as well.
 */
export async function findSignUpProblem(
  tx: Db,
  identity: ProviderIdentity & { email: string },
  now: Date,
): Promise<SignUpProblem | null> {
  if (isOperator(identity)) return null;
  const { SIGN_UP, SIGN_UP_EMAIL_DOMAINS } = env();
  const problem = signUpProblem(identity, { signUp: SIGN_UP, domains: SIGN_UP_EMAIL_DOMAINS });
  return problem === "invite_needed" && (await hasOpenInvite(tx, identity.email, now)) ? null : problem;
}
