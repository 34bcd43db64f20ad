import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const ROOT = process.cwd();
const STAMP = path.join(ROOT, ".next", "source-hash");

/** What a build is made of. The generated database client follows from the schema, and bundles from their sources. */
const SOURCES = [
  "app",
  "lib",
  "public",
  "prisma/schema",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "package-lock.json",
  "tsconfig.json",
];
const GENERATED = [
  path.join("lib", "platform", "prisma") + path.sep,
  path.join("public", "assets") + path.sep,
];

/** Next's command-line program, started by its file: going through npx would cost a second. */
const NEXT_PROGRAM = createRequire(import.meta.url).resolve("next/dist/bin/next");

async function filesOf(source: string): Promise<string[]> {
  const found = await stat(path.join(ROOT, source)).catch(() => null);
  if (!found?.isDirectory()) return found ? [source] : [];
  const entries = await readdir(path.join(ROOT, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !GENERATED.some((folder) => file.startsWith(folder)));
}

/** A hash over paths and contents, because a clone or a checkout changes times and a removed file has none. */
async function sourceHash(): Promise<string> {
  const files = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(ROOT, file))));
  const hash = createHash("sha256");
  files.forEach((file, index) => {
    hash.update(`${file}\0${contents[index]?.byteLength}\0`).update(contents[index] ?? "");
  });
  return hash.digest("hex");
}

function runBuild(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [NEXT_PROGRAM, "build"], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed.\n${output.trim()}`));
    });
  });
}

/**
 * Builds the application when there is no build or its sources have changed since.
 * @param announce called before a build begins, because it takes a while
 * @throws with the builder's own words when the build fails
 */
export async function buildIfStale(announce: () => void, signal: AbortSignal): Promise<void> {
  const [current, built] = await Promise.all([sourceHash(), readFile(STAMP, "utf8").catch(() => null)]);
  if (current === built) return;
  announce();
  await runBuild(signal);
  await writeFile(STAMP, current);
}

/**
 * The configuration as it was built, for Next's server: reading `next.config.ts` would compile it first, which takes up to
 * a second. Next's own standalone server is given it the same way.
 */
export async function builtConfig(): Promise<string> {
  const text = await readFile(path.join(ROOT, ".next", "required-server-files.json"), "utf8");
  return JSON.stringify(JSON.parse(text).config);
}
