import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "@/lib/platform/env";
import { embeddedSecrets } from "@/lib/server/secrets";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "wps-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const file = () => path.join(dataDir, "secrets.json");

describe("embeddedSecrets", () => {
  it("creates valid secrets, once, and readable by their owner only", async () => {
    const first = await embeddedSecrets(dataDir);
    expect(() => readSettings({ DATABASE_URL: "postgresql://x", ...first })).not.toThrow();
    expect(await embeddedSecrets(dataDir)).toEqual(first);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it("creates different ones for another installation", async () => {
    const other = await mkdtemp(path.join(tmpdir(), "wps-secrets-"));
    expect(await embeddedSecrets(other)).not.toEqual(await embeddedSecrets(dataDir));
    await rm(other, { recursive: true });
  });

  it.each(["", "{", "{}", '{"JWT_SECRET":"x"}'])(
    "refuses the damaged file %j instead of replacing it",
    async (text) => {
      await writeFile(file(), text);
      await expect(embeddedSecrets(dataDir)).rejects.toThrow(/secrets\.json is damaged/);
      expect(await readFile(file(), "utf8")).toBe(text);
    },
  );
});
