import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { errors, type JWK } from "oidc-provider";
import { z } from "zod";
import { CRM_SCOPES, localClientSecret, providerName } from "@/lib/identity/providers";
import { isProviderId, PROVIDER_IDS } from "@/lib/identity/rules";
import { deriveSecret, sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { FileStore, fileAdapter } from "@/lib/server/local-identity/file-adapter";
import { PERSONAS, problemPage, signInPage } from "@/lib/server/local-identity/sign-in-page";
import { requireSettings } from "@/lib/server/require-settings";

/*
 * The local identity provider: lets people on this machine sign in before anything is registered with a real provider.
 * It asks for no password, so it listens on the loopback only and refuses to run for any other BASE_URL.
 */

const FORM_BYTES_MAX = 4_096;
const DAY_S = 86_400;
const SUBJECT_CHARS = 24;
const SESSION_COOKIE = "local-identity";
const SESSION_COOKIES = [SESSION_COOKIE, `${SESSION_COOKIE}.sig`];

const Form = z.object({ email: z.email().max(254), name: z.string().trim().max(255).default("") });

/** The key that signs ID tokens, made once. */
async function signingKey(store: FileStore): Promise<JWK> {
  const kept = store.get("signing-key");
  if (kept?.jwk) return kept.jwk as JWK;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" };
  store.set("signing-key", { jwk });
  return jwk as JWK;
}

/** The form of a request, or null when it is too long to be one. */
async function readForm(request: IncomingMessage): Promise<Record<string, string> | null> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of request) {
    total += chunk.length;
    if (total > FORM_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
}

function send(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .end(html);
}

/** Keeps a person under a subject that is always the same for their email. */
function rememberPerson(store: FileStore, form: z.output<typeof Form>): string {
  const email = form.email.toLowerCase();
  const subject = sha256Hex(email).slice(0, SUBJECT_CHARS);
  const persona = PERSONAS.find((person) => person.email === email);
  const name = persona?.name ?? (form.name || email.slice(0, email.indexOf("@")));
  store.set(`account:${subject}`, { name, email });
  return subject;
}

/**
 * Takes the provider's own session out of a request: a browser would stay whoever it was first, where people want to
 * try one person after the other.
 */
function forgetSession(request: IncomingMessage): void {
  const cookies = (request.headers.cookie ?? "").split(/; */);
  const isSession = (cookie: string) => SESSION_COOKIES.includes(cookie.slice(0, cookie.indexOf("=")));
  request.headers.cookie = cookies.filter((cookie) => !isSession(cookie)).join("; ");
}

async function makeProvider(issuer: string, store: FileStore): Promise<Provider> {
  return new Provider(issuer, {
    adapter: fileAdapter(store),
    clients: PROVIDER_IDS.map((id) => ({
      client_id: id,
      client_name: providerName(id),
      client_secret: localClientSecret(id),
      redirect_uris: [`${env().BASE_URL}/auth/${id}/callback`],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_post",
    })),
    jwks: { keys: [await signingKey(store)] },
    cookies: {
      keys: [deriveSecret("local identity provider: cookies")],
      // Other ports of this host have cookies too.
      names: {
        session: SESSION_COOKIE,
        interaction: "local-identity.flow",
        resume: "local-identity.resume",
      },
    },
    scopes: ["openid", "offline_access", ...Object.values(CRM_SCOPES).flatMap((scopes) => scopes.split(" "))],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 365 * DAY_S,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 90 * DAY_S,
      Session: 3600,
    },
    findAccount: (_ctx, sub) => {
      const account = store.get(`account:${sub}`);
      return (
        account && {
          accountId: sub,
          claims: () => ({ sub, name: account.name, email: account.email, email_verified: true }),
        }
      );
    },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = problemPage(out.error_description ?? out.error, env().BASE_URL);
    },
  });
}

/** Shows the sign-in page and takes its form; consent is given by signing in. */
async function interact(
  provider: Provider,
  store: FileStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const clientId = String(details.params.client_id);
  const scope = String(details.params.scope ?? "");
  const page = {
    action: `/interaction/${details.uid}`,
    providerName: isProviderId(clientId) ? providerName(clientId) : clientId,
    wantsMore: scope.includes("offline_access"),
  };
  if (request.method !== "POST") {
    send(response, 200, signInPage(page));
    return;
  }
  const given = (await readForm(request)) ?? {};
  const form = Form.safeParse(given);
  if (!form.success) {
    send(
      response,
      400,
      signInPage({ ...page, given, problem: "Give an email address, such as ada@example.com." }),
    );
    return;
  }
  const accountId = rememberPerson(store, form.data);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  await provider.interactionFinished(request, response, {
    login: { accountId, remember: false },
    consent: { grantId: await grant.save() },
  });
}

requireSettings();
const { BASE_URL, DATA_DIR, isLoopback, LOCAL_IDENTITY_URL } = env();
if (!isLoopback || !LOCAL_IDENTITY_URL) {
  process.stderr.write(
    LOCAL_IDENTITY_URL
      ? `The local identity provider asks for no password, so it does not run for ${BASE_URL}, which is no loopback address.\n`
      : "LOCAL_IDENTITY_URL must be set to the address of the local identity provider.\n",
  );
  process.exit(1);
}

const store = new FileStore(path.resolve(DATA_DIR, "local-identity.json"));
const provider = await makeProvider(LOCAL_IDENTITY_URL, store);
const answer = provider.callback();
const server = createServer((request, response) => {
  forgetSession(request);
  if (!request.url?.startsWith("/interaction/")) {
    answer(request, response);
    return;
  }
  interact(provider, store, request, response).catch((error: unknown) => {
    const isStale = error instanceof errors.SessionNotFound;
    if (!isStale) console.error(error);
    const problem = isStale
      ? "This page is too old, or cookies are switched off."
      : "Something went wrong. The log of the service says more.";
    if (!response.headersSent) send(response, isStale ? 400 : 500, problemPage(problem, BASE_URL));
  });
});

server.on("error", (error) => {
  process.stderr.write(
    `The local identity provider can't listen at ${LOCAL_IDENTITY_URL}: ${error.message}\n`,
  );
  process.exit(1);
});
server.listen(Number(new URL(LOCAL_IDENTITY_URL).port || 80), "127.0.0.1");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}
