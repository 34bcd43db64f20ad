import { sha256Hex } from "@/lib/platform/crypto";
import { isWorkspaceKey } from "@/lib/tokens/rules";
import { touchWorkspaceKey } from "@/lib/tokens/workspace-keys/store";

/**
 * Which active workspace a key opens, or null when it is not valid now. Notes its use, to the minute. The look-up goes
 * by the SHA-256 of 238 random bits, so its timing gives nothing away that could be guessed further.
 */
export async function resolveWorkspaceKey(
  key: string,
  now: Date,
): Promise<{ keyId: string; workspaceId: string } | null> {
  return isWorkspaceKey(key) ? touchWorkspaceKey(sha256Hex(key), now) : null;
}
