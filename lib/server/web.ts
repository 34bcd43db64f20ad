import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { headersForBaseUrl } from "@/lib/http/web-rules";
import { writeSignInProblems } from "@/lib/identity/problems/note-problem";
import { closeDatabase } from "@/lib/platform/database";
import { env, SettingsError } from "@/lib/platform/env";
import { frontDoor } from "@/lib/platform/front-door";
import { log } from "@/lib/platform/log";
import { flushTraces } from "@/lib/platform/tracing";
import { afterwards } from "@/lib/server/front-door/after";
import { callHandler, encodingFor } from "@/lib/server/front-door/call-handler";
import { makeDoor } from "@/lib/server/front-door/door";
import { readPageRouteTable, readRouteTable } from "@/lib/server/front-door/route-table";
import type { LANE } from "@/lib/server/lane";
import { listenHost, listenProblem } from "@/lib/server/ports";
import { requireSettings, WRONG_SETTINGS } from "@/lib/server/require-settings";
import { warnOfOpenSignUp } from "@/lib/server/warn-of-open-sign-up";

/*
 * The web process: Next behind a server of our own. Whoever starts it sets PROCESS_NAME=web for the log, NODE_ENV, and,
 * unless it is for development, Next's configuration as it was built.
 *
 *   node web.mjs           serves the build
 *   tsx web.ts --dev       the same with hot reload
 */

const LOADED_AFTER_MS = 1_000;

requireSettings();
const settings = env();
const isDev = process.argv.includes("--dev");
const host = listenHost(settings);

const pending: { answered: Promise<void>; open(): void } = (() => {
  let open = () => {};
  const answered = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { answered, open };
})();

// Of a build Next answers no WebSockets, and would leave whoever asks for one without an end.
const upgrades = isDev ? undefined : createServer();
let handle: ReturnType<ReturnType<typeof next>["getRequestHandler"]> | undefined;

/** Routes answered without Next, once they are loaded. */
let lane: typeof LANE | undefined;

const door = makeDoor({
  // Who comes before Next is ready waits for it, as behind its own server.
  handle: async (request, response) => {
    if (!handle) await pending.answered;
    await handle?.(request, response);
  },
  directly: (request, apiPath) => {
    const route = request.method === "POST" ? lane?.[apiPath] : undefined;
    const encoding = route && encodingFor(request.headers["accept-encoding"]);
    return route && encoding ? (from, to) => callHandler(route, from, to, encoding) : undefined;
  },
  methodsOf: readRouteTable(process.cwd()),
  pageMethodsOf: readPageRouteTable(process.cwd()),
  headers: headersForBaseUrl(settings.BASE_URL),
  proxies: settings.TRUSTED_PROXY_HOPS,
});
frontDoor().notesAddresses = true;
frontDoor().holdsStreams = true;
frontDoor().warnsOfSettings = true;

const app = next({
  dev: isDev,
  dir: process.cwd(),
  port: settings.PORT,
  ...(host ? { hostname: host } : {}),
  httpServer: upgrades ?? door.server,
});

door.server.on("error", (error: NodeJS.ErrnoException) => {
  const problem = listenProblem(error.code ?? error.message, settings.PORT, host, "PORT");
  console.error(problem.message);
  process.exit(problem instanceof SettingsError ? WRONG_SETTINGS : 1);
});

// Pages that are being worked on keep a WebSocket open, which no stop need wait for.
const upgraded = new Set<Duplex>();
if (isDev) door.server.on("upgrade", (_, socket) => upgraded.add(socket));

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "the web server stops");
  for (const socket of upgraded) socket.destroy();
  await door.stop(settings.STOP_GRACE_SECONDS * 1000);
  await afterwards();
  await app.close().catch((error: unknown) => log.error({ err: error }, "Next could not be closed"));
  await Promise.all([writeSignInProblems().then(closeDatabase), flushTraces()]);
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);

door.server.listen({ port: settings.PORT, host });
await app.prepare();
handle = app.getRequestHandler();
pending.open();
// Each takes a moment in which nobody is answered: once the service has started, and before many come. Until then Next
// answers what the lane will. While sources change, the route that Next loads is the one that is meant.
await sleep(LOADED_AFTER_MS);
if (!isDev && settings.FRONT_DOOR_LANE) lane = (await import("@/lib/server/lane")).LANE;
const { warnOfUnverified } = await import("@/lib/server/warn-of-unverified");
warnOfUnverified();
warnOfOpenSignUp();
if (!isDev) {
  const { readCatalogue } = await import("@/lib/tracker/enrichment/built-in-rules");
  readCatalogue();
}
