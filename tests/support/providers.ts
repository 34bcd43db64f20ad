import { afterAll } from "vitest";
import { GET as callback } from "@/app/api/v1/auth/[provider]/callback/route";
import { GET as connectCrm } from "@/app/api/v1/auth/[provider]/connect-crm/route";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { readJwt } from "@/lib/identity/jwt";
import { CRM_SCOPES } from "@/lib/identity/providers";
import { PROVIDER_IDS, type ProviderId } from "@/lib/identity/rules";
import { Browser } from "@/tests/support/browser";
import type { Answer } from "@/tests/support/call";
import { startCodeHostServer } from "@/tests/support/code-host-server";
import { startOpenidServer } from "@/tests/support/openid-server";

const SERVICE_URL = "http://localhost:3000";
const redirectUri = (id: ProviderId) => `${SERVICE_URL}/auth/${id}/callback`;

/** Starts all three providers and configures the service for them; they stop with the test file. */
export async function startProviders() {
  const client = (id: ProviderId) => ({ id: `client-of-${id}`, secret: `secret-of-${id}` });
  const [codeHost, suiteA, suiteB] = await Promise.all([
    startCodeHostServer({ ...client("code_host"), redirectUri: redirectUri("code_host") }),
    startOpenidServer(
      { ...client("suite_a"), redirectUris: [redirectUri("suite_a")] },
      CRM_SCOPES.suite_a.split(" "),
    ),
    startOpenidServer(
      { ...client("suite_b"), redirectUris: [redirectUri("suite_b")] },
      CRM_SCOPES.suite_b.split(" "),
    ),
  ]);
  for (const id of PROVIDER_IDS) {
    process.env[`${id.toUpperCase()}_CLIENT_ID`] = client(id).id;
    process.env[`${id.toUpperCase()}_CLIENT_SECRET`] = client(id).secret;
  }
  Object.assign(process.env, {
    CODE_HOST_URL: codeHost.url,
    CODE_HOST_API_URL: codeHost.apiUrl,
    SUITE_A_ISSUER: suiteA.issuer,
    SUITE_B_ISSUER: suiteB.issuer,
  });
  afterAll(() => Promise.all([codeHost, suiteA, suiteB].map((server) => server.stop())));
  return { codeHost, suiteA, suiteB };
}

type Options = {
  purpose?: "login" | "connect_crm";
  port?: number;
  browser?: Browser;
  /** What to answer to the provider's page, where it shows one. */
  form?: Record<string, string>;
};

/** Begins a sign-in and goes through the provider's pages: what it sends back to the service. */
export async function goToProvider(id: ProviderId, options: Options = {}) {
  const browser = options.browser ?? new Browser();
  const redirectUrl =
    options.port === undefined ? {} : { redirect_url: `http://127.0.0.1:${options.port}/callback` };
  const begun =
    options.purpose === "connect_crm"
      ? await browser.open(connectCrm, { params: { provider: id } })
      : await browser.open(login, { params: { provider: id }, query: redirectUrl });
  const back = await browser.goThrough(begun.headers.get("location") ?? "", SERVICE_URL, options.form);
  return { browser, begun, back, query: Object.fromEntries(back.searchParams) };
}

/** Opens the callback with what a provider sent. */
export function comeBack(id: ProviderId, browser: Browser, query: Record<string, string>): Promise<Answer> {
  return browser.open(callback, { params: { provider: id }, query });
}

/** A whole sign-in: the callback's answer, and whom its JWT names (null on failure). */
export async function signIn(id: ProviderId, options: Options = {}) {
  const { browser, begun, query } = await goToProvider(id, options);
  const answer = await comeBack(id, browser, query);
  const location = answer.headers.get("location") ?? "";
  const jwt = /[#?]token=(.+)$/.exec(location)?.[1] ?? "";
  return {
    answer,
    begun,
    browser,
    query,
    location,
    jwt,
    developerId: (await readJwt(jwt, new Date()))?.developerId ?? null,
  };
}
