import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { GET as activity } from "@/app/api/v1/tracker/activity/route";
import { DELETE as undo } from "@/app/api/v1/tracker/corrections/[correction_id]/route";
import { POST as editorKey } from "@/app/api/v1/tracker/devices/[device_id]/editor-key/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { DELETE as erase } from "@/app/api/v1/tracker/events/route";
import { GET as whyRoute } from "@/app/api/v1/tracker/samples/[sample_id]/why/route";
import { PATCH as correct } from "@/app/api/v1/tracker/samples/route";
import { POST as heartbeats } from "@/app/api/v1/tracker/wakatime/users/current/heartbeats.bulk/route";
import { db } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aProject, aSample, aTrackedDevice } from "@/tests/support/factories";
import { derivationsOf } from "@/tests/support/samples";

// Each makes people, workspaces and projects through the API, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const CODE = { name: "Code", bundle_id: "com.microsoft.VSCode" };
/** A quarter of an hour that is over, in which all begins. */
const START = Math.floor(Date.now() / 900_000 - 40) * 900_000;
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

async function enrich({ developer, workspace }: Pick<Tracked, "developer" | "workspace">) {
  const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
}

/** A person with a device on one project, and another project beside it with tasks. */
async function aShop() {
  const tracked = await aTrackedDevice();
  const shop = await aProject(tracked.developer, tracked.workspace.id);
  for (const project of [shop, tracked.project]) {
    await db().task.createMany({
      data: [7, 8].map((number) => ({
        workspaceId: tracked.workspace.id,
        projectId: project.id,
        number,
        title: `Task ${number}`,
        position: `a${number}`,
      })),
    });
  }
  return { tracked, shop };
}

type Shop = Awaited<ReturnType<typeof aShop>>;

/** What a sample shows: of the shop, or of the device's own project; surely by a branch, or weakly by a title. */
const SHOWN = {
  sure: ({ shop }: Shop) => ({ active_app: CODE, file_context: { branch: `${shop.key.toLowerCase()}-7` } }),
  weak: ({ shop }: Shop) => ({ active_app: { ...CODE, window_title: `${shop.key}-7: totals` } }),
  weakOther: ({ shop }: Shop) => ({ active_app: { ...CODE, window_title: `${shop.key}-8: totals` } }),
  sureOwn: ({ tracked }: Shop) => ({
    active_app: CODE,
    file_context: { branch: `${tracked.project.key.toLowerCase()}-8` },
  }),
  weakOwn: ({ tracked }: Shop) => ({ active_app: { ...CODE, window_title: `${tracked.project.key}-8` } }),
  blank: () => ({ active_app: CODE }),
  locked: () => ({ active_app: { name: "loginwindow", bundle_id: "com.apple.loginwindow" } }),
};
type Kind = keyof typeof SHOWN;

const samplesOf = (shop: Shop, given: readonly { minute: number; kind: Kind; interval_s?: number }[]) =>
  given.map(({ minute, kind, interval_s = 60 }) =>
    aSample({ event_id: `${minute}-${kind}`, ts: at(minute), interval_s, ...SHOWN[kind](shop) }),
  );

async function send({ tracked }: Shop, samples: unknown[], deviceId = tracked.deviceId) {
  const answer = await call(upload, "POST", {
    bearer: tracked.developer.jwt,
    body: aBatch(deviceId, samples),
  });
  expect(answer.json).toMatchObject({ accepted: samples.length, rejected: [] });
}

/** Uploads samples and has them derived. */
async function sent(shop: Shop, ...given: Parameters<typeof samplesOf>[1][number][]) {
  await send(shop, samplesOf(shop, given));
  await enrich(shop.tracked);
}

/** Why the sample of a minute counts as it does. */
async function whyOf({ tracked }: Shop, minute: number) {
  const { id } = await db().trackerSample.findFirstOrThrow({
    where: { developerId: tracked.developer.id, ts: at(minute) },
  });
  const bearer = tracked.developer.jwt;
  const { json } = await call(whyRoute, "GET", { bearer, params: { sample_id: String(id) } });
  expect(json.is_settled).toBe(true);
  return json.attribution;
}

const carriedOf = (attribution: { signals: { signal: string; weight: number }[] }) =>
  attribution.signals.find(({ signal }) => signal === "carried");

async function dirtyOf({ tracked }: Shop) {
  const rows = await db().trackerDirtyBucket.findMany({ where: { developerId: tracked.developer.id } });
  return rows.map(({ bucket }) => bucket.toISOString());
}

describe("what a device was surely at", () => {
  it("helps what the device's next samples name themselves, half as much every five minutes, for a quarter of an hour", async () => {
    const shop = await aShop();
    await sent(
      shop,
      { minute: 12, kind: "sure" },
      { minute: 13, kind: "weak" },
      { minute: 17, kind: "weak" },
      { minute: 22, kind: "weak" },
      { minute: 26, kind: "weak" },
      { minute: 27, kind: "weak" },
    );
    const seen = [];
    for (const minute of [13, 17, 22, 26, 27]) {
      const attribution = await whyOf(shop, minute);
      const { task_key: task = null } = attribution.suggestion ?? {};
      seen.push([minute, carriedOf(attribution)?.weight ?? null, task]);
      expect(attribution.project_id).toBe(shop.tracked.project.id);
    }
    const task = `${shop.shop.key}-7`;
    // 1 − 0.55 × 0.85 less half of the device's 0.25 is 0.4075, and 0.075 is too little.
    expect(seen).toEqual([
      [13, 0.261, task],
      [17, 0.15, task],
      [22, 0.075, null],
      [26, 0.043, null],
      [27, null, null],
    ]);
    const { signals } = await whyOf(shop, 17);
    expect(carriedOf({ signals })).toMatchObject({
      project_id: shop.shop.id,
      task_key: task,
      evidence: "5 min before",
    });
  });

  it("never speaks alone, nor on another device, nor against what is strong", async () => {
    const shop = await aShop();
    await sent(
      shop,
      { minute: 2, kind: "sureOwn" },
      { minute: 3, kind: "blank" },
      { minute: 4, kind: "weak" },
      { minute: 5, kind: "sure" },
      { minute: 6, kind: "locked" },
      { minute: 7, kind: "weakOwn" },
    );
    for (const minute of [3, 4, 5, 6, 7]) expect(carriedOf(await whyOf(shop, minute))).toBeUndefined();
    expect(await whyOf(shop, 5)).toMatchObject({ project_id: shop.shop.id, confidence: 0.725 });
    const other = await aTrackedDevice();
    await db().trackerDevice.update({
      where: { id: other.deviceId },
      data: { developerId: shop.tracked.developer.id, projectId: shop.tracked.project.id },
    });
    await send(shop, samplesOf(shop, [{ minute: 9, kind: "weak" }]), other.deviceId);
    await enrich(shop.tracked);
    expect(carriedOf(await whyOf(shop, 9))).toBeUndefined();
  });

  it("is carried by what is sure itself, and no further", async () => {
    const shop = await aShop();
    await sent(shop, { minute: 2, kind: "sure" }, { minute: 10, kind: "weak" }, { minute: 18, kind: "weak" });
    expect(carriedOf(await whyOf(shop, 10))).toBeDefined();
    expect(carriedOf(await whyOf(shop, 18))).toBeUndefined();
  });

  it("comes over the edge of a quarter of an hour, also where it is uploaded later, corrected or erased", async () => {
    const shop = await aShop();
    await sent(shop, { minute: 16, kind: "weak" }, { minute: 46, kind: "weak" });
    expect(carriedOf(await whyOf(shop, 16))).toBeUndefined();
    await sent(shop, { minute: 14, kind: "sure" });
    expect(await dirtyOf(shop)).toEqual([]);
    const task = `${shop.shop.key}-7`;
    expect((await whyOf(shop, 16)).suggestion).toMatchObject({ task_key: task });
    const bearer = shop.tracked.developer.jwt;
    const body = { from: at(13), to: at(14), project_id: shop.tracked.project.id };
    const said = await call(correct, "PATCH", { bearer, body });
    expect([said.status, said.json.detail]).toEqual([200, undefined]);
    await enrich(shop.tracked);
    expect(carriedOf(await whyOf(shop, 16))).toBeUndefined();
    await call(undo, "DELETE", { bearer, params: { correction_id: said.json.correction_id } });
    await enrich(shop.tracked);
    expect((await whyOf(shop, 16)).suggestion).toMatchObject({ task_key: task });
    const query = { from: at(13), to: at(14) };
    expect((await call(erase, "DELETE", { bearer, query })).status).toBe(200);
    await enrich(shop.tracked);
    expect(carriedOf(await whyOf(shop, 16))).toBeUndefined();
    expect(await dirtyOf(shop)).toEqual([]);
  });

  it("may be what its person said", async () => {
    const shop = await aShop();
    await sent(shop, { minute: 14, kind: "blank" }, { minute: 16, kind: "weak" });
    const bearer = shop.tracked.developer.jwt;
    const body = { from: at(13), to: at(14), project_id: shop.shop.id, task_key: `${shop.shop.key}-7` };
    expect((await call(correct, "PATCH", { bearer, body })).status).toBe(200);
    await enrich(shop.tracked);
    expect(carriedOf(await whyOf(shop, 16))).toMatchObject({ weight: 0.227, task_key: `${shop.shop.key}-7` });
  });
});

describe("all evidence together", () => {
  const KINDS = Object.keys(SHOWN) as Kind[];
  const event = fc.record({
    second: fc.integer({ min: 60, max: 3_000 }),
    interval_s: fc.integer({ min: 1, max: 600 }),
    device: fc.constantFrom(0, 1),
    kind: fc.constantFrom(...KINDS),
    part: fc.integer({ min: 0, max: 2 }),
  });
  const heartbeat = fc.record({
    second: fc.integer({ min: 0, max: 3_000 }),
    isSure: fc.boolean(),
    part: fc.integer({ min: 0, max: 2 }),
  });
  const commit = fc.option(fc.integer({ min: -2_000, max: 4_000 }));
  const said = fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 3_000 }), length: fc.integer({ min: 1, max: 1_200 }) }),
  );
  const atS = (second: number) => new Date(START + second * 1_000).toISOString();

  async function aSide() {
    const shop = await aShop();
    const { developer, project, workspace } = shop.tracked;
    const bearer = developer.jwt;
    const deviceIds: string[] = [shop.tracked.deviceId, randomUUID(), randomUUID()].toSorted();
    for (const device_id of deviceIds.filter((id) => id !== shop.tracked.deviceId)) {
      await call(enroll, "POST", { bearer, body: { device_id, project_id: project.id } });
    }
    const params = { device_id: String(deviceIds[2]) };
    const { json } = await call(editorKey, "POST", { bearer, params });
    const repository = await db().workspaceRepository.create({
      data: {
        workspaceId: workspace.id,
        externalId: randomUUID(),
        fullName: `acme/${randomUUID()}`,
        defaultBranch: "main",
        isPrivate: false,
      },
    });
    return { ...shop, deviceIds, key: json.key, repositoryId: repository.id };
  }
  type Side = Awaited<ReturnType<typeof aSide>>;

  /** What samples and sums came to, in words that are the same for two people. */
  async function outcomeOf({ tracked, shop, deviceIds }: Side) {
    const names = new Map([
      [tracked.project.id, "own"],
      [shop.id, "shop"],
    ]);
    const nameOf = (id: string | null) => id && names.get(id);
    const taskOf = (key: string | null) =>
      key?.replace(`${tracked.project.key}-`, "own-").replace(`${shop.key}-`, "shop-") ?? null;
    const samples = await db().trackerSample.findMany({
      where: { developerId: tracked.developer.id },
    });
    const derivations = await derivationsOf(tracked.developer.id);
    const derivationOf = new Map(derivations.map((derivation) => [derivation.sampleId, derivation]));
    const withDerivations = samples.map((sample) => ({ ...sample, d: derivationOf.get(sample.id) }));
    const derived = withDerivations.map(({ deviceId, ts, intervalS, isPoint, eventId, d }) => ({
      sample: `${deviceIds.indexOf(deviceId)} ${ts.toISOString()} ${isPoint ? "" : eventId}`,
      at: (ts.getTime() - START) / 1_000,
      length: isPoint ? null : intervalS,
      of: d && [d.category, nameOf(d.projectId), taskOf(d.taskKey), d.signal, d.confidence],
      suggested: d && [nameOf(d.suggestedProjectId), taskOf(d.suggestedTaskKey)],
    }));
    const rows = await db().trackerBucket.findMany({ where: { developerId: tracked.developer.id } });
    const sums = rows.map((row) =>
      [row.bucket.toISOString(), row.category, nameOf(row.projectId), taskOf(row.taskKey), row.seconds].join(
        " ",
      ),
    );
    return { derived: derived.toSorted((a, b) => (a.sample < b.sample ? -1 : 1)), sums: sums.toSorted() };
  }

  it("gives the same in every order of uploads and when derived again, counts no second twice, and leaves what a person said", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 16 }),
        fc.uniqueArray(heartbeat, { maxLength: 8, selector: ({ second }) => second }),
        commit,
        said,
        async (given, beats, committed, correction) => {
          const sides = [await aSide(), await aSide()];
          for (const [index, side] of sides.entries()) {
            const { developer } = side.tracked;
            const project_id = side.tracked.project.id;
            const say = async () => {
              if (correction === null) return;
              const { from, length } = correction;
              const body = { from: atS(from), to: atS(from + length), project_id };
              const { status } = await call(correct, "PATCH", { bearer: developer.jwt, body });
              expect(status).toBe(200);
            };
            const work = async () => {
              if (committed === null) return;
              const message = `${side.shop.key}-8: totals`;
              const { repositoryId } = side;
              const sha = "a".repeat(40);
              const data = {
                repositoryId,
                sha,
                message,
                developerId: developer.id,
                committedAt: atS(committed),
              };
              await db().repositoryCommit.create({ data });
            };
            await work();
            if (index === 1) await say();
            for (const part of index === 0 ? [null] : [2, 0, 1, 0]) {
              const isNow = (each: { part: number }) => part === null || each.part === part;
              for (const device of [0, 1]) {
                const samples = given.flatMap(({ kind, second, interval_s, ...each }, i) =>
                  each.device === device && isNow(each)
                    ? aSample({ event_id: `event-${i}`, ts: atS(second), interval_s, ...SHOWN[kind](side) })
                    : [],
                );
                if (samples.length === 0) continue;
                const body = aBatch(String(side.deviceIds[device]), samples);
                expect((await call(upload, "POST", { bearer: developer.jwt, body })).status).toBe(200);
              }
              const now = beats.filter(isNow).map(({ second, isSure }) => ({
                branch: isSure ? `${side.shop.key}-7` : "main",
                category: "coding",
                entity: "/home/ada/acme/web/main.ts",
                type: "file",
                time: START / 1_000 + second,
                user_agent:
                  "wakatime/v1.115.3 (linux-6.5.0-x86_64) go1.23 vscode/1.95.0 vscode-wakatime/25.0.2",
              }));
              const authorization = `Basic ${Buffer.from(side.key).toString("base64")}`;
              if (now.length > 0) await call(heartbeats, "POST", { headers: { authorization }, body: now });
              await enrich(side.tracked);
            }
            if (index === 0) await say();
            await enrich(side.tracked);
            // What was marked by nobody's upload is the sweep's.
            await enrich({ ...side.tracked, workspace: { ...side.tracked.workspace, id: developer.id } });
            expect(await dirtyOf(side)).toEqual([]);
          }
          const [once, inParts] = [await outcomeOf(sides[0] as Side), await outcomeOf(sides[1] as Side)];
          expect(inParts).toEqual(once);

          for (const { tracked } of sides) {
            const bearer = tracked.developer.jwt;
            const query = { from: atS(-3_600), to: atS(7_200) };
            const totals = [];
            for (const group of ["category", "project", "hour", "task", "app", "repository"]) {
              const { json } = await call(activity, "GET", { bearer, query: { ...query, group } });
              totals.push(json.total_seconds);
              const rows: { seconds: number }[] = json.rows;
              expect(rows.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(json.total_seconds);
            }
            expect(new Set(totals).size).toBe(1);
          }
          const perBucket = new Map<string, number>();
          for (const line of once.sums) {
            const [bucket = "", ...rest] = line.split(" ");
            perBucket.set(bucket, (perBucket.get(bucket) ?? 0) + Number(rest.at(-1)));
          }
          for (const seconds of perBucket.values()) expect(seconds).toBeLessThanOrEqual(900);

          const [side] = sides as [Side];
          const marks = [
            ...new Set(once.derived.flatMap(({ at }) => [Math.floor(at / 900), Math.ceil(at / 900) - 1])),
          ];
          await db().trackerDirtyBucket.createMany({
            data: marks.map((quarter) => ({
              developerId: side.tracked.developer.id,
              bucket: atS(quarter * 900),
              workspaceId: side.tracked.workspace.id,
              markedAt: atS(0),
            })),
          });
          await enrich(side.tracked);
          const again = await outcomeOf(side);
          expect(again).toEqual(once);
          for (const { at: end, length, of } of again.derived) {
            if (correction === null || length === null) continue;
            const { from } = correction;
            if (end - length < from || end > from + correction.length) continue;
            // A task of that very project stays.
            expect([of?.[1], of?.[3], of?.[4]]).toEqual(["own", "correction", 1]);
          }
          expect(await dirtyOf(side)).toEqual([]);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);
});
