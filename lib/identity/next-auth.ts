import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { stringifySetCookie } from "cookie";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { boundedAgent } from "@/lib/identity/bounded-answers";
import { fetchCodeHostIdentity } from "@/lib/identity/code-host";
import { findAuthorizationEndpoint } from "@/lib/identity/find-authorization-endpoint";
import { cookieOptions, FLOW_COOKIES, flowCookies, readFlowCookies } from "@/lib/identity/flow-cookies";
import { PROVIDER_TIMEOUT_MS, SIGN_IN_MS_MAX } from "@/lib/identity/limits";
import { authorizationParams, type Provider } from "@/lib/identity/providers";
import {
  expiryAt,
  type Grant,
  grantedScopes,
  identityOfClaims,
  joinClaims,
  type ProviderIdentity,
  type Purpose,
  type SignInFailure,
} from "@/lib/identity/rules";
import { arrivalCookieName } from "@/lib/identity/sessions/rules";
import { deriveSecret, randomBase62 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { parseUrl } from "@/lib/platform/parse-url";

/*
 * next-auth runs the protocol (state, PKCE, nonce, code exchange, ID token), and nothing else of it is wanted: its
 * sessions, pages and cookies would be a second sign-in beside ours. It is called as the API handler that it is, with a
 * request made for it, and stopped by `callbacks.signIn` before it sets a session cookie. Its state cookie is not
 * single use, which is what the flow row is for.
 */

/** It never reaches the browser. */
const CSRF_COOKIE = "sign-in.csrf";

type Outcome = { ok: true; identity: ProviderIdentity; grant: Grant } | { ok: false; failure: SignInFailure };

type Attempt = { failure: SignInFailure; identity?: ProviderIdentity; grant?: Grant };

function endpoints(
  provider: Provider,
  authorization: string | undefined,
): Partial<OAuthConfig<Record<string, unknown>>> {
  if (provider.protocol === "openid") {
    return {
      // Beginning a flow takes that one endpoint; finishing it takes all else that the provider says of itself.
      ...(authorization === undefined
        ? { wellKnown: `${provider.issuer}/.well-known/openid-configuration` }
        : { issuer: provider.issuer }),
      idToken: true,
      checks: ["pkce", "state", "nonce"],
    };
  }
  return { issuer: provider.issuer, idToken: false, checks: ["pkce", "state"] };
}

function endpointUrls(
  provider: Provider,
  authorization: string | undefined,
): { authorization?: string; token?: string } {
  if (provider.protocol === "openid") return authorization === undefined ? {} : { authorization };
  return {
    authorization: `${env().CODE_HOST_URL}/login/oauth/authorize`,
    token: `${env().CODE_HOST_URL}/login/oauth/access_token`,
  };
}

/**
 * next-auth's options for one request; what its callbacks learn is left in `attempt`.
 * @param authorization where an OpenID Connect provider signs people in, for a flow that begins
 */
function authOptions(
  provider: Provider,
  purpose: Purpose,
  attempt: Attempt,
  authorization?: string,
): AuthOptions & { secret: string } {
  const options = cookieOptions();
  const params = authorizationParams(provider, purpose);
  const urls = endpointUrls(provider, authorization);
  const config: OAuthConfig<Record<string, unknown>> = {
    id: provider.id,
    name: provider.name,
    type: "oauth",
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    client: { token_endpoint_auth_method: "client_secret_post" },
    httpOptions: { timeout: PROVIDER_TIMEOUT_MS, agent: boundedAgent(provider.issuer) },
    ...endpoints(provider, authorization),
    authorization: {
      ...(urls.authorization ? { url: urls.authorization } : {}),
      params: { ...params, redirect_uri: provider.redirectUri },
    },
    token: {
      ...(urls.token ? { url: urls.token } : {}),
      // Called once the cookies have proven that this browser began the flow.
      async request({ client, params: answer, checks }) {
        attempt.failure = "invalid_state";
        if (answer.state !== checks.state) throw new Error("the state is another flow's");
        attempt.failure = "provider_error";
        if (!answer.code) throw new Error("the provider sent no code");
        attempt.failure = "token_exchange_failed";
        const tokens =
          provider.protocol === "openid"
            ? await client.callback(provider.redirectUri, answer, checks)
            : await client.oauthCallback(provider.redirectUri, answer, checks);
        // Some code hosts report a failed exchange in a 200.
        const { access_token: accessToken, refresh_token: refreshToken } = tokens;
        if (!accessToken || typeof accessToken !== "string")
          throw new Error("the provider sent no access token");
        attempt.grant = {
          accessToken,
          refreshToken: typeof refreshToken === "string" ? refreshToken : null,
          expiresAt: tokens.expires_at === undefined ? null : expiryAt(tokens.expires_at * 1000),
          scopes: grantedScopes(tokens.scope, params.scope),
        };
        attempt.failure = "userinfo_failed";
        attempt.identity =
          provider.protocol === "openid"
            ? identityOfClaims(
                joinClaims(tokens.claims(), await client.userinfo(tokens)),
                provider.trustsEmail,
              )
            : await fetchCodeHostIdentity(accessToken);
        return { tokens };
      },
    },
    userinfo: { request: () => ({ sub: attempt.identity?.subject ?? "" }) },
    profile: (profile) => ({ id: String(profile.sub) }),
  };
  return {
    secret: deriveSecret("next-auth"),
    providers: [config],
    cookies: {
      state: { name: FLOW_COOKIES.state, options },
      pkceCodeVerifier: { name: FLOW_COOKIES.pkce, options },
      nonce: { name: FLOW_COOKIES.nonce, options },
      csrfToken: { name: CSRF_COOKIE, options },
    },
    // A path as the answer ends next-auth's work before it would set a session cookie.
    callbacks: { signIn: () => "/" },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        log.warn({ code, provider: provider.id, reason: error.message }, "sign-in did not succeed");
      },
      warn: () => {},
      debug: () => {},
    },
  };
}

type Call = {
  method: "GET" | "POST";
  nextauth: [action: string, provider: string];
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: Record<string, string | undefined>;
};

/** Calls next-auth's API handler; gives back where it redirects to and the cookies it sets. */
async function callNextAuth(
  options: AuthOptions,
  call: Call,
): Promise<{ location: string; setCookies: string[] }> {
  // It asks the environment for its own address, and falls back to one of its own otherwise.
  process.env.NEXTAUTH_URL = env().BASE_URL;
  const headers = new Map<string, string | string[]>();
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: string | string[]) => {
      headers.set(name, value);
      return response;
    },
    end: () => response,
    json: () => response,
    send: () => response,
  };
  const { nextauth, query, ...rest } = call;
  const request = { ...rest, headers: {}, query: { ...query, nextauth } };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return {
    location: String(headers.get("Location") ?? ""),
    setCookies: [headers.get("Set-Cookie") ?? []].flat(),
  };
}

/**
 * Begins a flow at a provider.
 * @returns the provider's address, the state within it, and the cookies that bind the flow to this browser; null when
 *   the provider can't be reached
 */
export async function startProtocol(
  provider: Provider,
  purpose: Purpose,
  now: Date,
): Promise<{ location: string; state: string; setCookies: string[] } | null> {
  const isOpenid = provider.protocol === "openid";
  const endpoint = isOpenid ? await findAuthorizationEndpoint(provider.issuer, now) : undefined;
  if (endpoint === null) return null;
  const options = authOptions(provider, purpose, { failure: "provider_error" }, endpoint);
  // Beginning a flow takes a POST with a double-submitted token; the flow row and the state guard ours.
  const csrfToken = randomBase62(43);
  const hash = createHash("sha256").update(`${csrfToken}${options.secret}`).digest("hex");
  const { location, setCookies } = await callNextAuth(options, {
    method: "POST",
    nextauth: ["signin", provider.id],
    body: { csrfToken },
    cookies: { [CSRF_COOKIE]: `${csrfToken}|${hash}` },
  });
  const state = parseUrl(location)?.searchParams.get("state") ?? null;
  if (state === null) return null;
  return { location, state, setCookies: flowCookies(setCookies, state) };
}

/**
 * Finishes a flow with what the provider sent back: the code is exchanged and the person's identity asked for.
 * @param msMax how long that may take: next-auth waits for each byte, and would for an answer that never ends
 */
export async function finishProtocol(
  provider: Provider,
  purpose: Purpose,
  request: Request,
  query: { code?: string | undefined; state?: string | undefined; iss?: string | undefined },
  msMax = SIGN_IN_MS_MAX,
): Promise<Outcome> {
  const cookies = readFlowCookies(request, query.state ?? "");
  if (!cookies[FLOW_COOKIES.state]) return { ok: false, failure: "invalid_state" };
  const attempt: Attempt = { failure: "provider_error" };
  // Nothing else of the address is passed on: tokens that came in it would be taken for the provider's.
  const { code, state, iss } = query;
  const answered = callNextAuth(authOptions(provider, purpose, attempt), {
    method: "GET",
    nextauth: ["callback", provider.id],
    query: { ...(code ? { code } : {}), ...(state ? { state } : {}), ...(iss ? { iss } : {}) },
    cookies,
  });
  await Promise.race([answered, sleep(msMax, undefined, { ref: false })]);
  const { identity, grant, failure } = attempt;
  return identity && grant ? { ok: true, identity, grant } : { ok: false, failure };
}

/** The cookie by which a page knows that a session's token is this browser's own. */
export function arrivalCookie(sessionId: string): string {
  const options = { ...cookieOptions(), httpOnly: false };
  return stringifySetCookie(arrivalCookieName(options.secure), sessionId, options);
}
