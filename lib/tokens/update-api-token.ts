import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { lockDeveloper } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import { presentApiToken } from "@/lib/tokens/present";
import type { ApiToken, UpdateApiToken } from "@/lib/tokens/schema";
import { findApiToken, updateApiToken as updateRow } from "@/lib/tokens/store";

/** Renames one of the actor's tokens or switches it on and off. @throws AppError not_found for anyone else's */
export async function updateApiToken(
  actor: Actor,
  tokenId: string,
  body: UpdateApiToken,
  now: Date,
): Promise<ApiToken> {
  return transaction(async (tx) => {
    // The audit entry refers to the developer, whom those who delete a token lock before it.
    await lockDeveloper(tx, actor.developerId);
    const before = orNotFound(await findApiToken(tx, actor.developerId, tokenId), "API token");
    const row = await updateRow(tx, before.id, omitUndefined({ name: body.name, isActive: body.is_active }));
    const entry = {
      action: "api_token.updated",
      target: { type: "api_token", id: row.id },
      before: { name: before.name, is_active: before.isActive },
      after: { name: row.name, is_active: row.isActive },
    };
    await recordAudit(tx, { workspaceId: null, actor }, entry, now);
    return presentApiToken(row);
  });
}
