import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM_PACKAGES, chromiumOptions } from "@/tests/support/chromium";
import { installOpenapiTools } from "@/tests/support/openapi-tools";

/*
 * The programs that npm does not bring: a browser; Redis, which limits are tested against; PgBouncer;
 * Prometheus, which scrapes the service for its dashboard; a screen that nobody sees, for the tracker's client; and Python, which runs what
 * the console shows to those who write it; and what others read our OpenAPI document with. Run first by `npm test`; when one can be had in no way, it says so in one
 * line and the tests do not start.
 */

const DOWNLOAD_WAIT_MS = 120_000;
const playwright = path.join(
  path.dirname(createRequire(import.meta.url).resolve("playwright/package.json")),
  "cli.js",
);

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, program)));
}

/** Runs quietly; true when it succeeded. */
function succeeds(program: string, args: string[], timeout?: number): boolean {
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: "noninteractive",
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000",
  };
  return spawnSync(program, args, { stdio: "ignore", env, ...(timeout ? { timeout } : {}) }).status === 0;
}

function aptInstall(name: string): boolean {
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) return false;
  return (
    succeeds("apt-get", ["update"]) && succeeds("apt-get", ["install", "-y", "--no-install-recommends", name])
  );
}

const hasRedis = () => isOnPath("redis-server");
const hasPgBouncer = () => isOnPath("pgbouncer");
const hasPrometheus = () => isOnPath("prometheus");
const hasPython = () => isOnPath("python3");

/** A screen, a window manager, windows, and what the client asks of them. */
const SCREEN_PROGRAMS = [
  ["Xvfb", "xvfb"],
  ["openbox", "openbox"],
  ["xdotool", "xdotool"],
  ["xprop", "x11-utils"],
  ["xmessage", "x11-utils"],
  ["xprintidle", "xprintidle"],
] as const;

/** A browser that is there can still lack libraries of the system: only starting it tells. */
async function chromiumStarts(): Promise<boolean> {
  return chromium.launch({ ...chromiumOptions(), args: ["--no-sandbox"] }).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}

const missing: string[] = [];
let hasChromium = await chromiumStarts();
if (!hasChromium) {
  console.log("Installing Chromium for the browser tests…");
  succeeds(process.execPath, [playwright, "install", "chromium"], DOWNLOAD_WAIT_MS);
  hasChromium = await chromiumStarts();
}
for (const { name } of CHROMIUM_PACKAGES) {
  if (!hasChromium && aptInstall(name)) hasChromium = await chromiumStarts();
}
if (!hasChromium) missing.push("Chromium (`npx playwright install --with-deps chromium`)");
if (!hasRedis()) {
  console.log("Installing Redis for the limiter's tests…");
  if (!aptInstall("redis-server") || !hasRedis()) missing.push("redis-server (your system's package)");
}
if (!hasPgBouncer()) {
  console.log("Installing PgBouncer for the tests behind a pooler…");
  if (!aptInstall("pgbouncer") || !hasPgBouncer()) missing.push("pgbouncer (your system's package)");
}
if (!hasPrometheus()) {
  console.log("Installing Prometheus for the dashboard's tests…");
  if (!aptInstall("prometheus") || !hasPrometheus()) missing.push("prometheus (your system's package)");
}
if (!hasPython()) {
  console.log("Installing Python for the tests of what subscribers are shown…");
  if (!aptInstall("python3") || !hasPython()) missing.push("python3 (your system's package)");
}
for (const [program, name] of SCREEN_PROGRAMS) {
  if (isOnPath(program)) continue;
  console.log(`Installing ${name} for the tests of the tracker's client…`);
  if (!aptInstall(name) || !isOnPath(program)) missing.push(`${program} (your system's package ${name})`);
}
// The snippets in this language are tested where it can be had.
if (!isOnPath("php")) aptInstall("php-cli");
try {
  installOpenapiTools();
} catch (error) {
  missing.push(`the tools in tests/openapi-tools (${(error as Error).message})`);
}
if (missing.length > 0) {
  console.error(`The tests need ${missing.join(" and ")}.`);
  process.exit(1);
}
