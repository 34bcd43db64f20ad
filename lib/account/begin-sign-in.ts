import { Redirect } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { crowdedOutCookies } from "@/lib/identity/flow-cookies";
import { AUTH_FLOW_LIFETIME_S } from "@/lib/identity/limits";
import { startProtocol } from "@/lib/identity/next-auth";
import { noteSignInProblem } from "@/lib/identity/problems/note-problem";
import { askingForAccount, getProvider } from "@/lib/identity/providers";
import {
  failureLocation,
  isProviderId,
  type ProviderId,
  type Purpose,
  portOfRedirectUrl,
  type SignInFailure,
} from "@/lib/identity/rules";
import type { LoginQuery } from "@/lib/identity/schema";
import { insertAuthFlow } from "@/lib/identity/store";
import { checkLimits } from "@/lib/limits/check-limits";
import { sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { parseUrl } from "@/lib/platform/parse-url";

/**
 * On a loopback deployment, whether the browser used another name of this machine than BASE_URL's. The provider will
 * send it back to BASE_URL, where a cookie set under the other name would be missing.
 */
function cameByAnotherName(request: Request): boolean {
  const { isLoopback, BASE_URL } = env();
  const host = request.headers.get("host");
  const url = host === null ? null : parseUrl(`http://${host}`);
  return isLoopback && url !== null && url.hostname !== new URL(BASE_URL).hostname;
}

/**
 * Counts the start of a sign-in by its address: each one writes a row, and nobody has proven anything yet.
 * @returns whether a browser started too many; its person reads a page, not JSON
 * @throws AppError too_many_requests to every other caller
 */
async function isFlooding(request: Request, now: Date): Promise<boolean> {
  const key = countedIp(request);
  if (key === null) return false;
  try {
    await checkLimits(
      [
        { limit: "sign_in_starts_per_ip", key },
        { limit: "sign_in_starts_per_ip_hourly", key },
      ],
      now,
    );
    return false;
  } catch (error) {
    const isRefusal = error instanceof AppError && error.code === "too_many_requests";
    if (isRefusal && (request.headers.get("accept") ?? "").includes("text/html")) return true;
    throw error;
  }
}

async function begin(
  id: ProviderId,
  purpose: Purpose,
  device: { port: number; client: string | null } | null,
  at: { now: Date; request: Request; path: string },
  asksForAccount = false,
): Promise<Redirect> {
  const provider = getProvider(id);
  if (cameByAnotherName(at.request)) {
    return new Redirect(`${env().BASE_URL}${at.path}${new URL(at.request.url).search}`);
  }
  const failed = (failure: SignInFailure) => {
    noteSignInProblem(id, failure, at.now);
    return new Redirect(failureLocation(device?.port ?? null, failure));
  };
  if (await isFlooding(at.request, at.now)) return failed("too_many_attempts");
  const started = await startProtocol(provider, purpose, at.now);
  if (started === null) return failed("provider_error");
  await insertAuthFlow({
    stateHash: sha256Hex(started.state),
    provider: id,
    purpose,
    port: device?.port ?? null,
    client: device?.client ?? null,
    createdAt: at.now,
    expiresAt: new Date(at.now.getTime() + AUTH_FLOW_LIFETIME_S * 1000),
  });
  const headers = new Headers();
  const cookies = [...crowdedOutCookies(at.request), ...started.setCookies];
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Redirect(
    asksForAccount ? askingForAccount(provider, started.location) : started.location,
    headers,
  );
}

/**
 * Sends a browser to a provider to sign in; with `redirect_url`, on behalf of a desktop client that waits there and may
 * say what it is called.
 * @throws AppError bad_request for an unknown provider or another address than the loopback, not_configured,
 *   too_many_requests
 */
export async function beginLogin(
  provider: string,
  { redirect_url: redirectUrl, client, prompt }: LoginQuery,
  request: Request,
  now: Date,
): Promise<Redirect> {
  if (!isProviderId(provider)) throw new AppError("bad_request", "Unsupported provider");
  const port = redirectUrl === undefined ? null : portOfRedirectUrl(redirectUrl);
  if (redirectUrl !== undefined && port === null) {
    throw new AppError("bad_request", "redirect_url not allowed");
  }
  const device = port === null ? null : { port, client: client || null };
  const at = { now, request, path: `/auth/${provider}/login` };
  return begin(provider, "login", device, at, prompt !== undefined);
}

/**
 * Sends a browser to a suite to sign in and to grant access to mail and calendar. Whoever signs in there gets the
 * grant on their own connection, so a link to this address can't tie one person's mailbox to another's account.
 * @throws AppError bad_request for an unknown provider, not_found for the code host, not_configured,
 *   too_many_requests
 */
export async function beginConnectCrm(provider: string, request: Request, now: Date): Promise<Redirect> {
  if (!isProviderId(provider)) throw new AppError("bad_request", "Unsupported provider");
  if (provider === "code_host") throw new AppError("not_found", "Connect-CRM flow not found");
  return begin(provider, "connect_crm", null, { now, request, path: `/auth/${provider}/connect-crm` });
}
