import { AppError, orNotFound } from "@/lib/http/app-error";
import { decryptToken, encryptGrant } from "@/lib/identity/connection-tokens";
import { getProvider, type Provider } from "@/lib/identity/providers";
import { providerClient, refreshGrant } from "@/lib/identity/refresh-grant";
import { isProviderId, needsRefresh } from "@/lib/identity/rules";
import { findConnection, lockConnection, markReauthRequired, updateConnection } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";
import type { DeveloperConnection } from "@/lib/platform/rows";

type ProviderAnswer = { status: "answered"; response: Response } | { status: "reauth_required" };

function unavailable(provider: Provider, cause: unknown): AppError {
  return new AppError("unavailable", `${provider.name} can't be reached at the moment.`, { cause });
}

/**
 * The connection with an access token that is good for a while, refreshed under a lock on its row when it is not: of
 * callers at the same time one refreshes, and the others find what it stored. New tokens are committed before anyone
 * uses them, because a rotated refresh token that was lost could never be had again.
 */
async function freshConnection(
  connection: DeveloperConnection,
  provider: Provider,
  now: Date,
): Promise<DeveloperConnection> {
  if (!needsRefresh(connection.expiresAt, now)) return connection;
  // Found out before the row is held, so that a slow provider holds it for one request only.
  const client = await providerClient(provider);
  return transaction(async (tx) => {
    const held = orNotFound(await lockConnection(tx, connection.developerId, connection.id), "Connection");
    if (held.status !== "active" || !needsRefresh(held.expiresAt, now)) return held;
    const refreshToken = decryptToken(held, "refresh");
    const grant = refreshToken === null ? null : await refreshGrant(client, refreshToken, held.scopes, now);
    if (grant === null) return updateConnection(tx, held.id, { status: "reauth_required" });
    const { accessTokenEncrypted, refreshTokenEncrypted, expiresAt } = encryptGrant(held.id, grant);
    return updateConnection(tx, held.id, {
      accessTokenEncrypted,
      ...(refreshTokenEncrypted === null ? {} : { refreshTokenEncrypted }),
      expiresAt,
    });
  });
}

/**
 * The one way to call a provider on a developer's behalf: the access token is refreshed first when it has expired or is
 * about to, and the connection becomes `reauth_required` when the provider refuses it (contract section 2).
 * @param send makes the request with the access token; its response is handed back as it is
 * @throws AppError not_found for anyone else's connection; unavailable when the provider can't be reached, which leaves
 *   the connection as it is
 */
export async function callProvider(
  developerId: string,
  connectionId: string,
  send: (provider: Provider, accessToken: string) => Promise<Response>,
  now: Date,
): Promise<ProviderAnswer> {
  const connection = await findConnection(developerId, connectionId);
  if (!connection || !isProviderId(connection.provider)) {
    throw new AppError("not_found", "Connection not found");
  }
  const provider = getProvider(connection.provider);
  if (connection.status !== "active") return { status: "reauth_required" };
  const fresh = await freshConnection(connection, provider, now).catch((error: unknown) => {
    throw error instanceof AppError ? error : unavailable(provider, error);
  });
  const accessToken = decryptToken(fresh, "access");
  if (fresh.status !== "active" || accessToken === null) return { status: "reauth_required" };
  const response = await send(provider, accessToken).catch((error: unknown) => {
    throw unavailable(provider, error);
  });
  if (response.status !== 401) return { status: "answered", response };
  await markReauthRequired(fresh.id, fresh.accessTokenEncrypted ?? "");
  return { status: "reauth_required" };
}
