import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/* On a copy of the sources, because sources change in these tests. */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const COPIED = ["app", "lib", "package.json", "package-lock.json", "tsconfig.json"];

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "wps-programs-"));
  for (const each of COPIED) await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true });
  await symlink(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["lib/server/run.mjs", ...args], { cwd: copy }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

/** The folder of the bundles in use. */
async function folder(): Promise<string> {
  return JSON.parse(await readFile(path.join(copy, ".programs", "current.json"), "utf8")).folder;
}

describe("run.mjs", { timeout: 120_000 }, () => {
  it("bundles once, however many ask at the same time, and runs the program with its arguments", async () => {
    const both = await Promise.all([run("demo", "--help"), run("demo", "--colour")]);
    expect(both.map(({ code }) => code)).toEqual([0, 2]);
    expect(both[0].output).toMatch(/^npm run demo -- \[options\]/);
    expect(both[1].output).toContain("Unknown option '--colour'");
  });

  it("bundles again only when a source's content changes, not its date", async () => {
    await run("--bundle");
    const first = await folder();
    const source = path.join(copy, "lib", "server", "demo.ts");
    await utimes(source, new Date(), new Date());
    expect((await run("demo", "--help")).code).toBe(0);
    expect(await folder()).toBe(first);
    await appendFile(source, '\nconsole.log("and more");\n');
    expect((await run("demo", "--help")).output).toContain("and more");
    expect(await folder()).not.toBe(first);
    // A service that runs may still start a program from it.
    expect(await readFile(path.join(copy, ".programs", first, "worker.mjs"), "utf8")).not.toBe("");
  });

  it("bundles again when its bundles are gone", async () => {
    await run("--bundle");
    await rm(path.join(copy, ".programs", await folder()), { recursive: true });
    expect((await run("demo", "--help")).code).toBe(0);
  });

  it("says what to do where packages are missing, as after an install that was interrupted", async () => {
    const programs = path.join(copy, ".programs");
    const packages = path.join(copy, "node_modules");
    await rm(programs, { recursive: true, force: true });
    await rm(packages);
    try {
      const { code, output } = await run("demo", "--help");
      expect(output).toMatch(
        /^The programs can't be bundled: .+\nIf npm ci was interrupted, or never ran, run it again\.\n$/,
      );
      expect(code).toBe(1);
    } finally {
      await symlink(path.join(ROOT, "node_modules"), packages);
    }
  });

  it("says so when there is no such program", async () => {
    expect(await run("toString")).toEqual({ code: 2, output: 'There is no program "toString".\n' });
  });
});
