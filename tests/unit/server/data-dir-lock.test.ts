import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SettingsError } from "@/lib/platform/env";
import { lockDataDir } from "@/lib/server/data-dir-lock";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "wps-lock-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const lockFile = () => path.join(dataDir, "launcher.pid");

describe("lockDataDir", () => {
  it("gives the lock back, and leaves no file behind", async () => {
    const unlock = await lockDataDir(dataDir);
    unlock();
    (await lockDataDir(dataDir))();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("names the launcher that runs", async () => {
    const launcher = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "run.mjs", "start"]);
    try {
      await writeFile(lockFile(), String(launcher.pid));
      await expect(lockDataDir(dataDir)).rejects.toThrow(`already running (process ${launcher.pid})`);
    } finally {
      launcher.kill();
    }
  });

  it("takes over what a killed launcher left, whose id is free or now another program's", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    for (const holder of [String(pid), "1", "", "not a number"]) {
      await writeFile(lockFile(), holder);
      (await lockDataDir(dataDir))();
    }
  });

  it("names the setting if the folder can't be one", async () => {
    await writeFile(lockFile(), "");
    const failure = await lockDataDir(lockFile()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SettingsError);
    expect(String(failure)).toMatch(
      /DATA_DIR can't be .*launcher\.pid \(EEXIST\): set it to a folder that this user/,
    );
  });
});
