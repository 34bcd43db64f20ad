import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { lockDeveloper } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";
import { deleteApiTokenRow, findApiToken } from "@/lib/tokens/store";

/** Revokes one of the actor's tokens for good, and those that were made with it. @throws AppError not_found for anyone else's */
export async function deleteApiToken(actor: Actor, tokenId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    // Those who make a token hold the developer, then the token that they make it with.
    await lockDeveloper(tx, actor.developerId);
    const row = orNotFound(await findApiToken(tx, actor.developerId, tokenId), "API token");
    await deleteApiTokenRow(tx, row.id);
    const target = { type: "api_token", id: row.id };
    const before = { name: row.name, token_prefix: row.tokenPrefix };
    await recordAudit(tx, { workspaceId: null, actor }, { action: "api_token.deleted", target, before }, now);
  });
}
