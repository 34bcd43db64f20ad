import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/* A build as it is found at a start: Next's own takes minutes, and what is asked here is whether all of it came along. */

const BUILD = ".next/builds/one";
const FILES = [`${BUILD}/BUILD_ID`, `${BUILD}/server/app-paths-manifest.json`];
const MANIFEST = {
  files: FILES,
  config: { distDir: BUILD, env: { FORM_SCRIPT: "/assets/page-1.js", FORM_STYLE: "/assets/page-1.css" } },
};

let root: string;
let build: typeof import("@/lib/server/build");

async function put(file: string, text = ""): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "wps-build-"));
  for (const file of FILES) await put(file);
  await put(`${BUILD}/required-server-files.json`, JSON.stringify(MANIFEST));
  await put(`${BUILD}/static/chunks/page.js`);
  for (const file of ["assets/page-1.js", "assets/page-1.css", "tracker-client.mjs"])
    await put(`public/${file}`);
  // Without sources, as in an image.
  await put(".next/current.json", JSON.stringify({ folder: BUILD, sources: null }));
  vi.spyOn(process, "cwd").mockReturnValue(root);
  vi.resetModules();
  build = await import("@/lib/server/build");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

/** Whether a start would build, were it not stopped as it begins to. */
async function wouldBuild(): Promise<boolean> {
  const announce = vi.fn();
  await build.buildIfStale(announce, AbortSignal.abort()).catch(() => {});
  return announce.mock.calls.length > 0;
}

describe("builds before the one in use", () => {
  it("are removed but for the last one and those from which a service runs", async () => {
    for (const name of ["other", "three", "two"]) await put(`.next/builds/${name}/BUILD_ID`);
    const { pid: ended } = spawnSync(process.execPath, ["--version"]);
    await put(`.next/builds/other/used-by-${ended}`);
    await build.builtConfig();
    await build.removeOldBuilds(".next/builds/zero");
    expect((await readdir(path.join(root, ".next/builds"))).sort()).toEqual(["one", "two"]);
  });
});

describe("a build", () => {
  it("is used where all of it is", async () => {
    expect(JSON.parse(await build.builtConfig())).toEqual(MANIFEST.config);
    expect(await wouldBuild()).toBe(false);
  });

  it.each([
    ".next/current.json",
    `${BUILD}/required-server-files.json`,
    `${BUILD}/server`,
    `${BUILD}/static`,
    "public/assets/page-1.css",
    "public/tracker-client.mjs",
  ])("is none, and made again, where %s did not come along", async (lacking) => {
    await rm(path.join(root, lacking), { recursive: true });
    await expect(build.builtConfig()).rejects.toThrow("The application is not built. Run: npm run build");
    expect(await wouldBuild()).toBe(true);
  });

  it("is none where what says which is in use was cut off", async () => {
    await put(".next/current.json", '{"folder":".next/bui');
    await expect(build.builtConfig()).rejects.toThrow("The application is not built. Run: npm run build");
  });
});
