import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import * as devices from "@/app/api/v1/tracker/devices/route";
import { POST } from "@/app/api/v1/tracker/events/batch/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db, transaction } from "@/lib/platform/database";
import { upsertDevice } from "@/lib/tracker/devices/store";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { shownSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

function upload(tracked: Tracked, events: unknown[], given: Record<string, unknown> = {}) {
  return call(POST, "POST", { bearer: tracked.developer.jwt, body: aBatch(tracked.deviceId, events, given) });
}

function samples(count: number, given: (index: number) => Record<string, unknown> = () => ({})) {
  return Array.from({ length: count }, (_, index) => aSample({ client_seq: index + 1, ...given(index) }));
}

describe("POST /tracker/events:batch", () => {
  it("stores the fields that the requirements name and something reads, and nothing else", async () => {
    const tracked = await aTrackedDevice();
    const event = aSample({
      client_seq: 7,
      active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "Ünïcode 🙂" },
      file_context: { path: "/src/main.ts", repo: "acme/web", branch: "feature/WEB-12", secret: "dropped" },
      browser: { url: "https://example.com", title: "Example" },
      dev_context: { terminal_cwd: "/src", last_command: "npm test", editor_file: "main.ts" },
      meeting: { in_call: false, call_app: "zoom", calendar_event_id: "cal-1" },
      system: { on_battery: true, displays: 2, online: false, network: "office" },
      input_cadence: { key_events: 12, mouse_events: 3 },
      evidence_ref: "ev_1",
      future_field: true,
    });
    const answer = await upload(tracked, [event]);
    expect(answer.json).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      server_seq: 7,
      next_poll_after_s: 60,
      config_etag: "cfg_0",
    });
    const [row] = await shownSamples({ eventId: event.event_id });
    expect(row).toMatchObject({
      deviceId: tracked.deviceId,
      developerId: tracked.developer.id,
      projectId: tracked.project.id,
      clientSeq: 7n,
      intervalS: 60,
      windowTitle: "Ünïcode 🙂",
      keyEvents: 12,
      mouseEvents: 3,
      evidenceRef: "ev_1",
      filePath: "/src/main.ts",
      repo: "acme/web",
      branch: "feature/WEB-12",
      terminalCwd: "/src",
      lastCommand: "npm",
      editorFile: "main.ts",
      url: "https://example.com",
      pageTitle: "Example",
      inCall: false,
      callApp: "zoom",
      calendarEventId: null,
      onBattery: null,
      displays: null,
      online: null,
      network: null,
    });
    expect(row?.ts.toISOString()).toBe(event.ts);
  });

  it("stores what each sample showed, and distinguishes absent from empty", async () => {
    const tracked = await aTrackedDevice();
    const app = (window_title?: string) => ({
      active_app: { name: "Code", bundle_id: "code", window_title },
    });
    const titles = ["A", "A", "B", "A", "", undefined, undefined, "null", '"\\', "A"];
    const events = titles.map((title, index) => aSample({ client_seq: index, ...app(title) }));
    expect((await upload(tracked, events)).json).toMatchObject({ accepted: titles.length });
    const rows = await shownSamples({ deviceId: tracked.deviceId });
    expect(rows.map((row) => [row.eventId, row.windowTitle])).toEqual(
      events.map((event, index) => [event.event_id, titles[index] ?? null]),
    );
  });

  it("stores times as they were judged, though Postgres would not read them so", async () => {
    const tracked = await aTrackedDevice();
    // A whole second: of fractions with leading zeros and more than nine digits V8 reads tenths.
    const at = new Date(Math.floor(Date.now() / 1_000 - 60) * 1_000);
    const local = (hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, -1);
    const events = [
      `${local(16)}+16:00`,
      `${local(-23)}-23:00`,
      `${local(0)}${"0".repeat(150)}Z`,
      `${local(0)}9999Z`,
    ].map((ts) => aSample({ ts }));
    expect((await upload(tracked, events)).json).toMatchObject({ accepted: events.length, rejected: [] });
    const rows = await db().trackerSample.findMany({ where: { deviceId: tracked.deviceId } });
    expect(rows.map(({ ts }) => ts)).toEqual(events.map(() => at));
  });

  it("accepts 500 events, and refuses 501 with a 422", async () => {
    const tracked = await aTrackedDevice();
    expect((await upload(tracked, samples(500))).json).toMatchObject({ accepted: 500, server_seq: 500 });
    const tooMany = await upload(tracked, samples(501));
    expect([tooMany.status, tooMany.json.issues[0].path]).toEqual([422, "events"]);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(500);
  });

  it("counts an id that comes twice or was stored before as a duplicate, and keeps the first", async () => {
    const tracked = await aTrackedDevice();
    const [first, second] = samples(2);
    const again = { ...first, client_seq: 99 };
    expect((await upload(tracked, [first, again, second])).json).toMatchObject({
      accepted: 2,
      duplicates: 1,
    });
    const replay = await upload(tracked, [again, second]);
    expect(replay.json).toMatchObject({ accepted: 0, duplicates: 2, server_seq: 2 });
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(2);
  });

  it("accepts the same id from two devices, because ids belong to devices", async () => {
    const [one, two] = [await aTrackedDevice(), await aTrackedDevice()];
    const event = aSample();
    expect((await upload(one, [event])).json.accepted).toBe(1);
    expect((await upload(two, [event])).json.accepted).toBe(1);
  });

  it("checks each event separately: an invalid one fails no other", async () => {
    const tracked = await aTrackedDevice();
    const answer = await upload(tracked, [
      aSample({ event_id: "good", client_seq: 3 }),
      aSample({ event_id: "late", ts: "2020-01-01T00:00:00Z" }),
      aSample({ event_id: "long", interval_s: 601 }),
      aSample({ event_id: "derived", category: "dev.code" }),
      aSample({ event_id: "keys", input_cadence: { keys: "abc" } }),
      aSample({ event_id: "nul\0" }),
      aSample({ event_id: "half", active_app: { name: "\ud800", bundle_id: "x" } }),
      aSample({ event_id: "large", blob: "x".repeat(33_000) }),
      { nothing: true },
      "text",
      null,
    ]);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ accepted: 1, duplicates: 0, server_seq: 3 });
    expect(
      answer.json.rejected.map((each: Record<string, unknown>) => [each.index, each.event_id, each.reason]),
    ).toEqual([
      [1, "late", "ts_out_of_range"],
      [2, "long", "interval_out_of_range"],
      [3, "derived", "forbidden_field"],
      [4, "keys", "unknown_field"],
      [5, "nul\0", "invalid"],
      [6, "half", "invalid"],
      [7, "large", "too_large"],
      [8, null, "invalid"],
      [9, null, "invalid"],
      [10, null, "invalid"],
    ]);
  });

  it("says how a time is written where a sample has another", async () => {
    const answer = await upload(await aTrackedDevice(), [aSample({ ts: "yesterday" })]);
    expect(JSON.stringify(answer.json.rejected)).toContain(
      "Not a time with seconds from 00 to 59, as in 2026-11-20T09:30:00Z",
    );
  });

  it("accounts for every event sent, whatever was sent: accepted + duplicates + rejected = sent", async () => {
    const tracked = await aTrackedDevice();
    const event = fc.oneof(
      fc.constantFrom("a", "b", "c", "d").map((event_id) => aSample({ event_id })),
      fc.record({ event_id: fc.string(), ts: fc.anything(), interval_s: fc.integer() }, { requiredKeys: [] }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const { status, json } = await upload(tracked, events);
        expect(status).toBe(200);
        expect(json.accepted + json.duplicates + json.rejected.length).toBe(events.length);
      }),
      { numRuns: 25 },
    );
  });

  it("stores each event once if the same batch arrives over 20 connections at once", async () => {
    const tracked = await aTrackedDevice();
    const events = samples(50);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(tracked, events)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(answers.reduce((sum, answer) => sum + answer.json.accepted, 0)).toBe(50);
    expect(answers.reduce((sum, answer) => sum + answer.json.duplicates, 0)).toBe(19 * 50);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(50);
  });

  it("neither deadlocks nor loses events if overlapping batches of one device arrive in different orders", async () => {
    const tracked = await aTrackedDevice();
    const events = samples(100, (index) => ({ ts: new Date(Date.now() - index * 600_000).toISOString() }));
    const orders = [events, events.toReversed(), events.slice(50), events.slice(0, 50).toReversed()];
    const answers = await Promise.all(orders.map((order) => upload(tracked, order)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, answer) => sum + answer.json.accepted, 0)).toBe(100);
  });

  it("never moves server_seq back, and records when the device last reported", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ client_seq: 50 })]);
    expect((await upload(tracked, [aSample({ client_seq: 10 })])).json.server_seq).toBe(50);
    expect((await upload(tracked, [])).json).toMatchObject({ accepted: 0, server_seq: 50 });
    const row = await db().trackerDevice.findUniqueOrThrow({ where: { id: tracked.deviceId } });
    expect(row.lastSeenAt).not.toBeNull();
  });

  it("marks the quarters of an hour that new samples cover and enqueues one enrichment for a burst", async () => {
    const tracked = await aTrackedDevice();
    const jobs = () => db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE payload->>'workspace_id' = ${tracked.workspace.id}`;
    const hour = new Date(Math.floor(Date.now() / 3_600_000 - 2) * 3_600_000);
    const at = (ms: number) => ({ ts: new Date(hour.getTime() + ms).toISOString() });
    const [crossing, inside] = [
      aSample({ ...at(30_000), interval_s: 60 }),
      aSample({ ...at(600_000), interval_s: 60 }),
    ];
    await upload(tracked, [crossing]);
    await upload(tracked, [inside]);
    const dirty = await db().trackerDirtyBucket.findMany({
      where: { developerId: tracked.developer.id },
      orderBy: { bucket: "asc" },
    });
    expect(dirty.map((row) => [row.bucket.getTime(), row.version])).toEqual([
      [hour.getTime() - 900_000, 1n],
      [hour.getTime(), 2n],
    ]);
    expect((await jobs())[0]?.n).toBe(1);
    await upload(tracked, [inside]);
    expect(
      (await db().trackerDirtyBucket.findMany({ where: { developerId: tracked.developer.id } })).length,
    ).toBe(2);
  });
});

describe("the envelope of a batch", () => {
  it.each(["2.0", "", "1", "10", "v1.0"])(
    "with schema_version %j is a 409, before anything else is checked",
    async (version) => {
      const tracked = await aTrackedDevice();
      const answer = await upload(tracked, samples(501), {
        schema_version: version,
        device_id: randomUUID(),
      });
      expect([answer.status, answer.json.detail]).toEqual([409, "schema_version must start with 1."]);
    },
  );

  it.each(["1.0", "1.9", "1.99-beta"])("with schema_version %j is accepted", async (version) => {
    const tracked = await aTrackedDevice();
    expect((await upload(tracked, [aSample()], { schema_version: version })).json.accepted).toBe(1);
  });

  it.each([
    [{ schema_version: 1 }, "schema_version"],
    [{ schema_version: undefined }, "schema_version"],
    [{ device_id: "laptop" }, "device_id"],
    [{ sent_at: "yesterday" }, "sent_at"],
    [{ sent_at: undefined }, "sent_at"],
    [{ events: {} }, "events"],
    [{ events: undefined }, "events"],
  ])("with %j is a 422 that names the field", async (given, path) => {
    const answer = await upload(await aTrackedDevice(), [aSample()], given);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("that is not JSON, not UTF-8 or empty is a 400", async () => {
    const { developer } = await aTrackedDevice();
    for (const body of [
      "",
      "{",
      "events=1",
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('{"a":"\xff"}', "latin1"),
    ]) {
      expect((await call(POST, "POST", { bearer: developer.jwt, body })).status).toBe(400);
    }
  });

  it("may be gzip; a broken one is a 400, an unknown encoding a 415, a zip bomb a 413", async () => {
    const tracked = await aTrackedDevice();
    const bearer = tracked.developer.jwt;
    const headers = { "content-encoding": "gzip" };
    const json = JSON.stringify(aBatch(tracked.deviceId, samples(500)));
    const packed = await call(POST, "POST", { bearer, headers, body: gzipSync(json) });
    expect(packed.json.accepted).toBe(500);
    expect((await call(POST, "POST", { bearer, headers, body: json })).status).toBe(400);
    expect(
      (await call(POST, "POST", { bearer, headers: { "content-encoding": "br" }, body: json })).status,
    ).toBe(415);
    const bomb = gzipSync(Buffer.alloc(200_000_000, " "));
    expect((await call(POST, "POST", { bearer, headers, body: bomb })).status).toBe(413);
  });

  it("over 2 MiB is a 413", async () => {
    const tracked = await aTrackedDevice();
    expect((await upload(tracked, [aSample({ blob: "x".repeat(2_100_000) })])).status).toBe(413);
  });

  it("nested 100,000 deep costs the event, not the batch", async () => {
    const tracked = await aTrackedDevice();
    const deep = JSON.stringify(aSample({ blob: "DEEP" })).replace(
      '"DEEP"',
      "[".repeat(1e5) + "]".repeat(1e5),
    );
    const body = JSON.stringify(aBatch(tracked.deviceId, [aSample(), "HERE"])).replace('"HERE"', deep);
    const answer = await call(POST, "POST", { bearer: tracked.developer.jwt, body });
    expect(answer.json).toMatchObject({ accepted: 1, rejected: [{ index: 1, reason: "too_large" }] });
  });
});

describe("who may upload", () => {
  it("is the device's developer: anyone else's device and an unknown one are the same 404", async () => {
    const tracked = await aTrackedDevice();
    const grace = await aDeveloper();
    for (const deviceId of [tracked.deviceId, randomUUID()]) {
      const answer = await call(POST, "POST", { bearer: grace.jwt, body: aBatch(deviceId, [aSample()]) });
      expect([answer.status, answer.json.detail]).toEqual([404, "Device not enrolled"]);
    }
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(0);
  });

  it("ends with the project's membership and with its tracking", async () => {
    const tracked = await aTrackedDevice();
    await db().project.update({ where: { id: tracked.project.id }, data: { settings: {} } });
    const off = await upload(tracked, [aSample()]);
    expect([off.status, off.json.detail]).toEqual([403, "Tracker is not enabled for this project"]);
    await db().projectMember.deleteMany({ where: { projectId: tracked.project.id } });
    const left = await upload(tracked, [aSample()]);
    expect([left.status, left.json.detail]).toEqual([403, "Permission denied"]);
  });

  it("is nobody without a valid bearer token", async () => {
    const { deviceId } = await aTrackedDevice();
    expect((await call(POST, "POST", { body: aBatch(deviceId, []) })).status).toBe(401);
    expect((await call(POST, "POST", { bearer: "svc_nonsense", body: aBatch(deviceId, []) })).status).toBe(
      401,
    );
  });
});

describe("limits of uploads", () => {
  it("refuse the 31st batch of a device within a minute with Retry-After, but no other device's", async () => {
    const tracked = await aTrackedDevice();
    const codes = [];
    for (let i = 0; i < 30; i++) codes.push((await upload(tracked, [])).status);
    expect(codes).toEqual(Array(30).fill(200));
    const refused = await upload(tracked, [aSample()]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(0);
    expect((await upload(await aTrackedDevice(), [])).status).toBe(200);
  });

  it.each([
    ["batches", "tracker_batches_per_project", 1],
    ["events", "tracker_events_per_project", 2],
  ] as const)(
    "refuse more %s than a project may get, and no other project's",
    async (subject, limit, weight) => {
      const tracked = await aTrackedDevice();
      const { countMax } = LIMITS[limit];
      await checkLimits([{ limit, key: tracked.project.id, weight: countMax - weight }], new Date());
      expect((await upload(tracked, samples(2))).status).toBe(200);
      const refused = await upload(tracked, samples(1));
      expect([refused.status, refused.json.detail]).toEqual([
        429,
        `Too many ${subject} for this project: at most ${countMax} in 60 s.`,
      ]);
      expect((await upload(await aTrackedDevice(), samples(1))).status).toBe(200);
    },
  );

  it("don't count a rebound device's batches for its old project", async () => {
    const tracked = await aTrackedDevice();
    const next = await aProject(tracked.developer, (await aWorkspace(tracked.developer)).id);
    await db().trackerDevice.update({ where: { id: tracked.deviceId }, data: { projectId: next.id } });
    await upload(tracked, [aSample()]);
    const row = await db().trackerSample.findFirstOrThrow({ where: { deviceId: tracked.deviceId } });
    expect(row.projectId).toBe(next.id);
  });
});

describe("a device that was rebound", () => {
  const HOUR_MS = 3_600_000;
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS);

  async function rePoint(tracked: Tracked, projectId: string) {
    const body = { device_id: tracked.deviceId, project_id: projectId };
    expect((await call(enroll, "POST", { bearer: tracked.developer.jwt, body })).status).toBe(201);
  }

  async function projectsOf(tracked: Tracked) {
    const rows = await db().trackerSample.findMany({
      where: { deviceId: tracked.deviceId },
      orderBy: { ts: "asc" },
      select: { projectId: true },
    });
    return rows.map(({ projectId }) => projectId);
  }

  it("leaves each sample in the project that it was bound to when the sample was taken", async () => {
    const tracked = await aTrackedDevice();
    const [second, third] = [
      await aProject(tracked.developer, tracked.workspace.id),
      await aProject(tracked.developer, tracked.workspace.id),
    ];
    await rePoint(tracked, second.id);
    await db().trackerPastBinding.updateMany({
      where: { deviceId: tracked.deviceId },
      data: { until: hoursAgo(48) },
    });
    await rePoint(tracked, third.id);
    await rePoint(tracked, third.id);
    await db().trackerPastBinding.updateMany({
      where: { deviceId: tracked.deviceId, projectId: second.id },
      data: { until: hoursAgo(24) },
    });
    const times = [
      hoursAgo(200),
      new Date(hoursAgo(48).getTime() - 1),
      hoursAgo(48),
      hoursAgo(25),
      hoursAgo(24),
      hoursAgo(-1 / 60),
    ];
    const answer = await upload(
      tracked,
      samples(times.length, (index) => ({ ts: times[index]?.toISOString() })),
    );
    expect(answer.json.accepted).toBe(times.length);
    expect(await projectsOf(tracked)).toEqual([
      tracked.project.id,
      tracked.project.id,
      second.id,
      second.id,
      third.id,
      third.id,
    ]);
  });

  it("leaves samples in their project that wait for it to be rebound", async () => {
    const tracked = await aTrackedDevice();
    const next = await aProject(tracked.developer, tracked.workspace.id);
    const bound = { id: tracked.deviceId, developerId: tracked.developer.id, projectId: next.id };
    const [answer] = await transaction(async (tx) => {
      await upsertDevice(tx, { ...bound, name: null, platform: "linux" }, new Date());
      const uploading = upload(tracked, [aSample({ ts: hoursAgo(1).toISOString() })]);
      await vi.waitUntil(
        async () =>
          (
            await db().$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH device AS%'
                AND pid <> pg_backend_pid()`
          ).length > 0,
        { timeout: 20_000, interval: 20 },
      );
      return [uploading];
    });
    expect((await answer).json.accepted).toBe(1);
    expect(await projectsOf(tracked)).toEqual([tracked.project.id]);
  });

  it("keeps no history for a device that was never rebound, and deletes all of it with the device", async () => {
    const tracked = await aTrackedDevice();
    const where = { deviceId: tracked.deviceId };
    await rePoint(tracked, tracked.project.id);
    expect(await db().trackerPastBinding.count({ where })).toBe(0);
    await rePoint(tracked, (await aProject(tracked.developer, tracked.workspace.id)).id);
    expect(await db().trackerPastBinding.count({ where })).toBe(1);
    await db().trackerDevice.delete({ where: { id: tracked.deviceId } });
    expect(await db().trackerPastBinding.count({ where })).toBe(0);
  });
});

describe("a clock that is off", () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  const skewOf = async (tracked: Tracked) =>
    (await call(devices.GET, "GET", { bearer: tracked.developer.jwt })).json[0].clock_skew_s;
  const noticesOf = async (tracked: Tracked) =>
    db().notification.findMany({ where: { developerId: tracked.developer.id } });

  it("is detected by sent_at and shown to its owner", async () => {
    const tracked = await aTrackedDevice();
    expect(await skewOf(tracked)).toBeNull();
    for (const [sent_at, least, most] of [
      [ago(-660), 655, 661],
      [ago(7_200), -7_205, -7_199],
      [ago(0), -5, 1],
      ["1930-01-01T00:00:00Z", -2_147_483_647, -2_147_483_647],
    ] as const) {
      await upload(tracked, samples(1), { sent_at });
      const skew = await skewOf(tracked);
      expect(skew).toBeGreaterThanOrEqual(least);
      expect(skew).toBeLessThanOrEqual(most);
    }
    expect(await noticesOf(tracked)).toEqual([]);
  });

  it("that causes rejections is reported to its owner, once a day", async () => {
    const tracked = await aTrackedDevice();
    await db().trackerDevice.update({ where: { id: tracked.deviceId }, data: { name: "Laptop" } });
    const send = () =>
      upload(
        tracked,
        samples(3, () => ({ ts: ago(-660) })),
        { sent_at: ago(-660) },
      );
    const answer = await send();
    expect(answer.json.rejected.map(({ reason }: { reason: string }) => reason)).toEqual(
      Array(3).fill("ts_out_of_range"),
    );
    await send();
    const [notice, ...more] = await noticesOf(tracked);
    expect(notice?.title).toBe("The clock of Laptop is 11 minutes ahead");
    expect(notice?.body).toContain("3 samples were refused");
    expect(more).toEqual([]);
    await db().trackerDevice.update({
      where: { id: tracked.deviceId },
      data: { skewToldAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await send();
    expect(await noticesOf(tracked)).toHaveLength(2);
  });

  it("is not blamed for samples that are too old by any clock", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: ago(40 * 86_400) })], { sent_at: ago(-660) });
    await upload(tracked, [aSample({ ts: ago(-660) })], { sent_at: ago(0) });
    expect(await noticesOf(tracked)).toEqual([]);
  });

  it("or any other reason for rejections is counted by reason, for a day", async () => {
    const tracked = await aTrackedDevice();
    const where = { deviceId: tracked.deviceId };
    await upload(tracked, [aSample({ ts: ago(-660) }), aSample({ interval_s: 0 }), aSample()]);
    await upload(tracked, [aSample({ interval_s: 601 })]);
    const rows = await db().trackerRejection.findMany({ where, orderBy: { reason: "asc" } });
    const sums = new Map<string, number>();
    for (const { reason, count } of rows) sums.set(reason, (sums.get(reason) ?? 0) + count);
    expect(Object.fromEntries(sums)).toEqual({ interval_out_of_range: 2, ts_out_of_range: 1 });
    await db().trackerRejection.updateMany({ where, data: { hour: new Date(Date.now() - 30 * 3_600_000) } });
    await upload(tracked, [aSample({ interval_s: 601 })]);
    expect(await db().trackerRejection.count({ where })).toBe(1);
  });
});
