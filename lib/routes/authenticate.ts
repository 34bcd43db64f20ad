import { z } from "zod";
import type { Actor, Claim } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { bearerOf } from "@/lib/http/bearer";
import type { Origin } from "@/lib/http/origin";
import { readJwt } from "@/lib/identity/jwt";
import { type DeveloperRecord, findSignedIn, isSignedIn } from "@/lib/identity/store";
import { resolveApiToken } from "@/lib/tokens/resolve-api-token";

const Uuid = z.uuid();

function unauthenticated(): AppError {
  return new AppError("unauthenticated", "Missing, invalid or expired token");
}

/** What the bearer token claims: an API token (`svc_…`, which implies that its developer is active) or a JWT. */
async function claimOf(request: Request, now: Date): Promise<Claim | null> {
  const token = bearerOf(request.headers.get("authorization"));
  if (token === null) return null;
  if (token.startsWith("svc_")) {
    const resolved = await resolveApiToken(token, now);
    return resolved && { ...resolved, sessionId: null, signedInAt: null };
  }
  const claims = await readJwt(token, now);
  if (claims === null || !Uuid.safeParse(claims.developerId).success) return null;
  const { developerId, sessionId, issuedAt } = claims;
  return { developerId, tokenId: null, tokenScope: null, sessionId, signedInAt: issuedAt };
}

/** The database rows that decide whether the claim still counts. */
function jwtOf({ developerId, sessionId, signedInAt }: Claim) {
  return { developerId, sessionId, issuedAt: signedInAt };
}

/**
 * The weaker dependency: the token is valid and not ended, and its developer not deactivated. One query.
 * @throws AppError unauthenticated
 */
export async function authenticate(request: Request, now: Date, origin: Origin): Promise<Actor> {
  const claim = await claimOf(request, now);
  if (claim === null) throw unauthenticated();
  if (claim.tokenId === null && !(await isSignedIn(jwtOf(claim)))) throw unauthenticated();
  return { ...claim, ...origin };
}

/**
 * The stronger dependency: also loads the full record.
 * @throws AppError unauthenticated, or not_found `Developer not found` if the token is valid but the record is gone
 */
export async function loadDeveloper(
  request: Request,
  now: Date,
  origin: Origin,
): Promise<{ actor: Actor; developer: DeveloperRecord }> {
  const claim = await claimOf(request, now);
  if (claim === null) throw unauthenticated();
  const found = await findSignedIn(jwtOf(claim));
  if (found === null) throw new AppError("not_found", "Developer not found");
  const { developer, counts } = found;
  if (claim.tokenId === null ? !counts : !developer.isActive) throw unauthenticated();
  return { actor: { ...claim, ...origin }, developer };
}

/** The actor of a public route: null without a valid bearer token, whatever is wrong with it. */
export async function authenticateOptionally(
  request: Request,
  now: Date,
  origin: Origin,
): Promise<Actor | null> {
  if (!request.headers.has("authorization")) return null;
  return authenticate(request, now, origin).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}
