import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  ResponseBodyError,
  refreshTokenGrant,
} from "openid-client";
import { boundedFetch } from "@/lib/identity/bounded-answers";
import { PROVIDER_TIMEOUT_MS } from "@/lib/identity/limits";
import type { Provider } from "@/lib/identity/providers";
import { expiryAt, type Grant, grantedScopes } from "@/lib/identity/rules";
import { env } from "@/lib/platform/env";

/** Some code hosts report a refusal in a 200; this gives it the status that RFC 6749, section 5.2 asks for. */
const fetchWithHonestStatus: CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options as RequestInit);
  if (response.status !== 200) return response;
  const text = await response.text();
  const refused = /^\s*\{/.test(text) && "error" in JSON.parse(text);
  return new Response(text, { status: refused ? 400 : 200, headers: response.headers });
};

/** A provider as openid-client knows it: discovered, or written down for the code host. */
export async function providerClient(provider: Provider): Promise<Configuration> {
  const authentication = ClientSecretPost(provider.clientSecret);
  const timeout = PROVIDER_TIMEOUT_MS / 1000;
  const isPlainHttp = provider.issuer.startsWith("http:");
  if (provider.protocol === "openid") {
    const execute = isPlainHttp ? [allowInsecureRequests] : [];
    const issuer = new URL(provider.issuer);
    const options = { timeout, execute, [customFetch]: boundedFetch as CustomFetch };
    return discovery(issuer, provider.clientId, undefined, authentication, options);
  }
  const server = {
    issuer: provider.issuer,
    token_endpoint: `${env().CODE_HOST_URL}/login/oauth/access_token`,
  };
  const client = new Configuration(server, provider.clientId, undefined, authentication);
  client.timeout = timeout;
  client[customFetch] = fetchWithHonestStatus;
  if (isPlainHttp) allowInsecureRequests(client);
  return client;
}

/** What providers answer when a refresh token is no longer good; the last two are the code host's own words. */
const REFUSALS = new Set(["invalid_grant", "bad_refresh_token", "incorrect_refresh_token"]);

/**
 * Trades a refresh token for a new access token (RFC 6749, section 6).
 * @returns the new grant, `refreshToken` null when the provider did not rotate it; or null when it refused
 * @throws what the network or a wrong configuration throws, which says nothing about the grant
 */
export async function refreshGrant(
  client: Configuration,
  refreshToken: string,
  scopes: readonly string[],
  now: Date,
): Promise<Grant | null> {
  try {
    const answer = await refreshTokenGrant(client, refreshToken);
    const seconds = answer.expires_in;
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? null,
      expiresAt: seconds === undefined ? null : expiryAt(now.getTime() + seconds * 1000),
      scopes: grantedScopes(answer.scope, scopes.join(" ")),
    };
  } catch (error) {
    if (error instanceof ResponseBodyError && REFUSALS.has(error.error)) return null;
    throw error;
  }
}
