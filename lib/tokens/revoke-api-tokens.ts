import type { Db } from "@/lib/platform/database";
import { revokeApiTokensOf } from "@/lib/tokens/store";

/** Revokes every token of a developer who leaves (requirements, Authentication 8), in the transaction of leaving. */
export async function revokeApiTokens(tx: Db, developerId: string): Promise<void> {
  await revokeApiTokensOf(tx, developerId);
}
