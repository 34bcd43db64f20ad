import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import type { Origin } from "@/lib/http/route";
import { readJwt } from "@/lib/identity/jwt";
import { type DeveloperRecord, findDeveloper } from "@/lib/identity/store";
import { resolveApiToken } from "@/lib/tokens/resolve-api-token";

export type { DeveloperRecord };

/** Who calls, and from where. A token and a JWT make the same actor; `tokenId` is kept for the audit trail. */
export type Actor = Origin & { developerId: string; tokenId: string | null };

const BEARER = /^Bearer ([^\s]{1,4096})$/i;
const Uuid = z.uuid();

function unauthenticated(): AppError {
  return new AppError("unauthenticated", "Missing, invalid or expired token");
}

type Claim = { developerId: string; tokenId: string | null };

/** What the bearer says: an API token (`svc_…`, which answers for its developer being active) or a JWT. */
async function claimOf(request: Request, now: Date): Promise<Claim | null> {
  const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return null;
  if (token.startsWith("svc_")) return resolveApiToken(token, now);
  const developerId = await readJwt(token, now);
  return developerId !== null && Uuid.safeParse(developerId).success ? { developerId, tokenId: null } : null;
}

/**
 * The weaker dependency: the token is valid and its developer not deactivated. One query.
 * @throws AppError unauthenticated
 */
export async function authenticate(request: Request, now: Date, origin: Origin): Promise<Actor> {
  const claim = await claimOf(request, now);
  if (claim === null) throw unauthenticated();
  if (claim.tokenId === null) {
    const developer = await findDeveloper(claim.developerId);
    if (!developer?.isActive) throw unauthenticated();
  }
  return { ...claim, ...origin };
}

/**
 * The stronger dependency: the full record as well.
 * @throws AppError unauthenticated, or not_found `Developer not found` when the record of a valid token is gone
 */
export async function loadDeveloper(
  request: Request,
  now: Date,
  origin: Origin,
): Promise<{ actor: Actor; developer: DeveloperRecord }> {
  const claim = await claimOf(request, now);
  if (claim === null) throw unauthenticated();
  const developer = await findDeveloper(claim.developerId);
  if (developer === null) throw new AppError("not_found", "Developer not found");
  if (!developer.isActive) throw unauthenticated();
  return { actor: { ...claim, ...origin }, developer };
}

/** The actor of a public route: null when there is no valid bearer, whatever is wrong with it. */
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
