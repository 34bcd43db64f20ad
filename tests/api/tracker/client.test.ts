import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as tokens } from "@/app/api/v1/developers/me/api-tokens/route";
import { GET as activity } from "@/app/api/v1/tracker/activity/route";
import { GET as devices } from "@/app/api/v1/tracker/devices/route";
import { GET as listEvents } from "@/app/api/v1/tracker/events/route";
import { PUT as setOwnRules } from "@/app/api/v1/tracker/redaction/route";
import { PUT as setTracker } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tracker/route";
import { DAY_MS } from "@/lib/platform/limits";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import type { Person } from "@/lib/tracker-client/enrol";
import type { Clock } from "@/lib/tracker-client/run";
import type { Source } from "@/lib/tracker-client/seen";
import { Files } from "@/lib/tracker-client/settings";
import { x11 } from "@/lib/tracker-client/sources/x11";
import { dryRun, track, type Wish } from "@/lib/tracker-client/track";
import { call } from "@/tests/support/call";
import { aProject, aWorkspace } from "@/tests/support/factories";
import { type HttpService, startHttpService } from "@/tests/support/http-service";
import { signIn } from "@/tests/support/providers";
import { type Display, startDisplay } from "@/tests/support/x-display";

/*
 * The tracker's client against the service's own handlers over HTTP: signed in at the local identity provider, and looking
 * at a real screen with a real window manager. Its clock alone is the test's, so that a day takes seconds.
 */

const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
const WAIT_MS = 180_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

process.env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "wps-client-"));
process.env.LOCAL_IDENTITY_URL = `http://localhost:${await freePort()}`;

let identity: ChildProcess;
let service: HttpService;
let display: Display;
let folder: string;
let said: string[];

beforeAll(async () => {
  identity = spawn(process.execPath, ["--import", "tsx", path.join("lib", "server", "local-identity.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const discovery = `${process.env.LOCAL_IDENTITY_URL}/.well-known/openid-configuration`;
  const isUp = () =>
    fetch(discovery).then(
      ({ ok }) => ok,
      () => false,
    );
  [service, display] = await Promise.all([startHttpService(), startDisplay()]);
  Object.assign(process.env, { DISPLAY: display.env.DISPLAY });
  while (identity.exitCode === null && !(await isUp())) await pause(100);
}, WAIT_MS);

afterAll(async () => {
  identity.kill("SIGTERM");
  await Promise.all([service.stop(), display.stop()]);
  await rm(process.env.DATA_DIR ?? "", { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "wps-client-files-"));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Somebody with a browser, who signs in at the local identity provider as soon as it opens. */
function aPerson(email: string): Person {
  return {
    say: (text) => said.push(text),
    choose: null,
    openBrowser(address) {
      const port = Number(new URL(address).searchParams.get("port"));
      void (async () => {
        const { location } = await signIn("suite_a", { port, form: { name: "Ana", email } });
        await fetch(location);
      })();
    },
  };
}

const wish = (given: Partial<Wish> = {}): Wish => ({
  base: `${service.url}/api/v1`,
  provider: "suite_a",
  project: undefined,
  name: "desk",
  titles: true,
  signInAgain: false,
  enrolAgain: false,
  ...given,
});

/** A clock that jumps to whatever comes next, as soon as both of the client's loops sleep. */
class JumpingClock implements Clock {
  private readonly sleepers = new Set<{ at: number; wake: () => void }>();
  private monoMs = 0;

  /** @param script what happens at which time: the first is done before anything else */
  constructor(
    private wallMs: number,
    private readonly script: [at: number, happen: () => Promise<void>][],
  ) {}

  now = () => ({ wallMs: this.wallMs, monoMs: this.monoMs });

  /** The computer sleeps: the one clock goes on, and the other stands still. */
  skip(ms: number): void {
    this.wallMs += ms;
  }

  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const sleeper = {
        at: this.monoMs + ms,
        wake: () => {
          signal.removeEventListener("abort", sleeper.wake);
          this.sleepers.delete(sleeper);
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      if (signal.aborted) return sleeper.wake();
      signal.addEventListener("abort", sleeper.wake);
      if (this.sleepers.size === 2) setImmediate(() => void this.jump());
    });

  private async jump(): Promise<void> {
    const [next] = [...this.sleepers].toSorted((a, b) => a.at - b.at);
    if (!next || this.sleepers.size < 2) return;
    const ms = Math.max(0, next.at - this.monoMs);
    this.wallMs += ms;
    this.monoMs += ms;
    while (this.script[0] && this.script[0][0] <= this.wallMs) await this.script.shift()?.[1]();
    next.wake();
  }
}

async function aMember(email: string) {
  const { jwt, developerId } = await signIn("suite_a", { port: 5_000, form: { name: "Ana", email } });
  const developer = { id: developerId ?? "", jwt } as Parameters<typeof aWorkspace>[0];
  const workspace = await aWorkspace(developer);
  const project = await aProject(developer, workspace.id);
  return { developer, workspace, project };
}

type Listed = {
  ts: string;
  interval_s: number;
  active_app: { name: string; window_title: string | null };
  is_private: boolean;
};

describe("the tracker's client", () => {
  it("uploads a day on a real screen, without private content", {
    timeout: WAIT_MS,
  }, async () => {
    const email = "ana.day@example.com";
    const { developer, workspace, project } = await aMember(email);
    const { jwt: bearer } = developer;
    const params = { workspace_id: workspace.id, project_id: project.id };
    const config = { sample_interval_s: 300, idle_threshold_s: 3_600, excluded_bundle_ids: ["Spotify"] };
    expect((await call(setTracker, "PUT", { bearer, params, body: { enabled: true, config } })).status).toBe(
      200,
    );
    await call(setOwnRules, "PUT", { bearer, body: { rules: [{ kind: "text", value: "Project Lynx" }] } });

    const morning = Math.floor((Date.now() - 2 * DAY_MS) / 3_600_000) * 3_600_000;
    const at = (hours: number) => morning + hours * 3_600_000;
    const stopping = new AbortController();
    await display.show("Code", "total.ts - Project Lynx - Visual Studio Code");
    const clock: JumpingClock = new JumpingClock(morning, [
      [at(1), () => display.show("Slack", "general - Acme")],
      [at(1.5), () => display.show("Spotify", "A song")],
      [
        at(2),
        async () => {
          clock.skip(3_600_000);
          await display.show("firefox", "Doctor — Mozilla Firefox Private Browsing");
        },
      ],
      [at(3.5), () => display.show("kitty", `export TOKEN=${SECRET}`)],
      [at(4), async () => stopping.abort()],
    ]);
    const files = new Files(folder);
    const source = { ...x11(), everyS: 300 } as Source;
    await track(files, source, wish(), aPerson(email), stopping.signal, clock);
    // What was recorded last waits in the queue: a second start sends it.
    const again = new AbortController();
    const later = new JumpingClock(at(4), [[at(4) + 120_000, async () => again.abort()]]);
    await display.clear();
    await track(
      files,
      { ...x11(), everyS: 300 } as Source,
      wish({ base: undefined }),
      aPerson(email),
      again.signal,
      later,
    );

    const listed: Listed[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { limit: "200", ...(cursor ? { cursor } : {}) };
      const page = await call(listEvents, "GET", { bearer, query });
      expect(page.status).toBe(200);
      listed.push(...page.json);
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
      if (!cursor) break;
    }
    const secondsOf = (app: string) =>
      listed
        .filter(({ active_app: { name } }) => name === app)
        .reduce((sum, each) => sum + each.interval_s, 0);
    // A change is seen at the next look, five minutes later at most.
    expect(secondsOf("Code")).toBeGreaterThanOrEqual(3_300);
    expect(secondsOf("Code")).toBeLessThanOrEqual(3_600);
    expect(secondsOf("Slack")).toBeGreaterThanOrEqual(1_200);
    expect(secondsOf("Slack")).toBeLessThanOrEqual(1_800);
    expect(secondsOf("Spotify")).toBe(0);
    expect(secondsOf("firefox")).toBeGreaterThanOrEqual(1_200);
    expect(secondsOf("kitty")).toBeGreaterThanOrEqual(1_200);
    for (const each of listed) expect(each.is_private).toBe(each.active_app.name === "firefox");
    const asleep = listed.filter(
      ({ ts, interval_s: s }) => Date.parse(ts) > at(2) && Date.parse(ts) - s * 1_000 < at(3),
    );
    expect(asleep).toEqual([]);
    const all = JSON.stringify(listed);
    for (const hidden of [SECRET, "Lynx", "Doctor", "A song"]) expect(all).not.toContain(hidden);
    expect(all).toContain("total.ts - [redacted] - Visual Studio Code");

    const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
    await enrichBuckets.handler(job, { now: new Date() });
    const query = {
      from: new Date(at(0)).toISOString(),
      to: new Date(at(5)).toISOString(),
      group: "category",
    };
    const { json } = await call(activity, "GET", { bearer, query });
    expect(json.is_settled).toBe(true);
    const labels = json.rows.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining(["Coding", "Chat", "Terminal", "Private"]));
    expect(json.total_seconds).toBeLessThanOrEqual(4 * 3_600);

    // Its token opens its owner's devices and time, and nothing else.
    const made = await call(tokens, "GET", { bearer });
    expect(made.json.map((token: { permissions: string[] }) => token.permissions)).toEqual([["own_tracker"]]);
    const own = await call(devices, "GET", { bearer });
    expect(own.json).toMatchObject([
      { name: "desk", project_id: project.id, config: { sample_interval_s: 300 } },
    ]);
    // Nothing on the disk says more than what was sent.
    for (const name of await readdir(path.join(folder, "queue"))) {
      const content = await readFile(path.join(folder, "queue", name), "utf8");
      for (const hidden of [SECRET, "Lynx", "Doctor", "A song"]) expect(content).not.toContain(hidden);
    }
  });

  it("prints what would be uploaded in a dry run, and requests nothing from the service", {
    timeout: WAIT_MS,
  }, async () => {
    const before = service.asked;
    await display.show("kitty", `export TOKEN=${SECRET}`);
    const stopping = new AbortController();
    const printed: string[] = [];
    let looks = 0;
    const clock: Clock = {
      now: () => ({ wallMs: Date.parse("2026-11-20T09:00:00Z") + looks * 5_000, monoMs: looks * 5_000 }),
      sleep: async () => {
        looks += 1;
        if (looks > 26) stopping.abort();
      },
    };
    const files = new Files(folder);
    await dryRun(
      files,
      x11(),
      wish(),
      aPerson("x@example.com"),
      (line) => printed.push(line),
      stopping.signal,
      clock,
    );
    expect(printed.map((line) => JSON.parse(line).interval_s)).toEqual([60, 60, 10]);
    expect(JSON.parse(printed[0] ?? "").active_app).toEqual({
      name: "kitty",
      bundle_id: "kitty",
      window_title: "export TOKEN=[redacted]",
    });
    expect(service.asked).toBe(before);
    expect(await readdir(folder)).toEqual([]);
  });

  it("says who must do what if no project tracks time", { timeout: WAIT_MS }, async () => {
    const person = aPerson("ana.nowhere@example.com");
    await expect(
      track(new Files(folder), x11(), wish(), person, new AbortController().signal),
    ).rejects.toThrow("None of your projects tracks time");
    // Having signed in, nobody has to do so again.
    expect(await readdir(folder)).toEqual(["account.json"]);
  });

  it("counts nobody as present who has not touched the computer", { timeout: WAIT_MS }, async () => {
    await display.show("Code", "total.ts");
    const source = x11();
    if (source.kind !== "looking") throw new Error("not looking");
    while ((await source.look(1)) !== null) await pause(100);
    await display.touch();
    expect(await source.look(600)).toMatchObject({ appName: "Code" });
  });
});
