import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chunks } from "@/lib/platform/chunks";
import { DAY_MS } from "@/lib/platform/limits";
import { parseUrl } from "@/lib/platform/parse-url";
import { type ApiClient, apiClient } from "@/lib/server/demo/api-client";
import { signIn } from "@/lib/server/demo/sign-in";
import { SAMPLE_INTERVAL_S, type Sample, workingDay } from "@/lib/server/demo/working-day";
import { ClientError } from "@/lib/tracker-client/client-error";

/*
 * Plays the desktop client against a running server, over HTTP only: sign-in, token exchange, enrolment, a working day
 * of samples, and what the server made of them.
 */

const USAGE = `npm run demo -- [options]

Plays the desktop client against a running service and shows what it answers.

  --as EMAIL        sign in by itself at the built-in identity provider, for example --as ada@example.com
  --base-url URL    the service, with or without /api/v1 (default: BASE_URL or PORT, of the environment or .env)
  --provider NAME   code_host, suite_a or suite_b (default suite_a)
  --project ID      id or slug of the project to track (default: the first, or a new one)
  --encode-colons   send %3A instead of : in paths, as some HTTP clients do
  --help            show this`;

const BATCH_EVENTS = 100;
const LATE_DAYS = 31;
const DERIVED_WAIT_MS = 30_000;
const POLL_MS = 500;
const BAR_CHARS = 30;

type BatchResult = {
  accepted: number;
  duplicates: number;
  rejected: { event_id: string | null; reason: string }[];
  server_seq: number;
};
type Project = { id: string; name: string; slug: string };
type Activity = { total_seconds: number; is_settled: boolean; rows: { label: string; seconds: number }[] };

function say(what: string, text: string): void {
  console.log(`${what.padEnd(14)}${text}`);
}

/** The same machine and person always have the same device, with no file to keep. */
function deviceIdOf(developerId: string): string {
  const hex = createHash("sha256").update(`demo device ${hostname()} ${developerId}`).digest("hex");
  // RFC 9562, version 8: a UUID whose bits are of our own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A project to track, made on the spot for someone who has none. */
async function chooseProject(api: ApiClient, wanted: string | undefined): Promise<Project> {
  const projects = await api.call<Project[]>("GET", "/tracker/projects");
  if (wanted !== undefined) {
    const found = projects.find((project) => project.id === wanted || project.slug === wanted);
    if (found) return found;
    const names = projects.map((project) => project.slug).join(", ") || "none";
    throw new ClientError(`You can't track time on "${wanted}". Projects that you can: ${names}.`);
  }
  if (projects[0]) return projects[0];
  const workspace = await api.call<{ id: string }>("POST", "/workspaces", {
    name: "Demo",
    settings: { tracker_enabled: true },
  });
  return api.call<Project>("POST", `/workspaces/${workspace.id}/projects`, {
    name: "Demo",
    key: "DEMO",
    settings: { tracker_enabled: true },
  });
}

/** The key that a project's tasks are numbered by; the tracker's own list does not carry it. */
async function keyOf(api: ApiClient, project: Project): Promise<string> {
  const workspaces = await api.call<{ id: string }[]>("GET", "/workspaces");
  for (const { id } of workspaces) {
    const projects = await api.call<(Project & { key: string })[]>(
      "GET",
      `/workspaces/${id}/projects?limit=200`,
    );
    const found = projects.find((each) => each.id === project.id);
    if (found) return found.key;
  }
  return "DEMO";
}

type Totals = { sent: number; accepted: number; duplicates: number; rejected: number };

/** Sends batches and shows each verdict. @throws ClientError when a sum does not come out */
async function upload(
  api: ApiClient,
  deviceId: string,
  batches: [name: string, events: object[]][],
): Promise<Totals> {
  const totals: Totals = { sent: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const line = (name: string, counts: (number | string)[], rest = "") =>
    console.log(name.padEnd(24) + counts.map((count) => String(count).padStart(11)).join("") + rest);
  line("Batch", ["sent", "accepted", "duplicates", "rejected"]);
  for (const [name, events] of batches) {
    const result = await api.call<BatchResult>("POST", "/tracker/events:batch", {
      schema_version: "1.0",
      device_id: deviceId,
      sent_at: new Date().toISOString(),
      events,
    });
    const { accepted, duplicates } = result;
    const rejected = result.rejected.length;
    const reasons = result.rejected.map(({ reason }) => reason).join(", ");
    line(name, [events.length, accepted, duplicates, rejected], reasons && `  ${reasons}`);
    if (accepted + duplicates + rejected !== events.length) {
      throw new ClientError(`The sums do not reconcile: ${events.length} events were sent in "${name}".`);
    }
    totals.sent += events.length;
    totals.accepted += accepted;
    totals.duplicates += duplicates;
    totals.rejected += rejected;
  }
  line("Together", [totals.sent, totals.accepted, totals.duplicates, totals.rejected]);
  return totals;
}

/** Waits until the server has made something of the samples. @throws ClientError when it takes too long */
async function derivedActivity(api: ApiClient, from: Date, to: Date): Promise<Activity> {
  const range = `from=${from.toISOString()}&to=${to.toISOString()}`;
  const deadline = Date.now() + DERIVED_WAIT_MS;
  while (Date.now() < deadline) {
    const activity = await api.call<Activity>("GET", `/tracker/activity?${range}&group=category`);
    if (activity.is_settled && activity.total_seconds > 0) return activity;
    await pause(POLL_MS);
  }
  throw new ClientError(
    `The samples are stored, but after ${DERIVED_WAIT_MS / 1000} s their categories are not derived. Is the worker running?`,
  );
}

function showActivity({ rows, total_seconds }: Activity): void {
  const widest = Math.max(...rows.map((row) => row.seconds));
  for (const { label, seconds } of rows) {
    const bar = "█".repeat(Math.max(1, Math.round((seconds / widest) * BAR_CHARS)));
    console.log(`${label.padEnd(24)}${String(Math.round(seconds / 60)).padStart(6)} min  ${bar}`);
  }
  console.log(`${"Together".padEnd(24)}${String(Math.round(total_seconds / 60)).padStart(6)} min`);
}

async function playDay(
  api: ApiClient,
  developerId: string,
  wantedProject: string | undefined,
): Promise<void> {
  const project = await chooseProject(api, wantedProject);
  const key = await keyOf(api, project);
  say("Project", `${project.name} (${key})`);

  const deviceId = deviceIdOf(developerId);
  const { config } = await api.call<{ config: { config_etag: string; sample_interval_s: number } }>(
    "POST",
    "/tracker/devices:enroll",
    { device_id: deviceId, project_id: project.id, name: `${hostname()} (demo)`, platform: process.platform },
  );
  say(
    "Device",
    `${deviceId} enrolled; config ${config.config_etag}, a sample every ${config.sample_interval_s} s`,
  );

  const now = new Date();
  const day = workingDay(now, key);
  const [first, last] = [day.samples[0], day.samples.at(-1)];
  if (!first || !last) throw new ClientError("The day has no samples.");
  const clock = (time: Date) => time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  // A sample's time is the end of its interval.
  const begin = new Date(Date.parse(first.ts) - SAMPLE_INTERVAL_S * 1000);
  say(
    "Day",
    `${day.from.toDateString()}, ${clock(begin)} to ${clock(new Date(last.ts))}, ${day.samples.length} samples\n`,
  );

  const parts = chunks(day.samples, BATCH_EVENTS);
  const late: Sample = {
    ...first,
    event_id: "demo-late",
    ts: new Date(now.getTime() - LATE_DAYS * DAY_MS).toISOString(),
  };
  const forbidden = { ...last, event_id: "demo-forbidden", category: "dev.code" };
  const totals = await upload(api, deviceId, [
    ...parts.map((events, index): [string, Sample[]] => [`${index + 1} of ${parts.length}`, events]),
    ["the first one again", parts[0] ?? []],
    ["31 days late", [late]],
    ["with a category", [forbidden]],
  ]);
  if (totals.rejected !== 2)
    throw new ClientError(`Two events had to be rejected, and ${totals.rejected} were.`);

  const heartbeat = await api.call<{ config_etag: string; paused: boolean }>(
    "POST",
    `/tracker/devices:heartbeat?device_id=${deviceId}`,
  );
  console.log();
  say("Heartbeat", `config ${heartbeat.config_etag}, ${heartbeat.paused ? "paused" : "not paused"}`);
  const status = await api.call<{ server_seq: number; last_seen_at: string }>(
    "GET",
    `/tracker/sync/status?device_id=${deviceId}`,
  );
  say("Sync status", `server_seq ${status.server_seq}, last seen ${status.last_seen_at}`);
  if (status.server_seq < last.client_seq) {
    throw new ClientError(`The server stands at ${status.server_seq}, and ${last.client_seq} was uploaded.`);
  }

  console.log("\nWaiting for the server to derive categories …\n");
  const activity = await derivedActivity(api, day.from, day.to);
  showActivity(activity);
  if (activity.total_seconds < day.samples.length * SAMPLE_INTERVAL_S) {
    throw new ClientError("The server counts less time than the samples cover.");
  }
  const { sent, accepted, duplicates, rejected } = totals;
  console.log(
    `\nThe sums reconcile: ${accepted} accepted + ${duplicates} duplicates + ${rejected} rejected = ${sent} sent.`,
  );
  if (accepted === 0) console.log("This day was uploaded before, so it changed nothing.");
}

/** Where the service of this folder answers, by the settings that it was started with. */
function ownAddress(): string {
  return process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      as: { type: "string" },
      "base-url": { type: "string", default: ownAddress() },
      provider: { type: "string", default: "suite_a" },
      project: { type: "string" },
      "encode-colons": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  // Without http:// in front, a host's name would pass for a protocol.
  if (!/^https?:/i.test(values["base-url"]) || parseUrl(values["base-url"]) === null) {
    throw new ClientError(`"${values["base-url"]}" is no address. Give one such as http://localhost:3000`);
  }
  const base = values["base-url"].replace(/\/+$/, "");

  const jwt = await signIn(base, values.provider, values.as);
  const asPerson = apiClient(base, jwt, values["encode-colons"]);
  const me = await asPerson.call<{ id: string; name: string; email: string | null }>("GET", "/developers/me");
  say("Signed in", `${me.name} <${me.email}>`);
  const token = await asPerson.call<{ id: string; token: string; token_prefix: string }>(
    "POST",
    "/developers/me/api-tokens",
    { name: `Demo on ${hostname()}`, expires_in_days: 1 },
  );
  say("API token", `${token.token_prefix}… for the uploads; revoked at the end`);
  try {
    await playDay(apiClient(base, token.token, values["encode-colons"]), me.id, values.project);
    console.log(`See the day in the web app: ${new URL(base).origin}`);
  } finally {
    await asPerson.call("DELETE", `/developers/me/api-tokens/${token.id}`);
  }
}

try {
  await main();
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof ClientError)) throw error;
  console.error(`\n${(error as Error).message}${isUsage ? `\n\n${USAGE}` : ""}`);
  process.exitCode = isUsage ? 2 : 1;
}
