import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { findAuthorizationEndpoint } from "@/lib/identity/find-authorization-endpoint";
import { finishProtocol, startProtocol } from "@/lib/identity/next-auth";
import { getProvider } from "@/lib/identity/providers";
import { providerClient } from "@/lib/identity/refresh-grant";
import { aDeveloper } from "@/tests/support/factories";
import { comeBack, goToProvider, startProviders } from "@/tests/support/providers";

/* Providers that answer as none should. */

const { suiteA } = await startProviders();

/** How the code host's token endpoint answers. */
let answerTokens: (response: ServerResponse) => void = () => {};

/** How its API answers who somebody is. */
let answerUser: (response: ServerResponse) => void = (response) => response.end('{"id":1,"login":"odd"}');
/** More than any answer may hold; as JSON it changes nothing. */
const TOO_LONG = " ".repeat(2_097_152);

/** A code host whose API names one person. */
const server = createServer((request, response) => {
  const json = (value: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.url === "/login/oauth/access_token") answerTokens(response);
  else if (request.url === "/user") answerUser(response);
  else if (request.url === "/.well-known/openid-configuration") {
    json({ issuer: url, authorization_endpoint: url, token_endpoint: url, padding: TOO_LONG });
  } else json([{ email: "odd@example.com", primary: true, verified: true }]);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
Object.assign(process.env, { CODE_HOST_URL: url, CODE_HOST_API_URL: url });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Begins a sign-in at the code host and comes back with a code. @param msMax how long the provider may take */
async function finish(msMax?: number) {
  const provider = getProvider("code_host");
  const begun = await startProtocol(provider, "login", new Date());
  const cookie = begun?.setCookies.map((each) => each.split(";", 1)[0]).join("; ") ?? "";
  const request = new Request("http://localhost:3000/auth/code_host/callback", { headers: { cookie } });
  return finishProtocol(provider, "login", request, { code: "c", state: begun?.state }, msMax);
}

it.each([
  ["a refresh token", { access_token: "a", refresh_token: 5 }, { ok: true, grant: { refreshToken: null } }],
  ["an access token", { access_token: 5 }, { ok: false, failure: "token_exchange_failed" }],
  ["scopes", { access_token: "a", scope: ["user"] }, { ok: false, failure: "token_exchange_failed" }],
])("a provider that answers %s of another type fails the sign-in at most", async (_, tokens, expected) => {
  answerTokens = (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(tokens));
  expect(await finish()).toMatchObject(expected);
});

it("a provider that never ends an answer is not waited for without end", async () => {
  answerTokens = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const dripping = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(dripping));
  };
  expect(await finish(300)).toEqual({ ok: false, failure: "token_exchange_failed" });
});

it("a provider whose answers are too long fails the sign-in at most", async () => {
  answerTokens = (response) => response.end(`{"access_token":"a"}${TOO_LONG}`);
  expect(await finish()).toEqual({ ok: false, failure: "token_exchange_failed" });
  answerTokens = (response) => response.end('{"access_token":"a"}');
  const usual = answerUser;
  answerUser = (response) => response.end(`{"id":1,"login":"odd"}${TOO_LONG}`);
  expect(await finish()).toEqual({ ok: false, failure: "userinfo_failed" });
  answerUser = usual;
  expect(await finish()).toMatchObject({ ok: true });
});

it("a provider that says too much of itself is not read to the end", async () => {
  expect(await findAuthorizationEndpoint(url, new Date())).toBeNull();
  const provider = { ...getProvider("code_host"), protocol: "openid" as const, issuer: url };
  await expect(providerClient(provider)).rejects.toThrow();
});

it("a provider that is away when somebody comes back reports a problem, and not that the sign-in was over", async () => {
  suiteA.person = { sub: "away", email: (await aDeveloper()).email, email_verified: true };
  const { browser, query } = await goToProvider("suite_a");
  suiteA.discovery = "fails";
  onTestFinished(() => {
    suiteA.discovery = "answers";
  });
  const answer = await comeBack("suite_a", browser, query);
  expect(answer.headers.get("location")).toBe("/signin?error=provider_error");
});
