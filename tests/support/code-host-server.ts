import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CodeHostApi } from "@/tests/support/code-host-api";

export type Person = {
  id: number;
  login: string;
  name?: string | null;
  avatar_url?: string;
  email?: string | null;
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
};

export type CodeHostServer = {
  url: string;
  apiUrl: string;
  /** Who signs in next; "denies" refuses the request. */
  person: Person | "denies";
  /** Seconds that access tokens live, with refresh tokens beside them; null for tokens without an end. */
  expiresInS: number | null;
  /** What the API does. */
  api: "answers" | "fails";
  requests: URLSearchParams[];
  /** Its repositories. */
  hosted: CodeHostApi;
  /** A token as a finished sign-in gives it, without an end. */
  issueToken(person: Person): string;
  revokeTokens(): void;
  stop(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/**
 * A code host as the public ones behave: OAuth 2 with PKCE, errors of the token endpoint in a 200, JSON only for those
 * who ask for it, and an API for the user and their email addresses.
 */
export async function startCodeHostServer(client: {
  id: string;
  secret: string;
  redirectUri: string;
}): Promise<CodeHostServer> {
  const codes = new Map<string, { person: Person; challenge: string }>();
  const accessTokens = new Map<string, Person>();
  const refreshTokens = new Map<string, Person>();
  const random = (prefix: string) => prefix + randomBytes(18).toString("base64url");

  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

    if (url.pathname === "/login/oauth/authorize") {
      server.requests.push(url.searchParams);
      const redirectUri = url.searchParams.get("redirect_uri");
      if (url.searchParams.get("client_id") !== client.id || redirectUri !== client.redirectUri) {
        response.writeHead(404).end();
        return;
      }
      const back = new URL(redirectUri);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      if (server.person === "denies") back.searchParams.set("error", "access_denied");
      else {
        const code = random("c_");
        codes.set(code, {
          person: server.person,
          challenge: url.searchParams.get("code_challenge") ?? "",
        });
        back.searchParams.set("code", code);
      }
      response.writeHead(302, { location: back.href }).end();
      return;
    }

    if (url.pathname === "/login/oauth/access_token" && request.method === "POST") {
      const form = await bodyOf(request);
      const answer = (value: Record<string, string>) =>
        request.headers.accept?.includes("application/json")
          ? json(200, value)
          : response
              .writeHead(200, { "content-type": "application/x-www-form-urlencoded" })
              .end(new URLSearchParams(value).toString());
      if (form.get("client_id") !== client.id || form.get("client_secret") !== client.secret) {
        answer({ error: "incorrect_client_credentials" });
        return;
      }
      let person: Person | undefined;
      if (form.get("grant_type") === "refresh_token") {
        const token = form.get("refresh_token") ?? "";
        person = refreshTokens.get(token);
        refreshTokens.delete(token);
        if (!person) {
          answer({ error: "bad_refresh_token" });
          return;
        }
      } else {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (!code || code.challenge !== challenge || form.get("redirect_uri") !== client.redirectUri) {
          answer({ error: "bad_verification_code" });
          return;
        }
        person = code.person;
      }
      const accessToken = random("gho_");
      accessTokens.set(accessToken, person);
      const tokens = { access_token: accessToken, token_type: "bearer", scope: "read:user,user:email" };
      if (server.expiresInS === null) {
        answer(tokens);
        return;
      }
      const refreshToken = random("ghr_");
      refreshTokens.set(refreshToken, person);
      answer({ ...tokens, expires_in: String(server.expiresInS), refresh_token: refreshToken });
      return;
    }

    const person = accessTokens.get((request.headers.authorization ?? "").replace(/^Bearer /, ""));
    if (!person) json(401, { message: "Bad credentials" });
    else if (server.api === "fails") json(502, { message: "Server Error" });
    else if (url.pathname === "/api/user") {
      const { emails: _, ...user } = person;
      json(200, user);
    } else if (url.pathname === "/api/user/emails") json(200, person.emails);
    else if (url.pathname.startsWith("/api/")) await server.hosted.answer(person, request, response);
    else json(404, { message: "Not Found" });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: CodeHostServer = {
    url,
    apiUrl: `${url}/api`,
    person: "denies",
    expiresInS: null,
    api: "answers",
    requests: [],
    hosted: new CodeHostApi(`${url}/api`),
    issueToken: (person) => {
      const token = random("gho_");
      accessTokens.set(token, person);
      return token;
    },
    revokeTokens: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
