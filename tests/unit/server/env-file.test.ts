import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/* In a process of its own for each, because the settings are those of a process. */

const MODULE = pathToFileURL(path.resolve(import.meta.dirname, "../../../lib/server/env-file.mjs")).href;
const PROGRAM = `import { loadEnvFile } from ${JSON.stringify(MODULE)};
loadEnvFile();
console.log(JSON.stringify([process.env.FIRST_SETTING, process.env.SECOND_SETTING]));`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "wps-env-file-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function run(env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--input-type=module", "--eval", PROGRAM],
      { cwd: folder, env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    );
  });
}

const write = (content: string | Buffer) => writeFile(path.join(folder, ".env"), content);
const LINES = 'FIRST_SETTING=größer # and why\r\nSECOND_SETTING="two words"\r\n';

describe(".env", () => {
  it("may be missing", async () => {
    expect(await run()).toEqual({ code: 0, output: "[null,null]" });
  });

  it.each([
    ["UTF-8", Buffer.from(LINES)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${LINES}`)],
    ["little-endian UTF-16, as PowerShell writes it", Buffer.from(`\uFEFF${LINES}`, "utf16le")],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${LINES}`, "utf16le").swap16()],
  ])("is read from its first line on in %s", async (_, bytes) => {
    await write(bytes);
    expect(await run()).toEqual({ code: 0, output: '["größer","two words"]' });
  });

  it("does not change what the surroundings set, be it to nothing", async () => {
    await write(LINES);
    const env = { FIRST_SETTING: "mine", SECOND_SETTING: "" };
    expect(await run(env)).toEqual({ code: 0, output: '["mine",""]' });
  });

  it("stops the start in one line if it can't be read", async () => {
    await write(Buffer.from(LINES, "utf16le"));
    expect(await run()).toEqual({ code: 78, output: ".env can't be read: it is not a text in UTF-8" });
    await rm(path.join(folder, ".env"));
    await mkdir(path.join(folder, ".env"));
    const { code, output } = await run();
    expect(code).toBe(78);
    expect(output).toMatch(/^\.env can't be read: EISDIR.*$/);
  });
});
