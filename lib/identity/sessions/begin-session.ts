import { randomUUID } from "node:crypto";
import { cleanText } from "@/lib/http/clean-text";
import { issueJwt, jwtExpiry } from "@/lib/identity/jwt";
import type { ProviderId } from "@/lib/identity/rules";
import { SESSION_USER_AGENT_CHARS_MAX } from "@/lib/identity/sessions/limits";
import type { SessionKind } from "@/lib/identity/sessions/rules";
import { insertSession } from "@/lib/identity/sessions/store";

type SignedIn = {
  developerId: string;
  kind: SessionKind;
  provider: ProviderId | null;
  client: string | null;
  userAgent: string | null;
  ip: string | null;
};

/** Begins a session for somebody who has just signed in. @param issuer as of `issueJwt` @returns its id and its JWT */
export async function beginSession(
  { userAgent, ...signedIn }: SignedIn,
  now: Date,
  issuer?: null,
): Promise<{ id: string; jwt: string }> {
  const id = randomUUID();
  const agent =
    userAgent === null ? null : cleanText(userAgent, false).slice(0, SESSION_USER_AGENT_CHARS_MAX);
  await insertSession({ id, ...signedIn, userAgent: agent || null, expiresAt: jwtExpiry(now) }, now);
  const jwt = await issueJwt(signedIn.developerId, now, { id, provider: signedIn.provider }, issuer);
  return { id, jwt };
}
