import type { TokenScope } from "@/lib/access/scope/rules";
import { sha256Hex } from "@/lib/platform/crypto";
import { isApiToken } from "@/lib/tokens/rules";
import { touchApiToken } from "@/lib/tokens/store";

/**
 * Whose token this is and what it may do, or null when it is not valid now. Updates `last_used_at` (requirements, "ApiToken"). The look-up
 * goes by the SHA-256 of 238 random bits, so its timing gives nothing away that could be guessed further.
 */
export async function resolveApiToken(
  token: string,
  now: Date,
): Promise<{ tokenId: string; developerId: string; tokenScope: TokenScope | null } | null> {
  return isApiToken(token) ? touchApiToken(sha256Hex(token), now) : null;
}
