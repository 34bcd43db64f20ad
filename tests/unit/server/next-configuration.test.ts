import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

/*
 * Next's server is given its configuration as it was built by a private setting, as Next's own standalone server gives
 * it. A version of Next that does it otherwise would quietly compile `next.config.ts` at every start again.
 */

const require = createRequire(import.meta.url);
let dir: string;

afterAll(async () => {
  delete process.env.__NEXT_PRIVATE_STANDALONE_CONFIG;
  await rm(dir, { recursive: true, force: true });
});

it("Next takes its configuration from __NEXT_PRIVATE_STANDALONE_CONFIG, and reads no file then", async () => {
  dir = await mkdtemp(path.join(tmpdir(), "wps-next-"));
  await writeFile(path.join(dir, "next.config.mjs"), 'throw new Error("The file was read.");');
  const { default: loadConfig } = require("next/dist/server/config") as {
    default(phase: string, dir: string): Promise<Record<string, unknown>>;
  };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({
    distDir: "as-built",
    env: { MARK: "built" },
  });
  expect(await loadConfig("phase-production-server", dir)).toMatchObject({ distDir: "as-built" });
  delete process.env.__NEXT_PRIVATE_STANDALONE_CONFIG;
  const other = await mkdtemp(path.join(dir, "other-"));
  await writeFile(path.join(other, "next.config.mjs"), 'throw new Error("The file was read.");');
  await expect(loadConfig("phase-production-server", other)).rejects.toThrow("The file was read.");
});
