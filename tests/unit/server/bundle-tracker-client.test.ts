import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleTrackerClient } from "@/lib/server/bundle-tracker-client";

/* The file as people download it: in a folder with nothing beside it, run by Node alone. */

const BUNDLE = path.resolve(import.meta.dirname, "../../../public/tracker-client.mjs");

let folder: string;
let client: string;
let activityWatch: Server;

beforeAll(async () => {
  await bundleTrackerClient();
  folder = await mkdtemp(path.join(tmpdir(), "tracker-bundle-"));
  client = path.join(folder, "tracker-client.mjs");
  await copyFile(BUNDLE, client);
  const start = Date.now() - 600_000;
  const answers: Record<string, unknown> = {
    "/api/0/info": { hostname: "desk", version: "v0.13.2", testing: false },
    "/api/0/buckets/": { w: { id: "w", type: "currentwindow", hostname: "desk" } },
    "/api/0/buckets/w/events": [
      {
        timestamp: new Date(start).toISOString(),
        duration: 300,
        data: { app: "Code", title: "TOKEN=hunter22 npm test" },
      },
    ],
  };
  activityWatch = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    response.writeHead(answers[pathname] ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answers[pathname] ?? {}));
  });
  activityWatch.listen(0, "127.0.0.1");
  await once(activityWatch, "listening");
});
afterAll(async () => {
  activityWatch.closeAllConnections();
  activityWatch.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [client, ...args], { cwd: folder, encoding: "utf8" });

describe("the file that a service hands out", () => {
  it("runs without anything beside it", () => {
    const { status, stdout, stderr } = run("--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("--dry-run");
  });

  it.each([
    [["--colour"], 2, "Unknown option"],
    [["--server", "http://time.example.com", "--source", "activitywatch"], 1, "not encrypted"],
    [["--source", "toString"], 1, "There is no source"],
    [["--source", "activitywatch", "--activitywatch", "http://10.0.0.1:5600"], 1, "this computer alone"],
    [["--source", "activitywatch", "--data", "here"], 1, "--server"],
    [["--server", "http://127.0.0.1:1", "--source", "activitywatch", "--data", "there"], 1, "No answer"],
  ])("says what is wrong with %j", (args, code, text) => {
    const { status, stderr } = run(...args);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("    at ");
    expect(status).toBe(code);
  });

  it("prints in a dry run what ActivityWatch holds, redacted, and writes nothing", {
    timeout: 60_000,
  }, async () => {
    const address = `http://127.0.0.1:${(activityWatch.address() as AddressInfo).port}`;
    const data = path.join(folder, "dry");
    const child = spawn(process.execPath, [client, "--dry-run", "--activitywatch", address, "--data", data], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    const [first] = await once(child.stdout.setEncoding("utf8"), "data");
    child.kill("SIGTERM");
    const [code] = await ended;
    expect(JSON.parse(String(first).split("\n")[0] ?? "")).toMatchObject({
      interval_s: 300,
      active_app: { name: "Code", bundle_id: "Code", window_title: "TOKEN=[redacted] npm test" },
    });
    expect(code).toBe(0);
    expect(await readdir(data)).toEqual([]);
  });
});
