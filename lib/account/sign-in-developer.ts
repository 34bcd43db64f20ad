import { randomUUID } from "node:crypto";
import { findSignUpProblem } from "@/lib/account/sign-up";
import { recordAudit } from "@/lib/audit/store";
import type { Origin } from "@/lib/http/origin";
import { encryptGrant } from "@/lib/identity/connection-tokens";
import {
  type Grant,
  keepsEarlierGrant,
  type ProviderId,
  type ProviderIdentity,
  type Purpose,
  type SignUpProblem,
} from "@/lib/identity/rules";
import {
  type DeveloperRecord,
  findDeveloperBySubject,
  findDeveloperByVerifiedEmail,
  insertConnection,
  insertDeveloper,
  lockConnectionBySubject,
  lockEmail,
  markEmailVerified,
  updateConnection,
} from "@/lib/identity/store";
import { type Db, transaction, violatedKey } from "@/lib/platform/database";

type SignIn = { provider: ProviderId; purpose: Purpose; identity: ProviderIdentity; grant: Grant };
/** Why a person is not signed in although the provider identified them. */
type Refusal = "no_email" | "access_denied" | SignUpProblem;
type Known = NonNullable<Awaited<ReturnType<typeof lockConnectionBySubject>>>;

async function renewConnection(tx: Db, known: Known, { purpose, identity, grant }: SignIn): Promise<void> {
  const earlier = {
    status: known.status,
    hasRefreshToken: known.refreshTokenEncrypted !== null,
    scopes: known.scopes,
  };
  if (keepsEarlierGrant(earlier, grant, purpose)) {
    await updateConnection(tx, known.id, { email: identity.email });
    return;
  }
  const { accessTokenEncrypted, refreshTokenEncrypted, expiresAt } = encryptGrant(known.id, grant);
  await updateConnection(tx, known.id, {
    email: identity.email,
    // A suite adds new grants to earlier ones, and sends a refresh token only the first time.
    scopes:
      purpose === "connect_crm" ? [...new Set([...known.scopes, ...grant.scopes])].sort() : grant.scopes,
    accessTokenEncrypted,
    refreshTokenEncrypted:
      refreshTokenEncrypted ?? (known.status === "active" ? known.refreshTokenEncrypted : null),
    expiresAt,
    status: "active",
  });
}

/** The developer for a new identity: the one with that verified email, or else a new one, if they may sign up. */
async function developerFor(
  tx: Db,
  identity: ProviderIdentity & { email: string },
  now: Date,
): Promise<DeveloperRecord | SignUpProblem> {
  await lockEmail(tx, identity.email);
  const existing = identity.emailVerified ? await findDeveloperByVerifiedEmail(tx, identity.email) : null;
  if (existing) return existing;
  const problem = await findSignUpProblem(tx, identity, now);
  if (problem) return problem;
  return insertDeveloper(tx, {
    name: identity.name ?? identity.email,
    email: identity.email,
    emailVerified: identity.emailVerified,
    avatarUrl: identity.avatarUrl,
    createdAt: now,
  });
}

/**
 * Records that a provider has since verified the address a developer signed up with, unless somebody else has verified
 * it: then it is theirs.
 */
async function confirmEmail(tx: Db, developer: DeveloperRecord, identity: ProviderIdentity): Promise<void> {
  const { email, emailVerified } = identity;
  if (developer.emailVerified || !emailVerified || email !== developer.email) return;
  await lockEmail(tx, email);
  if ((await findDeveloperByVerifiedEmail(tx, email)) === null) await markEmailVerified(tx, developer.id);
}

async function attempt(
  tx: Db,
  signIn: SignIn,
  origin: Origin,
  now: Date,
): Promise<{ developerId: string } | Refusal> {
  const { provider, identity, grant } = signIn;
  // Locks the developer, who comes before their connections ("Lock order" in lib/README.md).
  const owner = await findDeveloperBySubject(tx, provider, identity.subject);
  if (owner?.isActive) await confirmEmail(tx, owner, identity);
  const known = await lockConnectionBySubject(tx, provider, identity.subject);
  if (known) {
    if (!known.developer.isActive) return "access_denied";
    await renewConnection(tx, known, signIn);
    return { developerId: known.developerId };
  }
  const { email } = identity;
  if (email === null) return "no_email";
  const developer = await developerFor(tx, { ...identity, email }, now);
  if (typeof developer === "string") return developer;
  // Not a new developer: otherwise a deactivated person could come back through another provider.
  if (!developer.isActive) return "access_denied";
  const id = randomUUID();
  await insertConnection(tx, {
    id,
    developerId: developer.id,
    provider,
    subject: identity.subject,
    email,
    scopes: grant.scopes,
    ...encryptGrant(id, grant),
    createdAt: now,
  });
  const entry = {
    action: "connection.created",
    target: { type: "connection", id },
    after: { provider, scopes: grant.scopes },
  };
  const actor = { ...origin, developerId: developer.id, tokenId: null };
  await recordAudit(tx, { workspaceId: null, actor }, entry, now);
  return { developerId: developer.id };
}

/**
 * Finds or makes the developer of a provider's identity, and keeps what the provider granted on their connection.
 * Identity is (provider, subject); only an email that the provider verified joins a newcomer to a developer who has it
 * verified (contract section 2). Any number of first sign-ins of one identity at once make one developer.
 */
export async function signInDeveloper(
  signIn: SignIn,
  origin: Origin,
  now: Date,
): Promise<{ developerId: string } | Refusal> {
  const run = () => transaction((tx) => attempt(tx, signIn, origin, now));
  return run().catch((error: unknown) => {
    // Another sign-in of the same identity came first, and its transaction has ended: this one now finds its rows.
    if (violatedKey(error) !== null) return run();
    throw error;
  });
}
