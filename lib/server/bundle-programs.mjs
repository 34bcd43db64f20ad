import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * The processes that run beside Next, each bundled into one file with all that it imports: loading a bundle takes a fifth
 * of the time that compiling TypeScript and finding a thousand files takes. Plain JavaScript, because it runs before
 * anything is compiled.
 *
 * Each bundling has a folder of its own in `.programs/`, and `.programs/current.json` says which is in use and what it was
 * made of: a service that runs goes on with its own while another is made.
 */

/** What is bundled: the name of the program and its source. Loaded by `lib/server/run.mjs` or by the launcher. */
const PROGRAMS = {
  build: "lib/server/build-application.ts",
  start: "lib/server/start.ts",
  "start-web": "lib/server/start-web.ts",
  worker: "lib/server/worker.ts",
  "local-identity": "lib/server/local-identity.ts",
  "follow-parent": "lib/server/follow-parent.mjs",
  migrate: "lib/server/migrate.ts",
  demo: "lib/server/demo.ts",
  tracker: "lib/server/tracker.ts",
  token: "lib/server/token.ts",
  doctor: "lib/server/doctor.ts",
  backup: "lib/server/backup.ts",
  restore: "lib/server/restore.ts",
};

/**
 * The web process carries our code and Next in one: what they share must be one and the same there, so its bundle leaves
 * out what Next's leaves out (`serverExternalPackages`), and Next itself.
 */
const WEB_PROGRAMS = { web: "lib/server/web.ts" };
const WEB_EXTERNAL = ["next", "@prisma/client", "@prisma/adapter-pg", "pg", "pino", "stripe"];
/**
 * CommonJS that is imported when a setting asks for it. A bundle would give such a module by its default alone, without
 * the names that Node finds in it.
 */
const IMPORTED_WHEN_ASKED = ["prom-client", "@opentelemetry/*"];
const WEB_ALIASES = { "next/server": "./lib/server/front-door/after.ts" };

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDER = path.join(ROOT, ".programs");
const CURRENT = path.join(FOLDER, "current.json");
/** The one in use, and those that services which still run may start a program from. */
const FOLDERS_KEPT = 4;

/** Besides the sources themselves: versions of packages, aliases, and this file. */
const ALWAYS = ["package-lock.json", "tsconfig.json", "lib/server/bundle-programs.mjs"];

/** CommonJS packages ask for Node's own modules by `require`, which an ES module does not have. */
const BANNER = `import { createRequire as createBundleRequire } from "node:module";
const require = createBundleRequire(import.meta.url);`;

/**
 * Next loads Prisma's runtime by `require`, which gives other classes than `import` does: errors of a client that the one
 * made would be none to the other.
 * @type {import("esbuild").Plugin}
 */
const byRequire = {
  name: "by-require",
  setup(build) {
    build.onResolve({ filter: /^@prisma\/client\/runtime\/client$/ }, ({ path: name, pluginData }) =>
      pluginData === "by-require" ? null : { path: name, namespace: "by-require" },
    );
    build.onLoad({ filter: /.*/, namespace: "by-require" }, ({ path: name }) => ({
      contents: `module.exports = require(${JSON.stringify(name)});`,
      loader: "js",
      pluginData: "by-require",
    }));
  },
};

/** @param {string} file @returns {{ size: number, mtimeMs: number } | null} */
function sizeAndTime(file) {
  const { size, mtimeMs } = statSync(path.join(ROOT, file), { throwIfNoEntry: false }) ?? {};
  return size === undefined || mtimeMs === undefined ? null : { size, mtimeMs };
}

/** @param {string} file */
async function sha256(file) {
  return createHash("sha256")
    .update(await readFile(path.join(ROOT, file)))
    .digest("hex");
}

/**
 * Sources with what they were when they were bundled. Times tell quickly that nothing changed; when they say otherwise,
 * contents decide, because a checkout changes times too.
 * @typedef {{ file: string, size: number, mtimeMs: number, sha256: string }} Source
 * @typedef {{ folder: string, sources: Source[] }} Current
 */

/** @returns {Promise<Current | null>} */
async function readCurrent() {
  try {
    return JSON.parse(await readFile(CURRENT, "utf8"));
  } catch {
    return null;
  }
}

/** @param {Current} current */
async function writeCurrent(current) {
  const own = `${CURRENT}.${process.pid}`;
  await writeFile(own, JSON.stringify(current));
  await rename(own, CURRENT);
}

/** @param {Current} current */
async function isFresh(current) {
  if (!sizeAndTime(path.join(".programs", current.folder))) return false;
  const touched = current.sources.filter(({ file, size, mtimeMs }) => {
    const now = sizeAndTime(file);
    return now?.size !== size || now.mtimeMs !== mtimeMs;
  });
  if (touched.length === 0) return true;
  for (const source of touched) {
    const now = sizeAndTime(source.file);
    if (now === null || (await sha256(source.file)) !== source.sha256) return false;
    Object.assign(source, now);
  }
  // Where nothing can be written, times are compared in vain again next time.
  await writeCurrent(current).catch(() => {});
  return true;
}

/** Those of earlier bundlings that nobody is likely to use any more. @param {string} folder the one in use */
async function removeOld(folder) {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const others = entries
    .filter((entry) => entry.isDirectory() && entry.name !== folder)
    .map(({ name }) => ({ name, madeMs: sizeAndTime(path.join(".programs", name))?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { name } of others.slice(FOLDERS_KEPT - 1)) {
    await rm(path.join(FOLDER, name), { recursive: true, force: true });
  }
}

/** @returns {Promise<Current>} */
async function bundle() {
  // The bundler itself takes time to load, and is not needed while nothing changes.
  const { build } = await import("esbuild");
  const folder = `${Date.now().toString(36)}-${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  /** @type {import("esbuild").BuildOptions} */
  const common = {
    absWorkingDir: ROOT,
    outdir: path.join(FOLDER, folder),
    outExtension: { ".js": ".mjs" },
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    banner: { js: BANNER },
    // Not minified: it loads hardly faster, and lines of stack traces could not be found in it.
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
  };
  const made = await Promise.all([
    build({ ...common, metafile: true, entryPoints: PROGRAMS, external: IMPORTED_WHEN_ASKED }),
    build({
      ...common,
      metafile: true,
      entryPoints: WEB_PROGRAMS,
      external: [...WEB_EXTERNAL, ...IMPORTED_WHEN_ASKED],
      alias: WEB_ALIASES,
      plugins: [byRequire],
    }),
  ]);
  // What stands in node_modules follows from the lock file.
  const inputs = made
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .filter((file) => !file.includes("node_modules/") && sizeAndTime(file));
  const sources = await Promise.all(
    [...new Set([...inputs, ...ALWAYS])].map(async (file) => {
      const found = sizeAndTime(file);
      if (found === null) throw new Error(`${file} went away while the programs were bundled.`);
      return { file, ...found, sha256: await sha256(file) };
    }),
  );
  const current = { folder, sources };
  await writeCurrent(current);
  await removeOld(folder);
  return current;
}

/**
 * Bundles the programs when there is no bundle of their present sources.
 * @returns {Promise<(name: string) => string | null>} gives the URL of a program's bundle; null when there is none of
 * that name
 */
export async function freshPrograms() {
  const known = await readCurrent();
  const { folder } = known && (await isFresh(known)) ? known : await bundle();
  return (name) =>
    Object.hasOwn({ ...PROGRAMS, ...WEB_PROGRAMS }, name)
      ? pathToFileURL(path.join(FOLDER, folder, `${name}.mjs`)).href
      : null;
}
