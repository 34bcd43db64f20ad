import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";

/*
 * The linters and client generators that strangers read our OpenAPI document with. They are installed beside the service's
 * own dependencies, from a lock file of their own: `npm ci` is not longer for them, and they bring TypeScript 5.
 */

const ROOT = path.resolve(import.meta.dirname, "../..");
const SOURCE = path.join(ROOT, "tests/openapi-tools");
const CACHE = path.join(ROOT, "node_modules/.cache");
const INSTALLED = path.join(CACHE, "openapi-tools");
const FILES = ["package.json", "package-lock.json"];

function isInstalled(): boolean {
  return FILES.every((file) => {
    const there = path.join(INSTALLED, file);
    return existsSync(there) && readFileSync(there).equals(readFileSync(path.join(SOURCE, file)));
  });
}

/** Installs the tools, once for each version of their lock file. @throws where npm can't */
export function installOpenapiTools(): void {
  if (isInstalled()) return;
  mkdirSync(CACHE, { recursive: true });
  // Made aside and then moved: an installation that was interrupted is not taken for one.
  const made = mkdtempSync(path.join(CACHE, "openapi-tools-"));
  for (const file of FILES) cpSync(path.join(SOURCE, file), path.join(made, file));
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stderr } = spawnSync("npm", args, { cwd: made, encoding: "utf8" });
  if (status !== 0) throw new Error(`The OpenAPI tools can't be installed (tests/openapi-tools):\n${stderr}`);
  rmSync(INSTALLED, { recursive: true, force: true });
  renameSync(made, INSTALLED);
}

/** A new folder in which programs find the tools' packages. */
export function toolsFolder(): string {
  installOpenapiTools();
  const folder = mkdtempSync(path.join(CACHE, "openapi-run-"));
  symlinkSync(path.join(INSTALLED, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

/** Runs one of the tools, without a network to talk to. @returns what it printed, and its exit code */
export async function runTool(
  folder: string,
  tool: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string; errors: string }> {
  const env = {
    ...process.env,
    ...{ http_proxy: "http://127.0.0.1:1", https_proxy: "http://127.0.0.1:1" },
    ...{ REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
  };
  const bin = path.join(INSTALLED, "node_modules/.bin", tool);
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part) => {
    output += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output, errors };
}
