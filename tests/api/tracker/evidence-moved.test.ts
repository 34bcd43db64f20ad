import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as MINT } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as ENROLL } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as BATCH } from "@/app/api/v1/tracker/events/batch/route";
import { GET as VIEW } from "@/app/api/v1/tracker/evidence/[evidence_ref]/route";
import { POST as VERIFY } from "@/app/api/v1/tracker/evidence/[evidence_ref]/verify/route";
import { POST as PRESIGN } from "@/app/api/v1/tracker/evidence/presign/route";
import { GET as LIST } from "@/app/api/v1/workspaces/[workspace_id]/tracker/evidence/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import {
  aBatch,
  aDeveloper,
  aMember,
  aProject,
  aSample,
  aTrackedDevice,
  aWorkspace,
  TOLD_OF_SCREENSHOTS,
} from "@/tests/support/factories";
import { startObjectStorage } from "@/tests/support/object-storage";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
});
afterAll(() => storage.close());

/** A device that its owner has moved from one workspace to another, in which screenshots are taken. */
async function aMovedDevice() {
  const before = await aTrackedDevice();
  const { developer, deviceId } = before;
  const manager = await aDeveloper();
  const workspace = await aWorkspace(manager);
  const project = await aProject(manager, workspace.id);
  await aMember(workspace.id, "developer", developer);
  await db().projectMember.create({ data: { projectId: project.id, developerId: developer.id } });
  const takenAt = new Date(Date.now() - 60_000).toISOString();
  const eventId = randomUUID();
  return {
    developer,
    eventId,
    old: { workspace: before.workspace, manager: await aMember(before.workspace.id, "admin") },
    next: { workspace, manager },
    async move() {
      const body = { device_id: deviceId, project_id: project.id };
      expect((await call(ENROLL, "POST", { bearer: developer.jwt, body })).status).toBe(201);
      const data = { screenshots: TOLD_OF_SCREENSHOTS, config: { screenshot_policy: "full_screen" } };
      await db().trackerDevice.update({ where: { id: deviceId }, data });
    },
    /** Uploads a sample from before the move. */
    async sendSample() {
      const body = aBatch(deviceId, [aSample({ event_id: eventId, ts: takenAt })]);
      const answer = await call(BATCH, "POST", { bearer: developer.jwt, body });
      expect(answer.json).toMatchObject({ accepted: 1 });
    },
    presign: (image: Buffer, bearer = developer.jwt) =>
      call(PRESIGN, "POST", {
        bearer,
        query: { device_id: deviceId },
        body: {
          event_id: eventId,
          content_type: "image/png",
          byte_size: image.length,
          sha256: sha256Hex(image),
        },
      }),
    /** Uploads its screenshot, and has it checked. */
    async sendScreenshot(): Promise<string> {
      const image = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(1_000)]);
      const headers = { "content-type": "image/png" };
      const { json } = await this.presign(image);
      expect(
        (await fetch(json.upload_url, { method: "PUT", body: new Uint8Array(image), headers })).status,
      ).toBe(200);
      const params = { evidence_ref: json.evidence_ref };
      const checked = await call(VERIFY, "POST", { bearer: developer.jwt, params });
      expect(checked.json).toMatchObject({ status: "verified" });
      return json.evidence_ref;
    },
  };
}

type Moved = Awaited<ReturnType<typeof aMovedDevice>>;

/** What the manager of a workspace finds there, and whether they may look at the screenshot. */
async function seenIn({ workspace, manager }: Moved["next"], ref: string) {
  const list = await call(LIST, "GET", { bearer: manager.jwt, params: { workspace_id: workspace.id } });
  const view = await call(VIEW, "GET", { bearer: manager.jwt, params: { evidence_ref: ref } });
  return { listed: list.json.map((each: { evidence_ref: string }) => each.evidence_ref), view: view.status };
}

it("a screenshot that is uploaded after its device moved belongs to where its sample was taken", async () => {
  const device = await aMovedDevice();
  await device.sendSample();
  await device.move();
  const ref = await device.sendScreenshot();
  expect(await seenIn(device.next, ref)).toEqual({ listed: [], view: 404 });
  expect(await seenIn(device.old, ref)).toEqual({ listed: [ref], view: 200 });
});

it("so does one whose sample arrives after it, which only its owner sees until then", async () => {
  const device = await aMovedDevice();
  await device.move();
  const ref = await device.sendScreenshot();
  expect(await seenIn(device.next, ref)).toEqual({ listed: [], view: 404 });
  const own = { bearer: device.developer.jwt, params: { evidence_ref: ref } };
  expect((await call(VIEW, "GET", own)).status).toBe(200);
  await device.sendSample();
  expect(await seenIn(device.next, ref)).toEqual({ listed: [], view: 404 });
  expect(await seenIn(device.old, ref)).toEqual({ listed: [ref], view: 200 });
});

it.each(["the new workspace's token", "who has left the old one"])(
  "%s adds no screenshot to what is stored in the old workspace",
  async (who) => {
    const device = await aMovedDevice();
    const { developer, old, next } = device;
    await device.sendSample();
    await device.move();
    let bearer = developer.jwt;
    if (who === "who has left the old one") {
      const place = { workspaceId: old.workspace.id, developerId: developer.id };
      await db().workspaceMember.delete({ where: { workspaceId_developerId: place } });
    } else {
      const body = { name: "x", workspace_id: next.workspace.id, permissions: ["own_tracker"] };
      bearer = (await call(MINT, "POST", { bearer, body })).json.token;
    }
    expect((await device.presign(randomBytes(100), bearer)).status).toBe(409);
    expect(await db().trackerEvidence.count({ where: { developerId: developer.id } })).toBe(0);
  },
);
