import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { isAlive } from "@/lib/platform/is-alive";

/*
 * Each build has a folder of its own below `.next/builds`, and `.next/current.json` says which is in use and what it was
 * made of. So a service that runs goes on with its files while another build is made, and one that was interrupted is
 * never in use.
 */

const ROOT = process.cwd();
const BUILDS = path.join(".next", "builds");
const CURRENT = path.join(ROOT, ".next", "current.json");
/** The one in use, and the one before it. Besides, those that a service which still runs loads its pages from. */
const BUILDS_KEPT = 2;
const USER = /^used-by-(\d+)$/;

/** The project's own, for Next to add its folders to. */
const BUILD_TSCONFIG = JSON.stringify({ extends: "../tsconfig.json", include: [] });

/** `sources` is null where the build stands without them, in an image (deploy/assemble.ts): it is never stale. */
type Current = { folder: string; sources: string | null };

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
  path.join("public", "tracker-client.mjs"),
];

const packages = createRequire(import.meta.url);
/** Next's command-line program, started by its file: going through npx would cost a second. */
const NEXT_PROGRAM = "next/dist/bin/next";
/** Builders are packages of development: where these were left out, only what was built elsewhere can run. */
const BUILDERS = [NEXT_PROGRAM, "typescript/package.json"];

function canBuild(): boolean {
  try {
    for (const one of BUILDERS) packages.resolve(one);
    return true;
  } catch {
    return false;
  }
}

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

/** Runs Next's builder, which learns of the folder from `next.config.ts`. */
function runBuild(folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [packages.resolve(NEXT_PROGRAM), "build"], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", BUILD_FOLDER: folder },
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

/** Next's own list of what its server reads, and its configuration. `env` are addresses of files in `public`. */
type Manifest = { files: string[]; config: { env: Record<string, string> } };

/** A file or folder of each part of a build: what was copied from elsewhere, or cleaned up, may lack one. */
function partsOf(folder: string, { files, config }: Manifest): string[] {
  const made = ["tracker-client.mjs", ...Object.values(config.env)];
  return [...files, path.join(folder, "static"), ...made.map((file) => path.join("public", file))];
}

/** The build in use; null if there is none, or only a part of one. */
async function readCurrent(): Promise<(Current & Pick<Manifest, "config">) | null> {
  try {
    const current: Current = JSON.parse(await readFile(CURRENT, "utf8"));
    const file = path.join(ROOT, current.folder, "required-server-files.json");
    const manifest: Manifest = JSON.parse(await readFile(file, "utf8"));
    await Promise.all(partsOf(current.folder, manifest).map((part) => access(path.join(ROOT, part))));
    return { ...current, config: manifest.config };
  } catch {
    return null;
  }
}

/** Whether a service that runs from a build's folder has said so. Another process may have got its number: no harm done. */
async function isUsed(folder: string): Promise<boolean> {
  const users = (await readdir(folder)).flatMap((name) => USER.exec(name)?.[1] ?? []);
  return users.some((pid) => isAlive(Number(pid)));
}

/** Removes builds that are no longer in use, interrupted ones included. @param current the one that is used from now on */
export async function removeOldBuilds(current: string): Promise<void> {
  const folder = path.join(ROOT, BUILDS);
  // Their names begin with when they were begun, in as many digits each.
  const others = (await readdir(folder)).filter((name) => name !== path.basename(current)).sort();
  for (const name of others.slice(0, Math.max(0, others.length - (BUILDS_KEPT - 1)))) {
    if (await isUsed(path.join(folder, name))) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Builds the application when there is no build of its present sources.
 * @param announce called before a build begins, because it takes a while
 * @throws with the builder's own words when the build fails; what was built before stays in use
 */
export async function buildIfStale(announce: () => void, signal: AbortSignal): Promise<void> {
  const built = await readCurrent();
  if (built?.sources === null) return;
  const sources = await sourceHash();
  if (sources === built?.sources) return;
  if (!canBuild()) {
    throw new Error(
      "There is no whole build of these sources, and what builds them is not installed. Run npm ci without --omit=dev, or bring .next, .programs and public from where npm run build ran on the same sources.",
    );
  }
  announce();
  const folder = path.join(BUILDS, `${Date.now().toString(36)}-${process.pid}`);
  await mkdir(path.join(ROOT, folder), { recursive: true });
  await writeFile(path.join(ROOT, ".next", "tsconfig.json"), BUILD_TSCONFIG);
  await runBuild(folder, signal);
  const next = `${CURRENT}.${process.pid}`;
  await writeFile(next, JSON.stringify({ folder, sources } satisfies Current));
  await rename(next, CURRENT);
  await removeOldBuilds(folder);
}

/**
 * The configuration from the build, for Next's server: reading `next.config.ts` would compile it first, which takes up
 * to a second. Next's own standalone server gets it the same way. As long as this process lives, the build is not removed.
 * @throws if there is no complete build
 */
export async function builtConfig(): Promise<string> {
  const current = await readCurrent();
  if (!current) throw new Error("The application is not built. Run: npm run build");
  // Where nothing can be written, as in an image, nothing is removed either.
  await writeFile(path.join(ROOT, current.folder, `used-by-${process.pid}`), "").catch(() => {});
  return JSON.stringify(current.config);
}
