import type { Actor } from "@/lib/access/actor";
import { findMembership } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { nameSession } from "@/lib/identity/sessions/name-session";
import { lockDeveloper } from "@/lib/identity/store";
import { sha256Hex } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { API_TOKENS_PER_DEVELOPER_MAX } from "@/lib/tokens/limits";
import { presentApiToken } from "@/lib/tokens/present";
import { earlierOf, mintApiToken, prefixOf } from "@/lib/tokens/rules";
import type { CreateApiToken, NewApiToken } from "@/lib/tokens/schema";
import { countApiTokens, insertApiToken, lockParent } from "@/lib/tokens/store";

/** The time until which a new token lives as asked for; null for ever. @throws AppError invalid when that is over */
function expiryOf(body: CreateApiToken, now: Date): Date | null {
  const expiresAt = body.expires_at
    ? new Date(body.expires_at)
    : body.expires_in_days
      ? new Date(now.getTime() + body.expires_in_days * DAY_MS)
      : null;
  if (expiresAt !== null && expiresAt <= now) throw invalidField("expires_at", "Must be in the future");
  return expiresAt;
}

function invalidField(path: string, message: string): AppError {
  return invalidBody([{ path, message }]);
}

/**
 * Creates a token for the actor. The token itself appears only in this response. A token created with an API token is
 * its child: it expires no later and works only while its parent does.
 * @throws AppError invalid if it would expire in the past or is for a workspace that the actor is not a member of,
 * conflict if the developer has too many, unauthenticated if the actor's own token has just ended
 */
export async function createApiToken(actor: Actor, body: CreateApiToken, now: Date): Promise<NewApiToken> {
  const asked = expiryOf(body, now);
  const workspaceId = body.workspace_id ?? null;
  if (workspaceId !== null) {
    const membership = await findMembership(workspaceId, actor.developerId);
    if (!membership?.workspaceIsActive || membership.status !== "active") {
      throw invalidField("workspace_id", "Must be a workspace that you belong to");
    }
  }
  const token = mintApiToken();
  return transaction(async (tx) => {
    // Locked while counting, so that no other request takes the last place.
    await lockDeveloper(tx, actor.developerId);
    if ((await countApiTokens(tx, actor.developerId)) >= API_TOKENS_PER_DEVELOPER_MAX) {
      throw new AppError("conflict", `A developer keeps at most ${API_TOKENS_PER_DEVELOPER_MAX} API tokens.`);
    }
    const parent = actor.tokenId === null ? null : await lockParent(tx, actor.tokenId, now);
    if (actor.tokenId !== null && parent === null) {
      throw new AppError("unauthenticated", "Missing, invalid or expired token");
    }
    const row = await insertApiToken(tx, {
      developerId: actor.developerId,
      name: body.name,
      tokenHash: sha256Hex(token),
      tokenPrefix: prefixOf(token),
      expiresAt: earlierOf(asked, parent?.expiresAt ?? null),
      parentId: parent?.id ?? null,
      ancestorIds: parent ? [parent.id, ...parent.ancestorIds] : [],
      workspaceId,
      isReadOnly: body.is_read_only ?? false,
      hasAllPermissions: (body.permissions ?? null) === null,
      permissions: [...new Set(body.permissions ?? [])].sort(),
      createdAt: now,
    });
    const target = { type: "api_token", id: row.id };
    const { workspace_id, permissions, is_read_only } = presentApiToken(row);
    const after = { name: row.name, token_prefix: row.tokenPrefix, workspace_id, permissions, is_read_only };
    await recordAudit(tx, { workspaceId: null, actor }, { action: "api_token.created", target, after }, now);
    await nameSession(tx, actor, row.name);
    return { ...presentApiToken(row), token };
  });
}
