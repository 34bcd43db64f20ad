import type { z } from "zod";
import { recordAudit } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Actor } from "@/lib/identity/authenticate";
import { nameSession } from "@/lib/identity/sessions/name-session";
import { lockDeveloper } from "@/lib/identity/store";
import { sha256Hex } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { API_TOKENS_PER_DEVELOPER_MAX } from "@/lib/tokens/limits";
import { presentApiToken } from "@/lib/tokens/present";
import { mintApiToken, prefixOf } from "@/lib/tokens/rules";
import type { CreateApiToken, NewApiToken } from "@/lib/tokens/schema";
import { countApiTokens, insertApiToken } from "@/lib/tokens/store";

const DAY_MS = 86_400_000;

/**
 * Mints a token for the actor. The answer is the only place where the token itself ever stands.
 * @throws AppError invalid when it would expire before it begins, conflict when the developer keeps too many
 */
export async function createApiToken(
  actor: Actor,
  body: z.output<typeof CreateApiToken>,
  now: Date,
): Promise<z.input<typeof NewApiToken>> {
  const expiresAt = body.expires_at
    ? new Date(body.expires_at)
    : body.expires_in_days
      ? new Date(now.getTime() + body.expires_in_days * DAY_MS)
      : null;
  if (expiresAt !== null && expiresAt <= now) {
    const issues = [{ path: "expires_at", message: "Must be in the future" }];
    throw new AppError("invalid", "The request body is not valid.", { issues });
  }
  const token = mintApiToken();
  return transaction(async (tx) => {
    // Held while it is counted, so that no other request takes the last place.
    await lockDeveloper(tx, actor.developerId);
    if ((await countApiTokens(tx, actor.developerId)) >= API_TOKENS_PER_DEVELOPER_MAX) {
      throw new AppError("conflict", `A developer keeps at most ${API_TOKENS_PER_DEVELOPER_MAX} API tokens.`);
    }
    const row = await insertApiToken(tx, {
      developerId: actor.developerId,
      name: body.name,
      tokenHash: sha256Hex(token),
      tokenPrefix: prefixOf(token),
      expiresAt,
      createdAt: now,
    });
    const target = { type: "api_token", id: row.id };
    const after = { name: row.name, token_prefix: row.tokenPrefix };
    await recordAudit(tx, actor, { workspaceId: null, action: "api_token.created", target, after }, now);
    await nameSession(tx, actor, row.name);
    return { ...presentApiToken(row), token };
  });
}
