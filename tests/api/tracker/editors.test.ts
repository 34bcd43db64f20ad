import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as oneToken from "@/app/api/v1/developers/me/api-tokens/[token_id]/route";
import * as tokens from "@/app/api/v1/developers/me/api-tokens/route";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import * as activity from "@/app/api/v1/tracker/activity/route";
import * as editorKey from "@/app/api/v1/tracker/devices/[device_id]/editor-key/route";
import * as device from "@/app/api/v1/tracker/devices/[device_id]/route";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import * as single from "@/app/api/v1/tracker/wakatime/users/current/heartbeats/route";
import * as bulk from "@/app/api/v1/tracker/wakatime/users/current/heartbeats.bulk/route";
import * as statusbar from "@/app/api/v1/tracker/wakatime/users/current/statusbar/today/route";
import * as summaries from "@/app/api/v1/tracker/wakatime/users/current/summaries/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import type { Route } from "@/lib/routes/route";
import { startOfDay } from "@/lib/tracker/days/rules";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aBatch, aDeveloper, aSample, aTrackedDevice } from "@/tests/support/factories";
import { shownSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** The beginning of an hour that has passed. */
const HOUR_S = Math.floor(Date.now() / HOUR_MS - 30) * 3_600;
const at = (second: number) => new Date((HOUR_S + second) * 1_000).toISOString();

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString("base64")}` });

async function aKey(tracked: Tracked, deviceId = tracked.deviceId): Promise<string> {
  const params = { device_id: deviceId };
  const answer = await call(editorKey.POST, "POST", { bearer: tracked.developer.jwt, params });
  expect(answer.status).toBe(201);
  return answer.json.key;
}

async function anEditor() {
  const tracked = await aTrackedDevice();
  return { ...tracked, key: await aKey(tracked) };
}

/** A heartbeat as the client of VS Code's plugin sends it. */
function aHeartbeat(second: number, given: Record<string, unknown> = {}) {
  return {
    ai_line_changes: null,
    branch: "main",
    category: "coding",
    cursorpos: 12,
    dependencies: ["react"],
    entity: "/home/ada/acme/web/main.ts",
    human_line_changes: 2,
    is_write: true,
    language: "TypeScript",
    lineno: 42,
    lines: 100,
    project: "web",
    project_root_count: 4,
    type: "file",
    time: HOUR_S + second,
    user_agent: "wakatime/v1.115.3 (linux-6.5.0-x86_64) go1.23 vscode/1.95.0 vscode-wakatime/25.0.2",
    ...given,
  };
}

const send = (key: string, heartbeats: unknown) =>
  call(bulk.POST, "POST", { headers: basic(key), body: heartbeats });
const statusesOf = (answer: { json: { responses: [unknown, number][] } }) =>
  answer.json.responses.map(([, status]) => status);

async function enrich({ workspace, developer }: Pick<Tracked, "workspace" | "developer">) {
  const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
}

async function sumsOf({ developer }: Tracked, field: "category" | "projectId" | "taskKey" = "category") {
  const sums: Record<string, number> = {};
  for (const row of await db().trackerBucket.findMany({ where: { developerId: developer.id } })) {
    sums[String(row[field])] = (sums[String(row[field])] ?? 0) + row.seconds;
  }
  return sums;
}

describe("POST /tracker/devices/{id}/editor-key", () => {
  it("creates a key in the format that plugins check, shows it once and stores only its hash", async () => {
    const { key, deviceId } = await anEditor();
    expect(key).toMatch(/^waka_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await send(key, [aHeartbeat(0)])).status).toBe(202);
    expect(await tablesWith(key.slice(5))).toEqual([]);
    expect(await db().trackerEditorKey.findUniqueOrThrow({ where: { deviceId } })).toMatchObject({
      lastUsedAt: expect.any(Date),
    });
  });

  it("revokes the previous one", async () => {
    const tracked = await anEditor();
    const second = await aKey(tracked);
    expect((await send(tracked.key, [])).status).toBe(401);
    expect((await send(second, [])).status).toBe(202);
  });

  it("is refused for another's device, an unenrolled one, and an unknown one", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    for (const deviceId of [other.deviceId, randomUUID(), "nonsense"]) {
      const options = { bearer: tracked.developer.jwt, params: { device_id: deviceId } };
      expect((await call(editorKey.POST, "POST", options)).status).toBe(404);
      expect((await call(editorKey.DELETE, "DELETE", options)).status).toBe(404);
    }
  });
});

describe("an editor key", () => {
  it("stops working once it is revoked, with its device, and with its developer", async () => {
    const [revoked, unenrolled, left] = [await anEditor(), await anEditor(), await anEditor()];
    const own = ({ developer, deviceId }: Tracked) => ({
      bearer: developer.jwt,
      params: { device_id: deviceId },
    });
    expect((await call(editorKey.DELETE, "DELETE", own(revoked))).status).toBe(204);
    expect((await call(editorKey.DELETE, "DELETE", own(revoked))).status).toBe(404);
    expect((await call(device.DELETE, "DELETE", own(unenrolled))).status).toBe(204);
    await db().developer.update({ where: { id: left.developer.id }, data: { isActive: false } });
    for (const { key } of [revoked, unenrolled, left]) {
      expect((await send(key, [aHeartbeat(0)])).status).toBe(401);
      expect((await call(statusbar.GET, "GET", { headers: basic(key) })).status).toBe(401);
    }
    const body = { device_id: unenrolled.deviceId, project_id: unenrolled.project.id };
    expect((await call(enroll.POST, "POST", { bearer: unenrolled.developer.jwt, body })).status).toBe(201);
    expect((await send(unenrolled.key, [])).status).toBe(401);
  });

  it("ends with the API token that it was created with, and with those that token was created with", async () => {
    const tracked = await aTrackedDevice();
    const makeToken = async (bearer: string, body: object = {}) =>
      (await call(tokens.POST, "POST", { bearer, body: { name: "Setup", ...body } })).json as {
        id: string;
        token: string;
      };
    const makeKey = async (bearer: string) => {
      const options = { bearer, params: { device_id: tracked.deviceId } };
      return (await call(editorKey.POST, "POST", options)).json.key as string;
    };
    const { jwt } = tracked.developer;
    const parent = await makeToken(jwt);
    const child = await makeToken(parent.token);
    const key = await makeKey(child.token);
    expect((await send(key, [])).status).toBe(202);
    const setActive = (is_active: boolean) =>
      call(oneToken.PATCH, "PATCH", { bearer: jwt, params: { token_id: parent.id }, body: { is_active } });
    await setActive(false);
    expect((await send(key, [])).status).toBe(401);
    await setActive(true);
    expect((await send(key, [])).status).toBe(202);
    expect(
      (await call(oneToken.DELETE, "DELETE", { bearer: jwt, params: { token_id: parent.id } })).status,
    ).toBe(204);
    expect((await send(key, [])).status).toBe(401);
    expect(await db().trackerEditorKey.count({ where: { deviceId: tracked.deviceId } })).toBe(0);

    const short = await makeToken(jwt, { expires_in_days: 1 });
    const shortKey = await makeKey(short.token);
    await db().apiToken.update({
      where: { id: short.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect((await send(shortKey, [])).status).toBe(401);
    const own = await makeKey(jwt);
    await db().apiToken.deleteMany({ where: { developerId: tracked.developer.id } });
    expect((await send(own, [])).status).toBe(202);
  });

  it("is the only key for these routes: no other key, token or format opens them", async () => {
    const { developer, key } = await anEditor();
    const wrong = [
      basic(developer.jwt),
      basic(`waka_${randomUUID()}`),
      basic(key.slice(5)),
      basic(`ada:${key}`),
    ];
    for (const headers of [...wrong, { authorization: `Bearer ${developer.jwt}` }, {}]) {
      const answer = await call(bulk.POST, "POST", { headers, body: [] });
      expect([headers, answer.status]).toEqual([headers, 401]);
    }
    for (const headers of [basic(`${key}:`), { authorization: `Bearer ${key}` }]) {
      expect((await call(bulk.POST, "POST", { headers, body: [] })).status).toBe(202);
    }
  });

  it("opens no other route", { timeout: 120_000 }, async () => {
    const { key } = await anEditor();
    let walked = 0;
    for (const [path, load] of Object.entries(ROUTES)) {
      for (const [method, route] of Object.entries((await load()) as Record<string, Route>)) {
        if (route.kind !== "bearer" && route.kind !== "workspace") continue;
        const params = Object.fromEntries(
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, randomUUID()]),
        );
        for (const headers of [basic(key), { authorization: `Bearer ${key}` }]) {
          const answer = await call(route, method, {
            headers,
            params,
            ...(method === "GET" ? {} : { body: {} }),
          });
          expect([method, path, answer.status]).toEqual([method, path, 401]);
        }
        walked += 1;
      }
    }
    expect(walked).toBeGreaterThan(150);
  });
});

describe("POST /tracker/wakatime/users/current/heartbeats.bulk", () => {
  it("stores their relevant fields, redacted, as samples of the device", async () => {
    const tracked = await anEditor();
    const sent = aHeartbeat(10.25, { branch: "feature/password=hunter22222" });
    const answer = await send(tracked.key, [sent]);
    const { event_id } = (await call(events.GET, "GET", { bearer: tracked.developer.jwt })).json[0];
    expect(answer.json).toEqual({
      responses: [[{ data: { id: event_id, entity: sent.entity, type: "file", time: sent.time } }, 201]],
    });
    const [row] = await shownSamples({ deviceId: tracked.deviceId });
    expect(row).toMatchObject({
      isPoint: true,
      intervalS: 300,
      projectId: tracked.project.id,
      appName: "Visual Studio Code",
      bundleId: "com.microsoft.VSCode",
      filePath: "~/acme/web/main.ts",
      repo: "web",
      branch: "feature/password=[redacted]",
      windowTitle: null,
    });
    expect(row?.ts.getTime()).toBe((HOUR_S + 10.25) * 1_000);
    for (const text of ["hunter22222", "/home/ada"]) expect(await tablesWith(text)).toEqual([]);
  });

  it("answers each separately, in the format that clients read", async () => {
    const tracked = await anEditor();
    const { entity: _, ...nameless } = aHeartbeat(1);
    const answer = await send(tracked.key, [
      aHeartbeat(0),
      nameless,
      aHeartbeat(0, { time: Date.now() / 1_000 + 3_600 }),
      aHeartbeat(2, { time: "soon" }),
      null,
      aHeartbeat(3, { branch: "\0" }),
      aHeartbeat(4),
    ]);
    expect(answer.status).toBe(202);
    expect(statusesOf(answer)).toEqual([201, 400, 400, 400, 400, 400, 201]);
    const errors = answer.json.responses.flatMap(([body]: [{ error?: string }]) => body.error ?? []);
    expect(errors).toEqual([
      expect.stringMatching(/^entity: /),
      "time: must lie within the last 30 days, and at most 5 minutes ahead",
      expect.stringMatching(/^time: /),
      "Must be an object",
      "branch: holds characters that can't be stored",
    ]);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(2);
  });

  it("accepts a hundred, and refuses more as a whole", async () => {
    const tracked = await anEditor();
    const many = (count: number) => Array.from({ length: count }, (_, second) => aHeartbeat(second));
    expect(statusesOf(await send(tracked.key, many(100)))).toEqual(Array(100).fill(201));
    const tooMany = await send(tracked.key, many(101));
    expect([tooMany.status, tooMany.json.issues[0].message]).toEqual([422, "At most 100 heartbeats at once"]);
    const tenThousand = await send(tracked.key, Array(10_000).fill({ entity: "/a.ts", time: HOUR_S }));
    expect([tenThousand.status, tenThousand.json.issues[0].message]).toEqual([
      422,
      "At most 100 heartbeats at once",
    ]);
    expect((await send(tracked.key, many(10_000))).status).toBe(413);
    expect((await send(tracked.key, { heartbeats: [] })).status).toBe(422);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(100);
  });

  it("accepts the same one any number of times, alone or among others, and stores it once", async () => {
    const tracked = await anEditor();
    const sent = aHeartbeat(0);
    expect(
      statusesOf(await send(tracked.key, [sent, { ...sent, language: "TypeScript" }, aHeartbeat(60)])),
    ).toEqual([201, 201, 201]);
    const parallel = await Promise.all([1, 2, 3].map(() => send(tracked.key, [sent])));
    expect(parallel.map((answer) => statusesOf(answer))).toEqual([[201], [201], [201]]);
    const alone = await call(single.POST, "POST", { headers: basic(tracked.key), body: sent });
    expect([alone.status, alone.json.data.entity]).toEqual([201, sent.entity]);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(2);
  });

  it("stores nothing during a pause or for an excluded app, by any of its names", async () => {
    const tracked = await anEditor();
    const stop = (data: object) =>
      db().trackerStop.create({
        data: { deviceId: tracked.deviceId, since: new Date((HOUR_S + 100) * 1_000), ...data },
      });
    await stop({ bundleId: "Code.exe", until: new Date((HOUR_S + 200) * 1_000) });
    await stop({ since: new Date((HOUR_S + 300) * 1_000), isOwn: true });
    const seconds = [50, 150, 250, 350];
    expect((await send(tracked.key, [aHeartbeat(150)])).json.responses[0]).toEqual([
      { error: "Not captured: paused, outside of working hours, or an app that is left out" },
      400,
    ]);
    const answer = await send(
      tracked.key,
      seconds.map((second) => aHeartbeat(second)),
    );
    expect(statusesOf(answer)).toEqual([201, 400, 201, 400]);
    // What was stored before it was left out is no news.
    await db().trackerStop.create({ data: { deviceId: tracked.deviceId, since: new Date(0) } });
    expect(
      statusesOf(
        await send(
          tracked.key,
          seconds.map((second) => aHeartbeat(second)),
        ),
      ),
    ).toEqual([201, 400, 201, 400]);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(2);
    const refused = await db().trackerRejection.findMany({ where: { deviceId: tracked.deviceId } });
    expect(refused.map(({ reason, count }) => [reason, count])).toEqual([["not_captured", 5]]);
  });

  it("is refused if tracking is off, or the person has left the project", async () => {
    const [off, left] = [await anEditor(), await anEditor()];
    await db().project.update({
      where: { id: off.project.id },
      data: { settings: { tracker_enabled: false } },
    });
    await db().projectMember.deleteMany({ where: { projectId: left.project.id } });
    for (const { key } of [off, left]) {
      expect((await send(key, [aHeartbeat(0)])).status).toBe(403);
      expect((await call(statusbar.GET, "GET", { headers: basic(key) })).status).toBe(403);
    }
  });

  it("has its own rate limits: editors don't use up those of a client on the same device", async () => {
    const tracked = await anEditor();
    for (let i = 0; i < 30; i++) expect((await send(tracked.key, [])).status).toBe(202);
    const refused = await send(tracked.key, []);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
    const body = aBatch(tracked.deviceId, [aSample()]);
    expect((await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body })).status).toBe(200);
  });

  it.each([
    ["tracker_batches_per_project", 1],
    ["tracker_events_per_project", 2],
  ] as const)("shares %s with the clients of its project", async (limit, weight) => {
    const tracked = await anEditor();
    const use = { limit, key: tracked.project.id, weight: LIMITS[limit].countMax - weight };
    await checkLimits([use], new Date());
    expect((await send(tracked.key, [aHeartbeat(0), aHeartbeat(9)])).status).toBe(202);
    expect((await send(tracked.key, [aHeartbeat(20)])).status).toBe(429);
  });

  it("stores nothing of a time that the person had erased, nor what reaches into it", async () => {
    const tracked = await anEditor();
    await send(
      tracked.key,
      [0, 100, 200, 900].map((second) => aHeartbeat(second)),
    );
    await enrich(tracked);
    const query = { from: at(150), to: at(300) };
    const erased = await call(events.DELETE, "DELETE", { bearer: tracked.developer.jwt, query });
    expect(erased.json).toMatchObject({ samples: 3, is_done: true });
    await send(
      tracked.key,
      [0, 100, 200, 900].map((second) => aHeartbeat(second)),
    );
    await enrich(tracked);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(1);
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 1 });
  });
});

describe("POST /tracker/wakatime/users/current/heartbeats", () => {
  it("accepts one like the bulk route, and says what is wrong with it", async () => {
    const tracked = await anEditor();
    const post = (body: unknown) => call(single.POST, "POST", { headers: basic(tracked.key), body });
    expect((await post(aHeartbeat(0))).status).toBe(201);
    const nameless = await post({ time: HOUR_S });
    expect([nameless.status, nameless.json.issues[0].path]).toEqual([422, "entity"]);
    const future = await post(aHeartbeat(0, { time: Date.now() / 1_000 + 301 }));
    expect([future.status, future.json.detail]).toEqual([
      422,
      "time: must lie within the last 30 days, and at most 5 minutes ahead",
    ]);
  });
});

describe("the time of heartbeats", () => {
  it("is derived from later ones: project, task and category as for any sample", async () => {
    const tracked = await anEditor();
    const { id: projectId, key: projectKey } = tracked.project;
    await db().task.create({
      data: { workspaceId: tracked.workspace.id, projectId, number: 7, title: "T", position: "a" },
    });
    const branch = `feature/${projectKey.toLowerCase()}-7-editors`;
    await send(tracked.key, [
      aHeartbeat(0, { branch }),
      aHeartbeat(120, { branch }),
      aHeartbeat(400),
      aHeartbeat(1_000),
    ]);
    await enrich(tracked);
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 402 });
    expect(await sumsOf(tracked, "taskKey")).toEqual({ [`${projectKey}-7`]: 400, null: 2 });
    const query = { from: at(0), to: at(3_600), group: "project" };
    const { json } = await call(activity.GET, "GET", { bearer: tracked.developer.jwt, query });
    expect(json).toMatchObject({ is_settled: true, total_seconds: 402, rows: [{ key: projectId }] });
    const stored = (await call(events.GET, "GET", { bearer: tracked.developer.jwt })).json;
    expect(stored.map((each: { derived: unknown }) => each.derived)).not.toContain(null);
  });

  it("is at most the idle threshold", async () => {
    const tracked = await anEditor();
    await db().trackerDevice.update({
      where: { id: tracked.deviceId },
      data: { config: { idle_threshold_s: 30 } },
    });
    await send(
      tracked.key,
      [0, 30, 61].map((second) => aHeartbeat(second)),
    );
    await db().trackerDevice.update({
      where: { id: tracked.deviceId },
      data: { config: { idle_threshold_s: 3_600 } },
    });
    await send(
      tracked.key,
      [1_000, 1_600, 2_201].map((second) => aHeartbeat(second)),
    );
    await enrich(tracked);
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 30 + 1 + 1 + 600 + 1 + 1 });
  });

  it("is the same for any order and batches, also at the borders of quarters of an hour", async () => {
    const second = fc.oneof(
      fc.integer({ min: 0, max: 3_000 }),
      fc.constantFrom(299, 300, 599, 600, 899, 900, 901, 1_200, 1_500, 1_800),
    );
    const heartbeat = fc.record({
      second,
      device: fc.constantFrom(0, 1),
      part: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(heartbeat, { minLength: 2, maxLength: 14 }), async (heartbeats) => {
        const [atOnce, inParts] = [await anEditor(), await anEditor()];
        for (const [tracked, parts] of [
          [atOnce, [null]],
          [inParts, [2, 0, 1, 0]],
        ] as const) {
          const deviceId = randomUUID();
          const body = { device_id: deviceId, project_id: tracked.project.id };
          await call(enroll.POST, "POST", { bearer: tracked.developer.jwt, body });
          const keys = [tracked.key, await aKey(tracked, deviceId)];
          for (const part of parts) {
            for (const [device, key] of keys.entries()) {
              const own = heartbeats.filter((each) => each.device === device);
              const sent = own.filter((each) => part === null || each.part === part).toReversed();
              await send(
                key,
                sent.map((each) => aHeartbeat(each.second)),
              );
            }
            await enrich(tracked);
          }
        }
        const [one, other] = [await sumsOf(atOnce), await sumsOf(inParts)];
        expect(other).toEqual(one);
        const covered = new Set<number>();
        for (const device of [0, 1]) {
          const starts = [
            ...new Set(heartbeats.filter((each) => each.device === device).map((each) => each.second)),
          ].toSorted((a, b) => a - b);
          for (const [index, start] of starts.entries()) {
            const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
            for (let each = start; each < (next - start <= 300 ? next : start + 1); each++) covered.add(each);
          }
        }
        expect(one["dev.code"]).toBe(covered.size);
      }),
      { numRuns: 4 },
    );
  }, 120_000);

  it("is never counted twice with that of a desktop client on the same device", async () => {
    const tracked = await anEditor();
    const slack = { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap" };
    const sampled = Array.from({ length: 10 }, (_, minute) =>
      aSample({
        client_seq: minute,
        ts: at((minute + 1) * 60),
        active_app: minute < 5 ? undefined : slack,
        ...(minute < 5 ? { active_app: { name: "Code", bundle_id: "com.microsoft.VSCode" } } : {}),
        input_cadence: { key_events: 80, mouse_events: 2 },
      }),
    );
    const body = aBatch(tracked.deviceId, sampled);
    expect((await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body })).json.accepted).toBe(10);
    // Six minutes beside the client, four more without it.
    await send(
      tracked.key,
      [240, 360, 480, 600, 720, 840].map((second) => aHeartbeat(second)),
    );
    await enrich(tracked);
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 300 + 241, "comm.chat": 300 });
    const status = await db().trackerDevice.findUniqueOrThrow({ where: { id: tracked.deviceId } });
    expect([status.serverSeq, status.clockSkewS]).toEqual([9n, expect.any(Number)]);
  });
});

describe("GET /tracker/wakatime/users/current/statusbar/today and summaries", () => {
  it("show the time of days in the device's workspace, in the plugins' format", async () => {
    const tracked = await anEditor();
    const zone = "Asia/Kolkata";
    await db().developer.update({ where: { id: tracked.developer.id }, data: { timeZone: zone } });
    const today = new Date(Date.now() + 5.5 * HOUR_MS).toISOString().slice(0, 10);
    const start = startOfDay(today, zone) ?? new Date();
    const other = await aTrackedDevice();
    const rows = [
      { category: "dev.code", seconds: 600, projectId: tracked.project.id, place: 0 },
      { category: "comm.chat", seconds: 200, projectId: tracked.project.id, place: 1 },
      { category: "dev.code", seconds: 60, projectId: other.project.id, place: 2 },
    ];
    const own = { developerId: tracked.developer.id };
    await db().trackerBucket.createMany({
      data: [
        ...rows.map((row) => ({ ...own, bucket: start, ...row })),
        { ...own, bucket: new Date(start.getTime() - 900_000), ...rows[0], place: 0 } as (typeof rows)[0] & {
          developerId: string;
          bucket: Date;
        },
      ],
    });
    const bar = await call(statusbar.GET, "GET", { headers: basic(tracked.key) });
    expect(bar.json.data).toEqual({
      grand_total: { text: "13 mins", digital: "0:13", hours: 0, minutes: 13, total_seconds: 800 },
      categories: [
        {
          name: "Coding",
          text: "10 mins",
          digital: "0:10",
          hours: 0,
          minutes: 10,
          total_seconds: 600,
          percent: 75,
        },
        {
          name: "Chat",
          text: "3 mins",
          digital: "0:03",
          hours: 0,
          minutes: 3,
          total_seconds: 200,
          percent: 25,
        },
      ],
      projects: [expect.objectContaining({ name: tracked.project.name, total_seconds: 800, percent: 100 })],
      range: {
        date: today,
        start: start.toISOString(),
        end: new Date(start.getTime() + 24 * HOUR_MS).toISOString(),
        text: today,
        timezone: zone,
      },
    });
    const yesterday = new Date(Date.parse(today) - 24 * HOUR_MS).toISOString().slice(0, 10);
    const both = await call(summaries.GET, "GET", {
      headers: basic(tracked.key),
      query: { start: yesterday, end: today },
    });
    expect(
      both.json.data.map((day: { grand_total: { total_seconds: number } }) => day.grand_total.total_seconds),
    ).toEqual([600, 800]);
    expect(both.json.cumulative_total).toEqual({ seconds: 1_400, text: "23 mins", digital: "0:23" });
  });

  it("show no time for an empty day, and refuse invalid ranges", async () => {
    const { key } = await anEditor();
    const bar = await call(statusbar.GET, "GET", { headers: basic(key) });
    expect(bar.json.data).toMatchObject({ grand_total: { text: "0 secs" }, categories: [], projects: [] });
    const ask = (query: Record<string, string>) => call(summaries.GET, "GET", { headers: basic(key), query });
    for (const query of [
      { start: "2026-02-02", end: "2026-02-01" },
      { start: "2024-01-01", end: "2026-02-01" },
      { start: "2026-02-30", end: "2026-03-01" },
      { start: "2026-02-01" },
    ]) {
      expect([query, (await ask(query as Record<string, string>)).status]).toEqual([query, 400]);
    }
    expect((await ask({ start: "2025-02-01", end: "2026-02-01" })).json.data).toHaveLength(366);
  });

  it("show nobody else's time", async () => {
    const developer = await aDeveloper();
    const { key, project } = await anEditor();
    await db().trackerBucket.create({
      data: {
        developerId: developer.id,
        bucket: new Date(Math.floor(Date.now() / 900_000) * 900_000),
        place: 0,
        seconds: 100,
        category: "dev.code",
        projectId: project.id,
      },
    });
    const bar = await call(statusbar.GET, "GET", { headers: basic(key) });
    expect(bar.json.data.grand_total.total_seconds).toBe(0);
  });
});
