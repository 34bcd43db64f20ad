import { engine } from "@/lib/jobs/engine";
import type { Settings } from "@/lib/platform/env";
import { type Finding, ok, reasonOf, untried, wrong } from "@/lib/server/doctor/finding";

const TIMEOUT_MS = 8_000;
const REFUSED = new Set([401, 403]);
const DEV_SERVER = "http://localhost:8288";

type Source = Record<string, string | undefined>;

/** What Inngest's own library reads of the environment, and what it falls back on. */
function addressesOf({ INNGEST_BASE_URL, INNGEST_EVENT_API_BASE_URL, INNGEST_API_BASE_URL }: Source) {
  const bare = (address: string) => address.replace(/\/+$/, "");
  return {
    events: bare(INNGEST_EVENT_API_BASE_URL || INNGEST_BASE_URL || "https://inn.gs"),
    api: bare(INNGEST_API_BASE_URL || INNGEST_BASE_URL || "https://api.inngest.com"),
  };
}

function ask(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/** Sends no event at all, which says whether the key would be let in. */
async function checkEventKey(events: string, key: string): Promise<Finding> {
  try {
    const headers = { "Content-Type": "application/json" };
    const { status } = await ask(`${events}/e/${encodeURIComponent(key)}`, {
      method: "POST",
      headers,
      body: "[]",
    });
    if (REFUSED.has(status) || status === 404) {
      return wrong(
        "INNGEST_EVENT_KEY",
        "Inngest does not know this key; copy it from your environment there",
      );
    }
    return status < 500
      ? ok("INNGEST_EVENT_KEY", "Inngest takes our events")
      : wrong("INNGEST_EVENT_KEY", `Inngest answered ${status}; run this again, and see its status page`);
  } catch (error) {
    return wrong(
      "INNGEST_EVENT_KEY",
      `Inngest can't be reached: ${reasonOf(error)}; let us out to ${events}`,
    );
  }
}

async function checkSigningKey(api: string, key: string): Promise<Finding> {
  try {
    const { status } = await ask(`${api}/v1/events?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
    if (REFUSED.has(status)) {
      return wrong(
        "INNGEST_SIGNING_KEY",
        "Inngest does not know this key; copy that of the same environment",
      );
    }
    return status === 200
      ? ok("INNGEST_SIGNING_KEY", "Inngest knows it; register {BASE_URL}/api/inngest there")
      : untried("INNGEST_SIGNING_KEY", `Inngest answered ${status}; look whether the app is synced there`);
  } catch (error) {
    return wrong("INNGEST_SIGNING_KEY", `Inngest can't be reached: ${reasonOf(error)}; let us out to ${api}`);
  }
}

async function checkDevServer(address: string): Promise<Finding> {
  try {
    await ask(address);
    return ok("INNGEST_DEV", "the dev server answers");
  } catch (error) {
    const line = `the dev server can't be reached: ${reasonOf(error)}; start it (npx inngest-cli dev)`;
    return wrong("INNGEST_DEV", line);
  }
}

/** Inngest, where it runs the jobs. */
export async function checkInngest(settings: Settings, source: Source): Promise<Finding[]> {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey, INNGEST_DEV: dev } = settings;
  if (engine(settings) === "embedded") return [ok("INNGEST_EVENT_KEY", "not set: a worker runs the jobs")];
  if (dev) return [await checkDevServer(dev === true ? DEV_SERVER : dev)];
  const { events, api } = addressesOf(source);
  return Promise.all([
    ...(eventKey ? [checkEventKey(events, eventKey)] : []),
    ...(signingKey ? [checkSigningKey(api, signingKey)] : []),
  ]);
}

/** Where traces go: sends it none. */
export async function checkTraces(settings: Settings): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  const setting = "OTEL_EXPORTER_OTLP_ENDPOINT";
  if (!endpoint) return [ok(setting, "not set: no traces are made")];
  try {
    const { status, ok: isTaken } = await ask(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ resourceSpans: [] }),
    });
    if (isTaken) return [ok(setting, "the collector takes traces")];
    if (REFUSED.has(status)) {
      const line = "the collector does not let us in; write the header that it asks for, as name=value";
      return [wrong("OTEL_EXPORTER_OTLP_HEADERS", line)];
    }
    const line = `takes no traces (it answered ${status}); write the address of OTLP over HTTP without /v1/traces`;
    return [wrong(setting, line)];
  } catch (error) {
    const line = `can't be reached: ${reasonOf(error)}; correct the address, whose port is mostly 4318`;
    return [wrong(setting, line)];
  }
}
