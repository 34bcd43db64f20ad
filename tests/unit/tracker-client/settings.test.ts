import { spawnSync } from "node:child_process";
import { statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, uptime } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "@/lib/tracker-client/client-error";
import { chooseProject } from "@/lib/tracker-client/enrol";
import {
  DEFAULTS,
  defaultFolder,
  Files,
  isLeftOut,
  mayRecord,
  type Settings,
} from "@/lib/tracker-client/settings";

describe("what may be recorded", () => {
  const withHours = (): Settings => ({
    ...DEFAULTS,
    hours: { time_zone: "Europe/Berlin", hours: [{ day: "fri", from: "09:00", to: "17:00" }] },
  });

  it.each([
    ["2026-11-20T07:59:00Z", false],
    ["2026-11-20T08:00:00Z", true],
    ["2026-11-20T15:59:00Z", true],
    ["2026-11-20T16:00:00Z", false],
    ["2026-11-21T10:00:00Z", false],
  ])("at %s in working hours of Berlin: %s", (at, isOn) => {
    expect(mayRecord(withHours(), Date.parse(at))).toBe(isOn);
  });

  it("is nothing while paused", () => {
    expect(mayRecord(DEFAULTS, 0)).toBe(true);
    expect(mayRecord({ ...DEFAULTS, config: { ...DEFAULTS.config, paused: true } }, 0)).toBe(false);
  });

  it("is no app that is left out, by its id or name, in either case", () => {
    const settings = {
      ...DEFAULTS,
      config: { ...DEFAULTS.config, excluded_bundle_ids: ["KeePass.exe", "Slack"] },
    };
    expect(isLeftOut(settings, { bundleId: "keepass.EXE", appName: "" })).toBe(true);
    expect(isLeftOut(settings, { bundleId: "com.tinyspeck.slackmacgap", appName: "slack" })).toBe(true);
    expect(isLeftOut(settings, { bundleId: "Code", appName: "Code" })).toBe(false);
  });
});

describe("the files of a client", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "tracker-files-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are readable by their owner alone", () => {
    const files = new Files(path.join(folder, "a", "b"));
    files.write("account.json", { token: "svc_x" });
    expect(files.read("account.json")).toEqual({ token: "svc_x" });
    expect(statSync(path.join(files.folder, "account.json")).mode & 0o777).toBe(0o600);
    expect(statSync(files.folder).mode & 0o777).toBe(0o700);
    expect(files.read("nothing.json")).toBeNull();
  });

  it("let one client in at a time, and another after one that was killed", () => {
    const files = new Files(folder);
    const unlock = files.lock();
    writeFileSync(path.join(folder, "lock"), String(process.ppid));
    expect(() => new Files(folder).lock()).toThrow(`process ${process.ppid}`);
    unlock();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(path.join(folder, "lock"), String(pid));
    new Files(folder).lock()();
    writeFileSync(path.join(folder, "lock"), "");
    new Files(folder).lock()();
  });

  it("let one in after the computer was restarted, whichever program has the number of the last one now", () => {
    const lock = path.join(folder, "lock");
    writeFileSync(lock, String(process.ppid));
    const beforeStart = new Date(Date.now() - uptime() * 1_000 - 60_000);
    utimesSync(lock, beforeStart, beforeStart);
    new Files(folder).lock()();
  });

  it("say what to do where nothing can be written, as on a full disk", () => {
    symlinkSync("/dev/full", path.join(folder, `lock.${process.pid}`));
    expect(() => new Files(folder).lock()).toThrow(/^Nothing can be written to .*ENOSPC.* Make room there/);
    new Files(folder).lock()();
  });

  it("say what to do where their folder can't be made", () => {
    writeFileSync(path.join(folder, "file"), "");
    expect(() => new Files(path.join(folder, "file", "x"))).toThrow("--data");
  });

  it.each([
    ["linux", {}, "/home/ana/.local/state/workspace-tracker"],
    ["linux", { XDG_STATE_HOME: "/state" }, "/state/workspace-tracker"],
    ["darwin", {}, "/home/ana/Library/Application Support/workspace-tracker"],
  ] as const)("stand on %s %j in %s", (platform, env, expected) => {
    expect(defaultFolder(platform, env, "/home/ana")).toBe(expected);
  });
});

describe("the project", () => {
  const projects = [
    { id: "1", name: "Web shop", slug: "web" },
    { id: "2", name: "Quiet", slug: "quiet" },
  ];

  it("is the one that is wanted, the only one, or the chosen one", async () => {
    expect((await chooseProject(projects, "quiet", null)).id).toBe("2");
    expect((await chooseProject(projects.slice(0, 1), undefined, null)).id).toBe("1");
    expect((await chooseProject(projects, undefined, async () => 1)).id).toBe("2");
  });

  it.each([
    [projects, "other", "web, quiet"],
    [projects, undefined, "--project"],
    [[], undefined, "tracker on"],
  ])("is asked for otherwise", async (given, wanted, text) => {
    const chosen = chooseProject(given, wanted, null);
    await expect(chosen).rejects.toThrow(ClientError);
    await expect(chosen).rejects.toThrow(text);
  });
});
