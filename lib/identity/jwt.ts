import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { JWT_LIFETIME_DAYS_MAX, JWT_TOLERANCE_S, JWTS_KNOWN_MAX } from "@/lib/identity/limits";
import { PROVIDER_IDS, type ProviderId } from "@/lib/identity/rules";
import { env } from "@/lib/platform/env";

const ALGORITHM = "HS256";
const DAY_S = 86_400;

const keys = new Map<string, Promise<CryptoKey>>();

/** The key of a secret, imported once: that takes twice as long as checking a JWT. */
function key(): Promise<CryptoKey> {
  const secret = env().JWT_SECRET;
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new TextEncoder().encode(secret);
  const made = crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
  keys.set(secret, made);
  return made;
}

function audienceOf(issuer: string): string {
  return `${issuer}/api/v1`;
}

/** When a JWT that is issued now expires. */
export function jwtExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1000) + env().JWT_TTL_MINUTES * 60) * 1000);
}

/**
 * Issues a developer JWT: `sub, exp, iat, type: "access"`, valid for JWT_TTL_MINUTES (requirements, Authentication 1),
 * with this deployment's `iss` and `aud`.
 * @param session the session it depends on (`sid`), and the provider that vouched for the person (`idp`)
 * @param issuer null if the deployment's address isn't known: then the JWT has neither issuer nor audience
 */
export async function issueJwt(
  developerId: string,
  now: Date,
  session?: { id: string; provider: ProviderId | null },
  issuer: string | null = env().BASE_URL,
): Promise<string> {
  const jwt = new SignJWT({
    type: "access",
    ...(session ? { sid: session.id } : {}),
    ...(session?.provider ? { idp: session.provider } : {}),
    ...(issuer === null ? {} : { iss: issuer, aud: audienceOf(issuer) }),
  });
  return jwt
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(developerId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(jwtExpiry(now).getTime() / 1000))
    .sign(await key());
}

/** The content of a JWT. Without a session, only its time of issue tells whether it was ended. */
export type JwtClaims = { developerId: string; sessionId: string | null; issuedAt: Date | null };

// JWTs from before these claims were issued have none of them, nor do those that were made by hand: what is missing is
// not asked for, what is there must be right.
const Payload = z.object({
  sub: z.string(),
  exp: z.number(),
  iat: z.number().optional(),
  type: z.literal("access"),
  sid: z.uuid().optional(),
  idp: z.enum(PROVIDER_IDS).optional(),
});

type Checked = { claims: JwtClaims; sinceMs: number; expiresS: number };

/** JWTs that were valid, by their text. A client sends the same one with each request, and checking it costs a tenth. */
const checked = new Map<string, Checked>();

async function check(token: string, now: Date): Promise<Checked | null> {
  const { payload, protectedHeader } = await jwtVerify(token, await key(), {
    algorithms: [ALGORITHM],
    currentDate: now,
    requiredClaims: ["sub", "exp"],
  });
  const { typ } = protectedHeader;
  if (typ !== undefined && String(typ).toUpperCase() !== "JWT") return null;
  const issuer = env().BASE_URL;
  if (payload.iss !== undefined && payload.iss !== issuer) return null;
  if (payload.aud !== undefined && ![payload.aud].flat().includes(audienceOf(issuer))) return null;
  const { sub, exp, iat, sid } = Payload.parse(payload);
  const nowS = now.getTime() / 1000;
  if (iat !== undefined && iat > nowS + JWT_TOLERANCE_S) return null;
  if (exp - Math.max(iat ?? nowS, 0) > JWT_LIFETIME_DAYS_MAX * DAY_S) return null;
  const issuedAt = iat === undefined ? null : new Date(Math.floor(iat * 1000));
  const claims = { developerId: sub, sessionId: sid ?? null, issuedAt };
  return { claims, sinceMs: now.getTime(), expiresS: exp };
}

/** Whether a JWT that was valid still is: only its expiry changes that, unless the clock goes back. */
function isStillValid({ sinceMs, expiresS }: Checked, now: Date): boolean {
  return now.getTime() >= sinceMs && Math.floor(now.getTime() / 1000) < expiresS;
}

/**
 * What a JWT of ours says, or null when it is none: another algorithm than HS256, another key, expired, issued in the
 * future or for longer than any is, a `type` other than `access`, or with an issuer, audience, session, provider or
 * `typ` that is not ours (RFC 8725, 3.8 to 3.11).
 */
export async function readJwt(token: string, now: Date): Promise<JwtClaims | null> {
  const known = checked.get(token);
  if (known && isStillValid(known, now)) return known.claims;
  checked.delete(token);
  const valid = await check(token, now).catch(() => null);
  if (valid === null) return null;
  if (checked.size >= JWTS_KNOWN_MAX) checked.delete(checked.keys().next().value ?? "");
  checked.set(token, valid);
  return valid.claims;
}
