import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as retention from "@/app/api/v1/workspaces/[workspace_id]/tracker/retention/route";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { deleteOldTracking } from "@/lib/tracker/retention/jobs";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith, aTrackedDevice } from "@/tests/support/factories";
import { derivationsOf, leftOfSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const NOW = new Date();
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

/** What is held of somebody from so many days ago. */
async function held(tracked: Tracked, days: number, projectId = tracked.project.id) {
  const [at, developerId] = [daysAgo(days), tracked.developer.id];
  const { id, eventId } = await db().trackerSample.create({
    data: {
      clientSeq: BigInt(Math.floor(days)),
      ts: at,
      receivedAt: at,
      deviceId: tracked.deviceId,
      developerId,
      projectId,
      intervalS: 60,
      eventId: randomUUID(),
      appName: "Code",
      bundleId: "code",
    },
  });
  await db().trackerDerivation.create({
    data: { sampleId: id, confidence: 1, category: "dev.code", ruleId: "x", signal: "device" },
  });
  await db().$executeRaw`
    INSERT INTO tracker_event_key (ts, device_number, hash)
    VALUES (${at}::timestamptz, tracker_device_number(${tracked.deviceId}::uuid),
      tracker_event_hash(${tracked.deviceId}::uuid, ${eventId}))`;
  await db().trackerBucket.create({
    data: { developerId, bucket: at, place: 0, seconds: 60, projectId, category: "dev.code" },
  });
  await db().trackerWorkspaceBucket.create({
    data: {
      developerId,
      bucket: at,
      place: 0,
      seconds: 60,
      projectId,
      workspaceId: tracked.workspace.id,
      category: "dev.code",
    },
  });
  await db().trackerEvidence.create({
    data: {
      ref: `ev_${randomUUID().replaceAll("-", "")}`,
      deviceId: tracked.deviceId,
      developerId,
      projectId,
      eventId: randomUUID(),
      objectKey: "x",
      contentType: "image/png",
      byteSize: 1,
      sha256: "x",
      status: "verified",
      verifyAt: at,
      createdAt: at,
    },
  });
}

/** How many days old what is left of somebody is. */
async function leftOf({ developer }: Tracked) {
  const where = { developerId: developer.id };
  const age = (at: Date) => Math.round((NOW.getTime() - at.getTime()) / DAY_MS);
  const samples = await db().trackerSample.findMany({ where, orderBy: { ts: "desc" } });
  const buckets = await db().trackerBucket.findMany({ where, orderBy: { bucket: "desc" } });
  const apart = await db().trackerWorkspaceBucket.findMany({ where, orderBy: { bucket: "desc" } });
  expect(apart.map(({ bucket }) => bucket)).toEqual(buckets.map(({ bucket }) => bucket));
  const evidence = await db().trackerEvidence.findMany({ where, orderBy: { createdAt: "desc" } });
  return {
    samples: samples.map(({ ts }) => age(ts)),
    buckets: buckets.map(({ bucket }) => age(bucket)),
    evidence: evidence.map(({ createdAt }) => age(createdAt)),
  };
}

async function deleteOld() {
  while (await deleteOldTracking.handler({}, { now: NOW }));
}

function patch(bearer: string, workspace_id: string, body: object) {
  return call(retention.PATCH, "PATCH", { bearer, params: { workspace_id }, body });
}

describe("old data", () => {
  it("is deleted: screenshots after 30 days, samples after 90, sums after 13 months", async () => {
    const tracked = await aTrackedDevice();
    for (const days of [29, 31, 89, 92, 380, 402]) await held(tracked, days);
    await deleteOld();
    expect(await leftOf(tracked)).toEqual({
      evidence: [29],
      samples: [29, 31, 89],
      buckets: [29, 31, 89, 92, 380],
    });
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(3);
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
  });

  it("is deleted when its workspace says, whatever another says about the same person", async () => {
    const [short, long] = [await aTrackedDevice(), await aTrackedDevice()];
    await patch(short.developer.jwt, short.workspace.id, {
      evidence_days: 7,
      sample_days: 31,
      bucket_months: 2,
    });
    await patch(long.developer.jwt, long.workspace.id, {
      evidence_days: 60,
      sample_days: 120,
      bucket_months: 24,
    });
    for (const days of [8, 33, 70, 100, 125, 420]) await held(short, days);
    for (const days of [8, 33, 59, 61, 100, 125, 420]) await held(long, days);
    await held(short, 32.75, long.project.id);
    await deleteOld();
    expect(await leftOf(short)).toEqual({ evidence: [33], samples: [8, 33], buckets: [8, 33, 33] });
    expect(await leftOf(long)).toEqual({
      evidence: [8, 33, 59],
      samples: [8, 33, 59, 61, 100],
      buckets: [8, 33, 59, 61, 100, 125, 420],
    });
  });
});

describe("who looked at somebody's data", () => {
  it("is kept for two years, however short a workspace keeps the data itself", async () => {
    const tracked = await aTrackedDevice();
    const { developer, workspace } = tracked;
    const manager = await aMember(workspace.id, "admin");
    await patch(developer.jwt, workspace.id, { evidence_days: 7, sample_days: 31, bucket_months: 2 });
    for (const days of [1, 100, 700, 740]) {
      const view = { developerId: developer.id, viewerId: manager.id, workspaceId: workspace.id };
      await db().trackerView.create({
        data: { ...view, kind: "evidence", day: daysAgo(days), lastAt: daysAgo(days) },
      });
    }
    await deleteOld();
    const left = await db().trackerView.findMany({
      where: { developerId: developer.id },
      orderBy: { lastAt: "desc" },
    });
    expect(left.map(({ lastAt }) => lastAt)).toEqual([1, 100, 700].map(daysAgo));
  });
});

describe("GET and PATCH /workspaces/{workspace_id}/tracker/retention", () => {
  it("can be shortened by managers of the tracker and extended only by owners, and everybody with a device is notified", async () => {
    const tracked = await aTrackedDevice();
    const { id: workspaceId } = tracked.workspace;
    const manager = await aMemberWith(workspaceId, ["can_manage_tracker"]);
    const member = await aMember(workspaceId, "developer");
    const seen = await call(retention.GET, "GET", {
      bearer: member.jwt,
      params: { workspace_id: workspaceId },
    });
    expect(seen.json).toEqual({ evidence_days: 30, sample_days: 90, bucket_months: 13 });

    expect((await patch(member.jwt, workspaceId, { evidence_days: 7 })).status).toBe(403);
    const shorter = await patch(manager.jwt, workspaceId, { evidence_days: 7, sample_days: 60 });
    expect(shorter.json).toEqual({ evidence_days: 7, sample_days: 60, bucket_months: 13 });
    const longer = await patch(manager.jwt, workspaceId, { evidence_days: 6, sample_days: 61 });
    expect([longer.status, longer.json.detail]).toEqual([
      403,
      "Only an owner can extend how long things are kept",
    ]);
    expect((await patch(tracked.developer.jwt, workspaceId, { sample_days: 61 })).json.sample_days).toBe(61);
    // What changes nothing is told to nobody.
    expect((await patch(tracked.developer.jwt, workspaceId, { sample_days: 61 })).status).toBe(200);

    const told = await db().notification.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
    expect(told.map(({ developerId, title }) => [developerId, title])).toEqual([
      [tracked.developer.id, "What your devices send is kept less long"],
      [tracked.developer.id, "What your devices send is kept longer"],
    ]);
    expect(told[0]).toMatchObject({
      link: "/account/captured",
      body: "This workspace keeps screenshots for 7 days, samples for 60 days and sums of time for 13 months. Before, it kept screenshots for 30 days, samples for 90 days and sums of time for 13 months.",
    });
    const entries = await db().auditEvent.findMany({
      where: { workspaceId, action: "tracker.retention_updated" },
      orderBy: { createdAt: "asc" },
    });
    expect(entries.map(({ actorId, after }) => [actorId, after])).toEqual([
      [manager.id, { evidence_days: 7, sample_days: 60, bucket_months: 13 }],
      [tracked.developer.id, { evidence_days: 7, sample_days: 61, bucket_months: 13 }],
    ]);
  });

  it.each([
    { evidence_days: 0 },
    { evidence_days: 366 },
    { sample_days: 30 },
    { sample_days: 1.5 },
    { sample_days: null },
    { bucket_months: 1 },
    { bucket_months: "13" },
  ])("refuses %j", async (body) => {
    const tracked = await aTrackedDevice();
    expect((await patch(tracked.developer.jwt, tracked.workspace.id, body)).status).toBe(422);
  });

  it("is hidden from non-members", async () => {
    const tracked = await aTrackedDevice();
    const stranger = await aDeveloper();
    expect((await patch(stranger.jwt, tracked.workspace.id, { evidence_days: 7 })).status).toBe(403);
  });
});
