import type { Grant } from "@/lib/identity/rules";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import type { DeveloperConnection } from "@/lib/platform/rows";

type Kind = "access" | "refresh";

function contextOf(connectionId: string, kind: Kind): string {
  return `connection:${connectionId}:${kind}`;
}

/** A grant's tokens as the columns of its connection hold them: AES-256-GCM, bound to that row and column. */
export function encryptGrant(connectionId: string, grant: Grant) {
  const { accessToken, refreshToken, expiresAt } = grant;
  return {
    accessTokenEncrypted: encrypt(accessToken, contextOf(connectionId, "access")),
    refreshTokenEncrypted:
      refreshToken === null ? null : encrypt(refreshToken, contextOf(connectionId, "refresh")),
    expiresAt,
  };
}

/** One of a connection's tokens in clear, or null when it holds none. */
export function decryptToken(connection: DeveloperConnection, kind: Kind): string | null {
  const encrypted = kind === "access" ? connection.accessTokenEncrypted : connection.refreshTokenEncrypted;
  return encrypted === null ? null : decrypt(encrypted, contextOf(connection.id, kind));
}
