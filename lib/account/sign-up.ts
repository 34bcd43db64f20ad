import { isOperator } from "@/lib/access/operators/operator";
import { type ProviderIdentity, type SignUpProblem, signUpProblem } from "@/lib/identity/rules";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { isInvited } from "@/lib/workspaces/invites/is-invited";

/**
 * Why somebody who has no account here may not make one; null when they may. Operators always may. With
 * SIGN_UP=invited an open invite to their verified address is needed; SIGN_UP_EMAIL_DOMAINS, where set, holds besides.
 */
export async function findSignUpProblem(
  tx: Db,
  identity: ProviderIdentity & { email: string },
  now: Date,
): Promise<SignUpProblem | null> {
  if (isOperator(identity)) return null;
  const { SIGN_UP, SIGN_UP_EMAIL_DOMAINS } = env();
  const problem = signUpProblem(identity, { signUp: SIGN_UP, domains: SIGN_UP_EMAIL_DOMAINS });
  return problem === "invite_needed" && (await isInvited(tx, identity.email, now)) ? null : problem;
}
