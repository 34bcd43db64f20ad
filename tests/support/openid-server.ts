import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

/** What the provider says of whoever sits in front of it. */
export type Account = {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
  /** What its ID tokens say of it; without these, the userinfo endpoint alone says anything. */
  idToken?: Record<string, unknown>;
};

export type OpenidServer = {
  issuer: string;
  /** Who signs in next; "denies" refuses the request. */
  person: Account | "denies";
  /** Claims that the userinfo endpoint gives out; "fails" makes it answer 500. */
  userinfo: "answers" | "fails";
  /** Its discovery document. */
  discovery: "answers" | "fails";
  /** How often that was asked for. */
  discoveries: number;
  /** Refresh token grants answered with tokens. */
  refreshes: number;
  /** Every authorization request that came in. */
  requests: URLSearchParams[];
  /** Withdraws every grant, as a person does in their account's settings. */
  revokeGrants(): Promise<void>;
  stop(): Promise<void>;
};

const ACCESS_TOKEN_LIFETIME_S = 3600;

/** A real OpenID Connect provider in this process, whose refresh tokens rotate and whose pages answer by themselves. */
export async function startOpenidServer(
  client: { id: string; secret: string; redirectUris: string[] },
  scopes: string[],
): Promise<OpenidServer> {
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const accounts = new Map<string, Account>();
  const grants = new Set<string>();

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a-key-of-the-tests"] },
    scopes: ["openid", "offline_access", ...scopes],
    claims: { openid: ["sub"], email: ["email", "email_verified", "xms_edov"], profile: ["name", "picture"] },
    // What stands in the ID token is up to `findAccount`.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFETIME_S,
      AuthorizationCode: 60,
      Grant: 14 * 86_400,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 14 * 86_400,
      Session: 60,
    },
    findAccount: (_ctx, accountId) => {
      const account = accounts.get(accountId);
      if (!account) return undefined;
      const { idToken, ...userinfo } = account;
      const claims = (use: string) => (use === "id_token" ? { sub: account.sub, ...idToken } : userinfo);
      return { accountId, claims };
    },
  });

  const server: OpenidServer = {
    issuer,
    person: { sub: "nobody" },
    userinfo: "answers",
    discovery: "answers",
    discoveries: 0,
    refreshes: 0,
    requests: [],
    revokeGrants: async () => {
      for (const id of grants) await (await provider.Grant.find(id))?.destroy();
    },
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  provider.on("grant.success", (ctx) => {
    if (ctx.oidc.params?.grant_type === "refresh_token") server.refreshes++;
  });

  const answer = provider.callback();
  http.on("request", async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/auth") server.requests.push(url.searchParams);
    const isDiscovery = url.pathname === "/.well-known/openid-configuration";
    if (isDiscovery) server.discoveries++;
    if (isDiscovery && server.discovery === "fails") {
      response.writeHead(500).end();
    } else if (url.pathname === "/me" && server.userinfo === "fails") {
      response.writeHead(500).end();
    } else if (url.pathname.startsWith("/interaction/")) {
      const { person } = server;
      if (person === "denies") {
        await provider.interactionFinished(request, response, { error: "access_denied" });
        return;
      }
      accounts.set(person.sub, person);
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: person.sub, clientId: client.id });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      grants.add(grantId);
      await provider.interactionFinished(request, response, {
        login: { accountId: person.sub, remember: false },
        consent: { grantId },
      });
    } else answer(request, response);
  });
  return server;
}
