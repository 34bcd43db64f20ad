import { recordAudit } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Actor } from "@/lib/identity/authenticate";
import { transaction } from "@/lib/platform/database";
import { deleteApiTokenRow, findApiToken } from "@/lib/tokens/store";

/** Revokes one of the actor's tokens for good. @throws AppError not_found for anyone else's */
export async function deleteApiToken(actor: Actor, tokenId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await findApiToken(tx, actor.developerId, tokenId);
    if (!row) throw new AppError("not_found", "API token not found");
    await deleteApiTokenRow(tx, row.id);
    const target = { type: "api_token", id: row.id };
    const before = { name: row.name, token_prefix: row.tokenPrefix };
    await recordAudit(tx, actor, { workspaceId: null, action: "api_token.deleted", target, before }, now);
  });
}
