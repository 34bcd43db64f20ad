import { jwtVerify, SignJWT } from "jose";
import { env } from "@/lib/platform/env";

const ALGORITHM = "HS256";

function key(): Uint8Array {
  return new TextEncoder().encode(env().JWT_SECRET);
}

/** Issues a developer JWT: `sub, exp, iat, type: "access"`, living JWT_TTL_MINUTES (requirements, Authentication 1). */
export async function issueJwt(developerId: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ type: "access" })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(developerId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + env().JWT_TTL_MINUTES * 60)
    .sign(key());
}

/**
 * The developer a JWT was issued to, or null when it is not one of ours: another algorithm than HS256, another key,
 * expired, or a `type` other than `access`.
 */
export async function readJwt(token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: [ALGORITHM],
      currentDate: now,
      requiredClaims: ["sub", "exp", "iat"],
    });
    return payload.type === "access" && typeof payload.sub === "string" ? payload.sub : null;
  } catch {
    return null;
  }
}
