import type { Settings } from "@/lib/platform/env";
import { type Finding, ok, reasonOf, untried, wrong } from "@/lib/server/doctor/finding";
import { listenHost, refusedSetting, tryPort } from "@/lib/server/ports";

const TIMEOUT_MS = 8_000;
/** More than a slow answer: tokens of identity providers are refused by then. */
const CLOCK_SKEW_MS_MAX = 60_000;

function get(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "follow" });
}

async function checkIssuer(setting: "SUITE_A_ISSUER" | "SUITE_B_ISSUER", issuer: string): Promise<Finding[]> {
  try {
    const answer = await get(`${issuer}/.well-known/openid-configuration`);
    const body = (await answer.json().catch(() => null)) as { issuer?: unknown } | null;
    if (!answer.ok || typeof body?.issuer !== "string") {
      return [
        wrong(setting, `is no OpenID issuer (it answered ${answer.status}); copy the issuer's own address`),
      ];
    }
    const named = body.issuer.replace(/\/+$/, "");
    // Of many tenants: the issuer names the one that signs in.
    if (named !== issuer && !named.includes("{tenantid}")) {
      return [wrong(setting, `calls itself ${named}; write it so`)];
    }
    const at = Date.parse(answer.headers.get("date") ?? "");
    if (Math.abs(at - Date.now()) > CLOCK_SKEW_MS_MAX) {
      return [wrong("clock", "this machine's clock is wrong, says the identity provider; set it by NTP")];
    }
    return [ok(setting, "the identity provider answers")];
  } catch (error) {
    return [wrong(setting, `can't be reached: ${reasonOf(error)}; correct the address`)];
  }
}

async function checkCodeHost(settings: Settings): Promise<Finding[]> {
  try {
    const answer = await get(`${settings.CODE_HOST_API_URL}/meta`);
    const isJson = (answer.headers.get("content-type") ?? "").includes("json");
    return answer.status < 500 && answer.status !== 404 && isJson
      ? [ok("CODE_HOST_URL", "the code host's API answers")]
      : [
          wrong(
            "CODE_HOST_API_URL",
            `is no API of a code host (it answered ${answer.status}); correct the address`,
          ),
        ];
  } catch (error) {
    return [wrong("CODE_HOST_API_URL", `can't be reached: ${reasonOf(error)}; correct the address`)];
  }
}

/** Every sign-in provider that is set. */
export async function checkProviders(settings: Settings): Promise<Finding[]> {
  const { CODE_HOST_CLIENT_ID, SUITE_A_CLIENT_ID, SUITE_B_CLIENT_ID } = settings;
  const found = await Promise.all([
    CODE_HOST_CLIENT_ID ? checkCodeHost(settings) : [],
    SUITE_A_CLIENT_ID ? checkIssuer("SUITE_A_ISSUER", settings.SUITE_A_ISSUER) : [],
    SUITE_B_CLIENT_ID ? checkIssuer("SUITE_B_ISSUER", settings.SUITE_B_ISSUER) : [],
  ]);
  if (CODE_HOST_CLIENT_ID || SUITE_A_CLIENT_ID || SUITE_B_CLIENT_ID) return found.flat();
  return settings.isLoopback
    ? [ok("SUITE_A_CLIENT_ID", "no provider is set: people sign in at the local one")]
    : [wrong("SUITE_A_CLIENT_ID", "no sign-in provider is set, so nobody can sign in; set one of the three")];
}

/** Whether the service can listen where it is told to. A port that is taken may be taken by the service itself. */
export async function checkListening(settings: Settings): Promise<Finding[]> {
  const host = listenHost(settings);
  const code = await tryPort(settings.PORT, host);
  const refused = code === null ? null : refusedSetting(code, settings.PORT, host, "PORT");
  return refused === null ? [] : [wrong(refused.setting, refused.why)];
}

/** Whether this service answers where browsers look for it. */
export async function checkBaseUrl({ BASE_URL, isLoopback }: Settings): Promise<Finding[]> {
  if (!isLoopback && new URL(BASE_URL).protocol !== "https:") {
    return [
      wrong("BASE_URL", "is not https, so tokens travel in the open; put TLS in front and write https://"),
    ];
  }
  try {
    const answer = await get(`${BASE_URL}/api/v1/health/live`);
    const body = (await answer.json().catch(() => null)) as { status?: unknown } | null;
    return answer.ok && body?.status === "ok"
      ? [ok("BASE_URL", "this service answers there")]
      : [
          wrong(
            "BASE_URL",
            `something else answers there (${answer.status}); lead it to this service's PORT`,
          ),
        ];
  } catch (error) {
    const reason = reasonOf(error);
    // Before the first start that is as it should be.
    return reason === "nothing listens there"
      ? [untried("BASE_URL", "nothing listens there; start the service and run this again")]
      : [wrong("BASE_URL", `can't be reached: ${reason}; correct the address, its DNS or its certificate`)];
  }
}
