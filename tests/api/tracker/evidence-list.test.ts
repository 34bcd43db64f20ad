import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as SUMMARY } from "@/app/api/v1/tracker/captured/route";
import { POST as ENROLL } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as BATCH } from "@/app/api/v1/tracker/events/batch/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/tracker/evidence/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aMemberWith, aProject, aSample, aTrackedDevice } from "@/tests/support/factories";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** A screenshot as it is noted once it is checked. */
async function aScreenshot(
  { developer, project, deviceId }: Pick<Tracked, "developer" | "project" | "deviceId">,
  given: { status?: string; createdAt?: Date } = {},
) {
  const createdAt = given.createdAt ?? new Date();
  const ref = `ev_${randomUUID().replaceAll("-", "").slice(0, 22)}`;
  return db().trackerEvidence.create({
    data: {
      ref,
      deviceId,
      developerId: developer.id,
      projectId: project.id,
      eventId: randomUUID(),
      objectKey: ref,
      contentType: "image/png",
      byteSize: 100,
      sha256: "",
      status: "verified",
      verifyAt: new Date(),
      createdAt,
      takenAt: createdAt,
      ...given,
    },
  });
}

async function sendSample(
  { developer, deviceId }: Pick<Tracked, "developer" | "deviceId">,
  sample: Record<string, unknown>,
) {
  const answer = await call(BATCH, "POST", {
    bearer: developer.jwt,
    body: aBatch(deviceId, [aSample(sample)]),
  });
  expect(answer.json).toMatchObject({ accepted: 1 });
}

/** One whose sample says that it shows something private. */
async function aHiddenScreenshot(
  device: Pick<Tracked, "developer" | "project" | "deviceId">,
  given: object = {},
): Promise<void> {
  const { eventId } = await aScreenshot(device, given);
  await sendSample(device, { event_id: eventId });
  // Stored beside its screenshot: ingest deletes the screenshot of a sample that says it is private.
  await db().$executeRaw`
    UPDATE tracker_event_sample SET is_private = true
    WHERE developer_id = ${device.developer.id}::uuid AND event_id = ${eventId}`;
}

const list = ({ workspace, developer }: Pick<Tracked, "workspace" | "developer">, query: object = {}) =>
  call(GET, "GET", {
    bearer: developer.jwt,
    params: { workspace_id: workspace.id },
    query: query as Record<string, string>,
  });

const refsOf = (answer: { json: { evidence_ref: string }[] }) =>
  answer.json.map(({ evidence_ref }) => evidence_ref);

describe("the screenshots of a workspace", () => {
  it("are those that were checked, newest first, with who and what took them and when", async () => {
    const tracked = await aTrackedDevice();
    const older = await aScreenshot(tracked, { createdAt: new Date(Date.now() - 60_000) });
    const newer = await aScreenshot(tracked);
    for (const status of ["pending", "mismatch", "missing"]) await aScreenshot(tracked, { status });
    await aScreenshot(await aTrackedDevice());
    const ts = new Date(Date.now() - 90_000).toISOString();
    await sendSample(tracked, { event_id: older.eventId, evidence_ref: older.ref, ts });
    const answer = await list(tracked);
    expect(answer.json).toEqual([
      expect.objectContaining({ evidence_ref: newer.ref, taken_at: null }),
      {
        evidence_ref: older.ref,
        event_id: older.eventId,
        device_id: tracked.deviceId,
        device_name: null,
        developer_id: tracked.developer.id,
        developer_name: tracked.developer.name,
        project_id: tracked.project.id,
        project_name: tracked.project.name,
        content_type: "image/png",
        byte_size: 100,
        taken_at: ts,
        created_at: older.createdAt.toISOString(),
      },
    ]);
  });

  it("are listed and found by when they were taken, however late they were uploaded", async () => {
    const tracked = await aTrackedDevice();
    const [hour, noon] = [3_600_000, Date.now() - 2 * 86_400_000];
    const late = await aScreenshot(tracked);
    const early = await aScreenshot(tracked, { createdAt: new Date(noon + hour) });
    const from = new Date(noon - hour).toISOString();
    const around = { from, to: new Date(noon + hour / 2).toISOString() };
    expect([refsOf(await list(tracked)), refsOf(await list(tracked, around))]).toEqual([
      [late.ref, early.ref],
      [],
    ]);
    const ts = new Date(noon).toISOString();
    await sendSample(tracked, { event_id: late.eventId, evidence_ref: late.ref, ts });
    expect([refsOf(await list(tracked)), refsOf(await list(tracked, around))]).toEqual([
      [early.ref, late.ref],
      [late.ref],
    ]);
  });

  it("of private content are left out, since nobody can open them", async () => {
    const tracked = await aTrackedDevice();
    await aHiddenScreenshot(tracked);
    const shown = await aScreenshot(tracked);
    await sendSample(tracked, { event_id: shown.eventId });
    expect(refsOf(await list(tracked))).toEqual([shown.ref]);
  });

  it("do not end with a page on which none can be seen", async () => {
    const tracked = await aTrackedDevice();
    const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) });
    const shown = await aScreenshot(tracked, at(60));
    for (const minutes of [1, 2, 3, 70, 71]) await aHiddenScreenshot(tracked, at(minutes));
    const first = await list(tracked, { limit: "1" });
    expect(refsOf(first)).toEqual([shown.ref]);
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const last = await list(tracked, { limit: "1", cursor });
    expect([refsOf(last), last.headers.get("link")]).toEqual([[], null]);
  });

  it("are paged over all projects, and narrowed by project, person, device and time", async () => {
    const tracked = await aTrackedDevice();
    const { workspace, developer } = tracked;
    const other = await aProject(developer, workspace.id);
    const member = await aMember(workspace.id, "developer");
    const deviceId = randomUUID();
    const body = { device_id: deviceId, project_id: other.id };
    await db().projectMember.create({ data: { projectId: other.id, developerId: member.id } });
    expect((await call(ENROLL, "POST", { bearer: member.jwt, body })).status).toBe(201);
    const theirs = { developer: member, project: other, deviceId };
    const start = Date.now() - 3_600_000;
    const refs: string[] = [];
    for (let index = 0; index < 6; index++) {
      // Two at the same time, of different projects.
      const createdAt = new Date(start + Math.floor(index / 2) * 60_000);
      refs.unshift((await aScreenshot(index % 2 === 0 ? tracked : theirs, { createdAt })).ref);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(tracked, { limit: "1", ...(cursor ? { cursor } : {}) });
      expect(page.json).toHaveLength(1);
      found.push(...refsOf(page));
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    } while (cursor);
    expect(found.toSorted()).toEqual(refs.toSorted());
    const pairs = (given: string[]) => [0, 2, 4].map((at) => given.slice(at, at + 2).toSorted());
    expect(pairs(found)).toEqual(pairs(refs));

    const ofTheirs = [refs[0], refs[2], refs[4]];
    expect(refsOf(await list(tracked, { project_id: other.id }))).toEqual(ofTheirs);
    expect(refsOf(await list(tracked, { developer_id: member.id }))).toEqual(ofTheirs);
    expect(refsOf(await list(tracked, { device_id: deviceId }))).toEqual(ofTheirs);
    const span = {
      from: new Date(start + 60_000).toISOString(),
      to: new Date(start + 120_000).toISOString(),
    };
    expect(refsOf(await list(tracked, span)).toSorted()).toEqual(refs.slice(2, 4).toSorted());
    expect(refsOf(await list(tracked, { project_id: randomUUID() }))).toEqual([]);
    expect((await list(tracked, { from: "yesterday" })).status).toBe(400);
    expect((await list(tracked, { cursor: "nonsense" })).status).toBe(400);
  });

  it("are for those with can_view_evidence alone", async () => {
    const tracked = await aTrackedDevice();
    await aScreenshot(tracked);
    const { workspace } = tracked;
    const allowed = await aMemberWith(workspace.id, ["can_view_evidence"]);
    expect((await list({ workspace, developer: allowed })).json).toHaveLength(1);
    const manager = await aMemberWith(workspace.id, ["can_manage_tracker", "can_view_projects"]);
    expect((await list({ workspace, developer: manager })).status).toBe(403);
    const { developer: stranger } = await aTrackedDevice();
    expect((await list({ workspace, developer: stranger })).status).toBe(403);
  });

  it("of somebody who is being erased are left out", async () => {
    const tracked = await aTrackedDevice();
    const { workspace } = tracked;
    await aScreenshot(tracked);
    const viewer = await aMemberWith(workspace.id, ["can_view_evidence"]);
    expect((await list({ workspace, developer: viewer })).json).toHaveLength(1);
    await db().developer.update({ where: { id: tracked.developer.id }, data: { erasingAt: new Date() } });
    expect((await list({ workspace, developer: viewer })).json).toEqual([]);
  });
});

describe("the screenshots in one's own summary", () => {
  it("are of the time at which they were taken, as erasing has it, and not of their upload", async () => {
    const tracked = await aTrackedDevice();
    const [hour, day] = [3_600_000, 86_400_000];
    const taken = new Date(Date.now() - day);
    const late = await aScreenshot(tracked);
    await sendSample(tracked, { event_id: late.eventId, evidence_ref: late.ref, ts: taken.toISOString() });
    // Its sample is yet to come.
    await aScreenshot(tracked);
    const around = async (time: number) => {
      const query = { from: new Date(time - hour).toISOString(), to: new Date(time + hour).toISOString() };
      const answer = await call(SUMMARY, "GET", { bearer: tracked.developer.jwt, query });
      return [answer.json.samples, answer.json.screenshots];
    };
    expect(await around(taken.getTime())).toEqual([1, 1]);
    expect(await around(Date.now())).toEqual([0, 1]);
    const all = await call(SUMMARY, "GET", { bearer: tracked.developer.jwt });
    expect(all.json).toMatchObject({ samples: 1, screenshots: 2 });
  });
});
