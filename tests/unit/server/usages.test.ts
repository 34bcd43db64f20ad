import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { USAGES, usageAskedFor } from "@/lib/server/usages.mjs";

const ROOT = path.resolve(import.meta.dirname, "../../..");

it.each(Object.entries(USAGES))("%s says how it is used and does nothing else, if asked", (name, usage) => {
  for (const args of [["--help"], ["-h"], ["deploy", "--help"]]) {
    const said = execFileSync(process.execPath, ["lib/server/run.mjs", name, ...args], { cwd: ROOT });
    expect(said.toString()).toBe(`${usage}\n`);
  }
});

it("is said by the two programs that have options of their own themselves, and only if asked for", () => {
  expect([usageAskedFor("demo", ["--help"]), usageAskedFor("tracker", ["--help"])]).toEqual([null, null]);
  expect(usageAskedFor("backup", ["file", "--with-keys"])).toBeNull();
  expect(usageAskedFor("constructor", ["--help"])).toBeNull();
});
