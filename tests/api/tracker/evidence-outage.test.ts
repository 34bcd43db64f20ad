import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as BATCH } from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import { GET } from "@/app/api/v1/tracker/evidence/[evidence_ref]/route";
import { POST as VERIFY } from "@/app/api/v1/tracker/evidence/[evidence_ref]/verify/route";
import { POST } from "@/app/api/v1/tracker/evidence/presign/route";
import { GET as LIST } from "@/app/api/v1/workspaces/[workspace_id]/tracker/evidence/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { deleteObject, listObjects } from "@/lib/platform/storage";
import { StoreError } from "@/lib/platform/store-error";
import { eraseEvidenceObjects, sweepEvidence, verifyEvidenceJob } from "@/lib/tracker/evidence/jobs";
import { verifiedKey } from "@/lib/tracker/evidence/rules";
import { deleteOldTracking } from "@/lib/tracker/retention/jobs";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aSample, aTrackedDevice, TOLD_OF_SCREENSHOTS } from "@/tests/support/factories";
import { startObjectStorage } from "@/tests/support/object-storage";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
});
afterAll(() => storage.close());
afterEach(() => {
  storage.setDown(false);
  vi.useRealTimers();
});

const IMAGE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(500)]);
const later = (ms: number) => new Date(Date.now() + ms);

/** A device that takes screenshots, and what it does with them. */
async function aCapturingDevice() {
  const tracked = await aTrackedDevice();
  const { developer, deviceId, workspace } = tracked;
  const bearer = developer.jwt;
  await db().trackerDevice.update({
    where: { id: deviceId },
    data: { screenshots: TOLD_OF_SCREENSHOTS, config: { screenshot_policy: "full_screen" } },
  });
  return {
    ...tracked,
    async presign(event_id: string): Promise<{ ref: string; url: string; id: string }> {
      const body = {
        event_id,
        content_type: "image/png",
        byte_size: IMAGE.length,
        sha256: sha256Hex(IMAGE),
      };
      const { json } = await call(POST, "POST", { bearer, query: { device_id: deviceId }, body });
      const { id } = await db().trackerEvidence.findUniqueOrThrow({ where: { ref: json.evidence_ref } });
      return { ref: json.evidence_ref, url: json.upload_url, id };
    },
    async send(sample: Record<string, unknown>) {
      return (await call(BATCH, "POST", { bearer, body: aBatch(deviceId, [aSample(sample)]) })).json;
    },
    erase: (from: Date, to: Date) =>
      call(events.DELETE, "DELETE", {
        bearer,
        query: { from: from.toISOString(), to: to.toISOString() },
      }),
    view: (evidence_ref: string) => call(GET, "GET", { bearer, params: { evidence_ref } }),
    ask: (evidence_ref: string) => call(VERIFY, "POST", { bearer, params: { evidence_ref } }),
    async listed(): Promise<string[]> {
      const { json } = await call(LIST, "GET", { bearer, params: { workspace_id: workspace.id } });
      return json.map(({ evidence_ref }: { evidence_ref: string }) => evidence_ref);
    },
    /** What lies in the store of this person. */
    async objects(): Promise<string[]> {
      const keys: string[] = [];
      for await (const key of listObjects()) {
        if (key.startsWith(`evidence/${developer.id}/`)) keys.push(key.replace(/^.*?\/.*?\//, ""));
      }
      return keys;
    },
    async eraseObjects(now: Date) {
      const jobs = await db().$queryRaw<{ payload: unknown }[]>`
        SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ${eraseEvidenceObjects.name} AND payload->>'developer_id' = ${developer.id}`;
      for (const { payload } of jobs) {
        await eraseEvidenceObjects.handler(eraseEvidenceObjects.payload.parse(payload), { now });
      }
    },
  };
}

function put(url: string) {
  return fetch(url, { method: "PUT", body: new Uint8Array(IMAGE), headers: { "content-type": "image/png" } });
}

const check = (evidence_id: string, now: Date) => verifyEvidenceJob.handler({ evidence_id }, { now });

describe("an upload URL that expired", () => {
  it("is replaced by another for the same event, and leaves one screenshot", async () => {
    const device = await aCapturingDevice();
    const eventId = randomUUID();
    const first = await device.presign(eventId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * MINUTE_MS });
    expect((await put(first.url)).status).toBe(403);
    const second = await device.presign(eventId);
    expect((await put(second.url)).status).toBe(200);
    await device.send({ event_id: eventId, evidence_ref: second.ref });
    for (const { id } of [first, second]) await check(id, later(6 * MINUTE_MS));
    expect((await device.ask(first.ref)).json.status).toBe("missing");
    expect((await device.view(first.ref)).status).toBe(404);
    expect((await device.view(second.ref)).status).toBe(200);
    expect(await device.listed()).toEqual([second.ref]);
    expect(await device.objects()).toEqual([`verified/${second.ref}`]);
    await deleteOldTracking.handler({}, { now: later(31 * DAY_MS) });
    await device.eraseObjects(later(31 * DAY_MS));
    expect(await device.objects()).toEqual([]);
    expect(await db().trackerEvidence.count({ where: { deviceId: device.deviceId } })).toBe(0);
  });

  it("leaves one screenshot also if both uploads arrived", async () => {
    const device = await aCapturingDevice();
    const eventId = randomUUID();
    const [first, second] = [await device.presign(eventId), await device.presign(eventId)];
    for (const { url } of [first, second]) expect((await put(url)).status).toBe(200);
    for (const { id } of [first, second]) await check(id, new Date());
    await device.send({ event_id: eventId, evidence_ref: second.ref });
    for (const { id } of [first, second]) await check(id, later(6 * MINUTE_MS));
    await deleteOldTracking.handler({}, { now: later(2 * DAY_MS) });
    await device.eraseObjects(later(2 * DAY_MS));
    expect(await device.listed()).toEqual([second.ref]);
    expect(await device.objects()).toEqual([`verified/${second.ref}`]);
  });
});

describe("while the store is away", () => {
  it("a screenshot waits to be checked, and is once the store is back", async () => {
    const device = await aCapturingDevice();
    const eventId = randomUUID();
    const { ref, url, id } = await device.presign(eventId);
    expect((await put(url)).status).toBe(200);
    await device.send({ event_id: eventId, evidence_ref: ref });
    storage.setDown(true);
    await expect(check(id, new Date())).rejects.toThrow(StoreError);
    await expect(check(id, later(6 * MINUTE_MS))).rejects.toThrow(StoreError);
    expect((await device.ask(ref)).status).toBe(503);
    expect((await device.view(ref)).status).toBe(409);
    storage.setDown(false);
    // Its job had failed so often that it would not run again for hours.
    const key = `tracker.verify-evidence:${id}`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = 9, run_at = now() + interval '6 hours' WHERE key = ${key}`;
    await sweepEvidence.handler({}, { now: later(HOUR_MS) });
    const jobs = await db().$queryRaw<{ waitS: number }[]>`
      SELECT extract(epoch FROM run_at - now())::float8 AS "waitS" FROM graphile_worker._private_jobs WHERE key = ${key}`;
    expect(jobs).toHaveLength(1);
    expect(jobs[0]?.waitS).toBeLessThan(120);
    await check(id, later(HOUR_MS));
    expect((await device.view(ref)).status).toBe(200);
    expect(await device.objects()).toEqual([`verified/${ref}`]);
  });

  it("a screenshot that can't be loaded is not handed out, and counts as seen by nobody", async () => {
    const device = await aCapturingDevice();
    const { ref, url, id } = await device.presign(randomUUID());
    expect((await put(url)).status).toBe(200);
    await check(id, new Date());
    const admin = await aMember(device.workspace.id, "owner");
    const view = () => call(GET, "GET", { bearer: admin.jwt, params: { evidence_ref: ref } });
    const seen = () => db().trackerView.count({ where: { developerId: device.developer.id } });
    const told = () => db().auditEvent.count({ where: { action: "evidence.viewed", targetId: id } });
    storage.setDown(true);
    expect((await view()).status).toBe(503);
    expect([await seen(), await told()]).toEqual([0, 0]);
    storage.setDown(false);
    expect((await view()).status).toBe(200);
    expect([await seen(), await told()]).toEqual([1, 1]);
    await deleteObject(verifiedKey(device.developer.id, ref));
    expect((await view()).status).toBe(404);
    expect([await seen(), await told()]).toEqual([1, 1]);
  });

  it("what was erased stays in it no longer than until it is back", async () => {
    const device = await aCapturingDevice();
    const { ref, url, id } = await device.presign(randomUUID());
    expect((await put(url)).status).toBe(200);
    await check(id, new Date());
    await put(url);
    expect((await device.objects()).toSorted()).toEqual([`uploads/${ref}`, `verified/${ref}`]);
    expect((await device.erase(later(-HOUR_MS), later(HOUR_MS))).json.screenshots).toBe(1);
    storage.setDown(true);
    for (const minutes of [0, 6]) {
      await expect(device.eraseObjects(later(minutes * MINUTE_MS))).rejects.toThrow(StoreError);
    }
    storage.setDown(false);
    await device.eraseObjects(later(7 * MINUTE_MS));
    expect(await device.objects()).toEqual([]);
  });

  it("for days, a screenshot without a sample goes once it is back", async () => {
    const device = await aCapturingDevice();
    const { url, id } = await device.presign(randomUUID());
    expect((await put(url)).status).toBe(200);
    storage.setDown(true);
    await expect(check(id, new Date())).rejects.toThrow(StoreError);
    storage.setDown(false);
    await check(id, later(5 * DAY_MS));
    await deleteOldTracking.handler({}, { now: later(5 * DAY_MS) });
    await device.eraseObjects(later(5 * DAY_MS));
    expect(await device.listed()).toEqual([]);
    expect(await device.objects()).toEqual([]);
  });
});
