import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as MINT } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE } from "@/app/api/v1/developers/me/route";
import { POST as PAUSE } from "@/app/api/v1/tracker/devices/[device_id]/pause/route";
import { POST as BATCH } from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import { GET } from "@/app/api/v1/tracker/evidence/[evidence_ref]/route";
import { POST as VERIFY } from "@/app/api/v1/tracker/evidence/[evidence_ref]/verify/route";
import { POST } from "@/app/api/v1/tracker/evidence/presign/route";
import { PUT as OWN_RULES } from "@/app/api/v1/tracker/redaction/route";
import * as views from "@/app/api/v1/tracker/views/route";
import { PUT as HOURS } from "@/app/api/v1/tracker/working-hours/route";
import { GET as LIST } from "@/app/api/v1/workspaces/[workspace_id]/tracker/evidence/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import {
  eraseEvidence,
  eraseEvidenceObjects,
  sweepEvidence,
  verifyEvidenceJob,
} from "@/lib/tracker/evidence/jobs";
import { uploadKey, verifiedKey } from "@/lib/tracker/evidence/rules";
import { redactStoredJob } from "@/lib/tracker/redaction/jobs";
import { deleteOldTracking } from "@/lib/tracker/retention/jobs";
import { call } from "@/tests/support/call";
import {
  aBatch,
  aDeveloper,
  aMember,
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

const SIGNATURES = {
  "image/png": Buffer.from("89504e470d0a1a0a", "hex"),
  "image/jpeg": Buffer.from("ffd8ffe0", "hex"),
  "image/webp": Buffer.concat([Buffer.from("RIFF"), Buffer.from([0, 2, 0, 0]), Buffer.from("WEBPVP8 ")]),
};
type ContentType = keyof typeof SIGNATURES;

function anImage(contentType: ContentType = "image/png"): Buffer {
  return Buffer.concat([SIGNATURES[contentType], randomBytes(70_000)]);
}

/** A device that presigned an upload of this image. */
async function anUpload(image: Buffer, contentType: ContentType = "image/png") {
  const tracked = await aTrackedDevice();
  const { developer, deviceId } = tracked;
  await db().trackerDevice.update({
    where: { id: deviceId },
    data: { screenshots: TOLD_OF_SCREENSHOTS, config: { screenshot_policy: "full_screen" } },
  });
  const { json } = await call(POST, "POST", {
    bearer: developer.jwt,
    query: { device_id: deviceId },
    body: {
      event_id: randomUUID(),
      content_type: contentType,
      byte_size: image.length,
      sha256: sha256Hex(image),
    },
  });
  const { evidence_ref: ref, upload_url: uploadUrl } = json as { evidence_ref: string; upload_url: string };
  const row = await db().trackerEvidence.findUniqueOrThrow({ where: { ref } });
  return {
    ...tracked,
    ref,
    row,
    /** Uploads the sample that the screenshot is of. */
    sendSample: async (given: Record<string, unknown> = {}) => {
      const body = aBatch(deviceId, [aSample({ event_id: row.eventId, evidence_ref: ref, ...given })]);
      return (await call(BATCH, "POST", { bearer: developer.jwt, body })).json;
    },
    async enrich() {
      const job = { workspace_id: tracked.workspace.id, shard: shardOf(developer.id) };
      await enrichBuckets.handler(job, { now: new Date() });
    },
    isKept: async () =>
      (await db().trackerEvidence.count({ where: { ref } })) > 0 ||
      (await isStored(uploadKey(developer.id, ref))) ||
      (await isStored(verifiedKey(developer.id, ref))),
    /** Runs the jobs that delete the objects of what is gone. */
    async eraseObjects() {
      const jobs = await db().$queryRaw<{ payload: unknown }[]>`
        SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ${eraseEvidenceObjects.name} AND payload->>'developer_id' = ${developer.id}`;
      for (const { payload } of jobs) {
        await eraseEvidenceObjects.handler(eraseEvidenceObjects.payload.parse(payload), { now: new Date() });
      }
    },
    async put() {
      const headers = { "content-type": contentType };
      const answer = await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(image), headers });
      expect(answer.status).toBe(200);
    },
    /** What the job does once the URL has expired. */
    verify: () => verifyEvidenceJob.handler({ evidence_id: row.id }, { now: row.verifyAt }),
    /** What it does a minute after the announcement. */
    verifyEarly: () => verifyEvidenceJob.handler({ evidence_id: row.id }, { now: new Date() }),
    ask: (bearer: string) => call(VERIFY, "POST", { bearer, params: { evidence_ref: ref } }),
    status: async () => (await db().trackerEvidence.findUniqueOrThrow({ where: { ref } })).status,
    view: (bearer: string) => call(GET, "GET", { bearer, params: { evidence_ref: ref } }),
  };
}

/** Puts an object where an upload belongs, as a store would hold it that does not check what it takes. */
async function placeObject(key: string, body: Buffer) {
  const answer = await fetch(storage.unchecked(key), { method: "PUT", body: new Uint8Array(body) });
  expect(answer.status).toBe(200);
}

async function isStored(key: string): Promise<boolean> {
  return (await fetch(storage.unchecked(key))).status === 200;
}

describe("checking an upload", () => {
  it.each(Object.keys(SIGNATURES) as ContentType[])(
    "accepts an %s that matches its announcement",
    async (type) => {
      const upload = await anUpload(anImage(type), type);
      await upload.put();
      await upload.verify();
      expect(await upload.status()).toBe("verified");
    },
  );

  it.each<[string, (image: Buffer) => Buffer]>([
    ["of another hash", (image) => Buffer.from(image).fill(0, 100, 200)],
    ["too short", (image) => image.subarray(0, -1)],
    ["too long", (image) => Buffer.concat([image, Buffer.from("x")])],
    ["empty", () => Buffer.alloc(0)],
  ])("marks a body %s as a mismatch, deletes it, and never shows it", async (_, change) => {
    const image = anImage();
    const upload = await anUpload(image);
    await placeObject(upload.row.objectKey, change(image));
    await upload.verify();
    expect(await upload.status()).toBe("mismatch");
    expect(await isStored(upload.row.objectKey)).toBe(false);
    expect((await upload.view(upload.developer.jwt)).status).toBe(404);
  });

  it("marks an image of another type as a mismatch, even with the announced length and hash", async () => {
    const upload = await anUpload(Buffer.from("<script>alert(1)</script>"), "image/png");
    await upload.put();
    await upload.verify();
    expect(await upload.status()).toBe("mismatch");
    const jpegAsPng = await anUpload(anImage("image/jpeg"), "image/png");
    await jpegAsPng.put();
    await jpegAsPng.verify();
    expect(await jpegAsPng.status()).toBe("mismatch");
    const sound = Buffer.from("RIFF\0\0\0\0WAVEfmt ");
    const soundAsWebp = await anUpload(sound, "image/webp");
    await soundAsWebp.put();
    await soundAsWebp.verify();
    expect(await soundAsWebp.status()).toBe("mismatch");
  });

  it("marks an upload that never came as missing", async () => {
    const upload = await anUpload(anImage());
    await upload.verify();
    expect(await upload.status()).toBe("missing");
    expect((await upload.view(upload.developer.jwt)).status).toBe(404);
  });

  it("keeps the first verdict however often it runs", async () => {
    const image = anImage();
    const upload = await anUpload(image);
    await upload.put();
    await Promise.all([upload.verify(), upload.verify()]);
    const { verifiedAt } = await db().trackerEvidence.findUniqueOrThrow({ where: { ref: upload.ref } });
    await placeObject(upload.row.objectKey, Buffer.from("other"));
    await upload.verify();
    const row = await db().trackerEvidence.findUniqueOrThrow({ where: { ref: upload.ref } });
    expect(row).toMatchObject({ status: "verified", verifiedAt });
  });

  it("finishes deleting a mismatch after an interruption", async () => {
    const upload = await anUpload(anImage());
    await placeObject(upload.row.objectKey, Buffer.from("other"));
    await db().trackerEvidence.update({ where: { ref: upload.ref }, data: { status: "mismatch" } });
    await upload.verify();
    expect(await isStored(upload.row.objectKey)).toBe(false);
  });

  it("serves the checked bytes, whatever is written to the upload's address afterwards", async () => {
    const image = anImage();
    const upload = await anUpload(image);
    await upload.put();
    expect(await upload.verifyEarly()).toEqual({ againAt: upload.row.verifyAt });
    const { objectKey } = await db().trackerEvidence.findUniqueOrThrow({ where: { ref: upload.ref } });
    expect(objectKey).not.toBe(upload.row.objectKey);
    const other = Buffer.from(image).fill(0, 100, 200);
    await placeObject(upload.row.objectKey, other);
    const seen = async () => {
      const { json } = await upload.view(upload.developer.jwt);
      return sha256Hex(new Uint8Array(await (await fetch(json.url)).arrayBuffer()));
    };
    expect(await seen()).toBe(upload.row.sha256);
    expect(await upload.verify()).toBeUndefined();
    expect(await seen()).toBe(upload.row.sha256);
    expect(await isStored(upload.row.objectKey)).toBe(false);
  });

  it("waits for an upload until its URL has expired", async () => {
    const upload = await anUpload(anImage());
    expect(await upload.verifyEarly()).toEqual({ againAt: upload.row.verifyAt });
    expect(await upload.status()).toBe("pending");
    await upload.put();
    await upload.verify();
    expect(await upload.status()).toBe("verified");
  });

  it("stays a mismatch, even if the right bytes arrive later", async () => {
    const image = anImage();
    const upload = await anUpload(image);
    await placeObject(upload.row.objectKey, Buffer.from(image).fill(0, 100, 200));
    await upload.verifyEarly();
    await upload.put();
    await upload.verify();
    expect(await upload.status()).toBe("mismatch");
    expect((await upload.view(upload.developer.jwt)).status).toBe(404);
    expect(await isStored(upload.row.objectKey)).toBe(false);
  });

  it("ends silently if the evidence was deleted with its device", async () => {
    const upload = await anUpload(anImage());
    await db().trackerDevice.delete({ where: { id: upload.deviceId } });
    await expect(upload.verify()).resolves.toBeUndefined();
  });

  it("is queued again for uploads that were never checked, and for no others", async () => {
    const [overdue, fresh, settled] = [
      await anUpload(anImage()),
      await anUpload(anImage()),
      await anUpload(anImage()),
    ];
    await settled.verify();
    const ids = [overdue.row.id, settled.row.id];
    await db().trackerEvidence.updateMany({ where: { id: { in: ids } }, data: { verifyAt: new Date(0) } });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepEvidence.handler({}, { now: new Date() });
    const keys = await db().$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs`;
    expect(keys.map(({ key }) => key)).toContain(`tracker.verify-evidence:${overdue.row.id}`);
    expect(keys.map(({ key }) => key)).not.toContain(`tracker.verify-evidence:${settled.row.id}`);
    expect(keys.map(({ key }) => key)).not.toContain(`tracker.verify-evidence:${fresh.row.id}`);
  });
});

describe("GET /tracker/evidence/{evidence_ref}", () => {
  it("shows the owner a checked screenshot for 60 s, as a download of its own type", async () => {
    const image = anImage("image/webp");
    const upload = await anUpload(image, "image/webp");
    await upload.put();
    await upload.verify();
    const { status, json } = await upload.view(upload.developer.jwt);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      evidence_ref: upload.ref,
      device_id: upload.deviceId,
      content_type: "image/webp",
      byte_size: image.length,
      expires_in_s: 60,
    });
    expect(new URL(json.url).searchParams.get("X-Amz-Expires")).toBe("60");
    const file = await fetch(json.url);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("image/webp");
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${upload.ref}.webp"`);
    expect(sha256Hex(new Uint8Array(await file.arrayBuffer()))).toBe(upload.row.sha256);
    expect((await fetch(json.url, { method: "PUT", body: "x" })).status).toBe(403);
  });

  it("answers 409 before the check", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    const answer = await upload.view(upload.developer.jwt);
    expect(answer.status).toBe(409);
    expect(answer.json).toEqual({ detail: "The screenshot is not checked yet: try again in a minute" });
  });

  it("shows it to members with can_view_evidence, and records every view in the audit log", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verify();
    await upload.sendSample();
    const admin = await aMember(upload.workspace.id, "admin");
    expect((await upload.view(admin.jwt)).status).toBe(200);
    expect((await upload.view(upload.developer.jwt)).status).toBe(200);
    const rows = await db().auditEvent.findMany({
      where: { workspaceId: upload.workspace.id, action: "evidence.viewed" },
      orderBy: { createdAt: "asc" },
    });
    expect(rows.map((row) => row.actorId)).toEqual([admin.id, upload.developer.id]);
    expect(rows[0]).toMatchObject({ targetType: "evidence", targetId: upload.row.id });
    expect(JSON.stringify(rows)).not.toContain("X-Amz-Signature");
  });

  it("is a 404 for everyone else, whatever its status, and writes nothing", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    const [outsider, manager, suspended] = [
      await aDeveloper(),
      await aMember(upload.workspace.id, "manager"),
      await aMember(upload.workspace.id, "admin"),
    ];
    await aWorkspace(outsider);
    await db().workspaceMember.updateMany({
      where: { developerId: suspended.id },
      data: { status: "suspended" },
    });
    const unknown = await call(GET, "GET", {
      bearer: outsider.jwt,
      params: { evidence_ref: `ev_${"0".repeat(32)}` },
    });
    expect(unknown.json).toEqual({ detail: "Evidence not found" });
    for (const check of [async () => {}, upload.verify]) {
      await check();
      for (const { jwt } of [outsider, manager, suspended]) {
        const answer = await upload.view(jwt);
        expect([answer.status, answer.json]).toEqual([404, unknown.json]);
      }
    }
    expect(
      await db().auditEvent.count({ where: { action: "evidence.viewed", targetId: upload.row.id } }),
    ).toBe(0);
  });

  it("is a 404 for a token of its owner that is limited to other things, or to another workspace", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verify();
    const viewed = async (scope: object) => {
      const body = { name: "limited", ...scope };
      const { json } = await call(MINT, "POST", { bearer: upload.developer.jwt, body });
      return (await upload.view(json.token)).status;
    };
    const elsewhere = (await aWorkspace(upload.developer)).id;
    expect(await viewed({ permissions: ["can_view_projects"] })).toBe(404);
    expect(await viewed({ workspace_id: elsewhere })).toBe(404);
    expect(await viewed({ workspace_id: elsewhere, permissions: ["own_tracker"] })).toBe(404);
    expect(await viewed({ workspace_id: upload.workspace.id, permissions: ["own_tracker"] })).toBe(200);
    expect(await viewed({ permissions: ["can_view_evidence"] })).toBe(200);
  });

  it.each(["", "ev_", "x".repeat(35), `ev_${"0".repeat(31)}/`, `ev_${"0".repeat(32)}\n`])(
    "answers 404 to the malformed reference %j and 401 without a token",
    async (evidence_ref) => {
      const ada = await aDeveloper();
      const answer = await call(GET, "GET", { bearer: ada.jwt, params: { evidence_ref } });
      expect([answer.status, answer.json]).toEqual([404, { detail: "Evidence not found" }]);
      expect((await call(GET, "GET", { params: { evidence_ref } })).status).toBe(401);
    },
  );
});

describe("erasing a developer's evidence", () => {
  it("is queued with the erasing of the developer", async () => {
    const upload = await anUpload(anImage());
    const { developer, workspace } = upload;
    const other = await aMember(workspace.id, "owner");
    const answer = await call(DELETE, "DELETE", { bearer: developer.jwt, query: { erase: "true" } });
    expect(answer.status).toBe(204);
    const [job] = await db().$queryRaw<{ payload: unknown }[]>`
      SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = ${eraseEvidence.name} AND payload->>'developer_id' = ${developer.id}`;
    expect(job?.payload).toEqual({ developer_id: developer.id });
    expect((await upload.view(other.jwt)).status).toBe(404);
  });

  it("deletes all of their objects and nobody else's, rows or no rows", async () => {
    const [mine, theirs] = [await anUpload(anImage()), await anUpload(anImage())];
    await mine.put();
    await theirs.put();
    await db().trackerDevice.delete({ where: { id: mine.deviceId } });
    await eraseEvidence.handler({ developer_id: mine.developer.id }, { now: new Date() });
    expect(await isStored(mine.row.objectKey)).toBe(false);
    expect(await isStored(theirs.row.objectKey)).toBe(true);
  });
});

describe("views by others", () => {
  it("are shown to the owner, once a day for each person, without the owner's own", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verify();
    await upload.sendSample();
    const admin = await aMember(upload.workspace.id, "admin");
    for (const jwt of [upload.developer.jwt, admin.jwt, admin.jwt]) {
      expect((await upload.view(jwt)).status).toBe(200);
    }
    const { json } = await call(views.GET, "GET", { bearer: upload.developer.jwt });
    expect(json).toMatchObject([
      {
        kind: "evidence",
        viewer: { id: admin.id },
        workspace: { id: upload.workspace.id },
        day: new Date().toISOString().slice(0, 10),
        count: 2,
      },
    ]);
    expect((await call(views.GET, "GET", { bearer: admin.jwt })).json).toEqual([]);
    await db().developer.delete({ where: { id: admin.id } });
    expect((await call(views.GET, "GET", { bearer: upload.developer.jwt })).json).toMatchObject([
      { viewer: null, count: 2 },
    ]);
  });
});

describe("erasing a range", () => {
  it("leaves no row and no object of its screenshots, with or without a sample, and keeps others", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verify();
    const { objectKey, createdAt } = await db().trackerEvidence.findUniqueOrThrow({
      where: { ref: upload.ref },
    });
    expect(await isStored(objectKey)).toBe(true);
    const erase = (from: number, to: number) =>
      call(events.DELETE, "DELETE", {
        bearer: upload.developer.jwt,
        query: {
          from: new Date(createdAt.getTime() + from).toISOString(),
          to: new Date(createdAt.getTime() + to).toISOString(),
        },
      });
    expect((await erase(-7_200_000, -3_600_000)).json).toMatchObject({ screenshots: 0 });
    expect((await upload.view(upload.developer.jwt)).status).toBe(200);
    expect((await erase(-3_600_000, 3_600_000)).json).toMatchObject({ screenshots: 1, is_done: true });
    expect((await upload.view(upload.developer.jwt)).status).toBe(404);
    const [job] = await db().$queryRaw<{ payload: { refs: string[] } }[]>`
      SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = ${eraseEvidenceObjects.name} AND payload->>'developer_id' = ${upload.developer.id}`;
    const payload = eraseEvidenceObjects.payload.parse(job?.payload);
    expect(payload.refs).toEqual([upload.ref]);
    const again = await eraseEvidenceObjects.handler(payload, { now: new Date() });
    expect(await isStored(objectKey)).toBe(false);
    // A check that had begun before the erasure puts its copy there now.
    await placeObject(objectKey, anImage());
    expect(
      await eraseEvidenceObjects.handler(payload, { now: again?.againAt ?? new Date() }),
    ).toBeUndefined();
    expect(await isStored(objectKey)).toBe(false);
  });
});

describe("POST /tracker/evidence/{evidence_ref}:verify", () => {
  it("checks an upload at once, so that its owner can see it", async () => {
    const upload = await anUpload(anImage());
    const answer = { evidence_ref: upload.ref };
    expect((await upload.ask(upload.developer.jwt)).json).toEqual({ ...answer, status: "pending" });
    await upload.put();
    expect((await upload.ask(upload.developer.jwt)).json).toEqual({ ...answer, status: "verified" });
    expect((await upload.view(upload.developer.jwt)).status).toBe(200);
    expect((await upload.ask(upload.developer.jwt)).json).toEqual({ ...answer, status: "verified" });
  });

  it("reports other bytes as a mismatch, also the second time", async () => {
    const image = anImage();
    const upload = await anUpload(image);
    await placeObject(upload.row.objectKey, image.subarray(1));
    for (let i = 0; i < 2; i++) {
      expect((await upload.ask(upload.developer.jwt)).json.status).toBe("mismatch");
    }
  });

  it("is a 404 for everybody else, even those who may view it, and for an unknown reference", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    const admin = await aMember(upload.workspace.id, "admin");
    for (const { jwt } of [admin, await aDeveloper()]) {
      const answer = await upload.ask(jwt);
      expect([answer.status, answer.json.detail]).toEqual([404, "Evidence not found"]);
    }
    const params = { evidence_ref: `ev_${"0".repeat(32)}` };
    expect((await call(VERIFY, "POST", { bearer: upload.developer.jwt, params })).status).toBe(404);
    expect((await call(VERIFY, "POST", { params })).status).toBe(401);
    expect(await upload.status()).toBe("pending");
  });

  it("is a 404 for a token of its owner that is limited to another workspace", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    const { developer, workspace } = upload;
    const tokenFor = async (workspace_id: string) => {
      const { json } = await call(MINT, "POST", {
        bearer: developer.jwt,
        body: { name: "limited", workspace_id },
      });
      return (json as { token: string }).token;
    };
    const elsewhere = await upload.ask(await tokenFor((await aWorkspace(developer)).id));
    expect([elsewhere.status, elsewhere.json.detail]).toEqual([404, "Evidence not found"]);
    expect(await upload.status()).toBe("pending");
    expect((await upload.ask(await tokenFor(workspace.id))).json.status).toBe("verified");
  });

  it("looks only so often a minute for what a device uploads", async () => {
    const upload = await anUpload(anImage());
    const limit = "evidence_checks_per_device";
    await checkLimits([{ limit, key: upload.deviceId, weight: LIMITS[limit].countMax }], new Date());
    expect((await upload.ask(upload.developer.jwt)).status).toBe(429);
    const other = await anUpload(anImage());
    expect((await other.ask(other.developer.jwt)).status).toBe(200);
  });
});

describe("a screenshot of private content", () => {
  const BANK = {
    active_app: { name: "Google Chrome", bundle_id: "com.google.Chrome", window_title: "My balance" },
    browser: { url: "https://online.deutsche-bank.de/balance", title: "My balance" },
  };
  const MUSIC = { active_app: { name: "Spotify", bundle_id: "com.spotify.client" } };

  it.each([
    ["private", BANK],
    ["personal", MUSIC],
  ])("is shown to nobody and deleted if its %s sample arrives after it", async (_, shown) => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verifyEarly();
    expect((await upload.view(upload.developer.jwt)).status).toBe(200);
    const admin = await aMember(upload.workspace.id, "admin");
    expect((await upload.view(admin.jwt)).status).toBe(200);
    expect((await upload.sendSample(shown)).accepted).toBe(1);
    for (const { jwt } of [upload.developer, admin]) expect((await upload.view(jwt)).status).toBe(404);
    await upload.enrich();
    await upload.eraseObjects();
    expect(await upload.isKept()).toBe(false);
  });

  it.each([
    ["private", BANK],
    ["personal", MUSIC],
  ])("is not kept if its %s sample arrived before the check", async (_, shown) => {
    const upload = await anUpload(anImage());
    await upload.sendSample(shown);
    await upload.put();
    expect(await upload.verifyEarly()).toEqual({ againAt: upload.row.verifyAt });
    expect((await upload.ask(upload.developer.jwt)).json.status).toBe("pending");
    expect(await isStored(upload.row.objectKey)).toBe(false);
    // Its URL still stands.
    await upload.put();
    await upload.verify();
    expect(await upload.isKept()).toBe(false);
  });

  it("gets no URL once its sample is known", async () => {
    const upload = await anUpload(anImage());
    await upload.sendSample(BANK);
    const { developer, deviceId, row } = upload;
    const body = { event_id: row.eventId, content_type: "image/png", byte_size: 9, sha256: "0".repeat(64) };
    const answer = await call(POST, "POST", { bearer: developer.jwt, query: { device_id: deviceId }, body });
    expect(answer.status).toBe(409);
    expect(await db().trackerEvidence.count({ where: { deviceId } })).toBe(1);
  });

  it("is not kept for a time in a pause, and gets no URL during one", async () => {
    const upload = await anUpload(anImage());
    const { developer, deviceId } = upload;
    await upload.put();
    await upload.verifyEarly();
    await call(PAUSE, "POST", { bearer: developer.jwt, params: { device_id: deviceId }, body: {} });
    const body = { event_id: "later", content_type: "image/png", byte_size: 9, sha256: "0".repeat(64) };
    const during = await call(POST, "POST", { bearer: developer.jwt, query: { device_id: deviceId }, body });
    expect([during.status, during.json.detail]).toEqual([
      409,
      "The device is paused or outside working hours: nothing is captured",
    ]);
    const sent = await upload.sendSample({ ts: new Date().toISOString() });
    expect(sent.rejected).toMatchObject([{ reason: "not_captured" }]);
    await upload.eraseObjects();
    expect(await upload.isKept()).toBe(false);
  });

  it("is not kept for a time outside of working hours, whenever its sample arrives", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verifyEarly();
    const now = new Date();
    const minuteOf = (date: Date) => `${date.toISOString().slice(11, 16)}`;
    const day = (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[(now.getUTCDay() + 3) % 7];
    const hours = [{ day, from: minuteOf(new Date(now.getTime() - 60_000)), to: minuteOf(now) }];
    const { jwt: bearer } = upload.developer;
    await call(HOURS, "PUT", { bearer, body: { time_zone: "UTC", hours } });
    const sent = await upload.sendSample({ ts: new Date().toISOString() });
    expect(sent.rejected).toMatchObject([{ reason: "not_captured" }]);
    await upload.eraseObjects();
    expect(await upload.isKept()).toBe(false);
  });

  it("is not kept if its time was erased before it and its sample arrived; one whose sample is resent is", async () => {
    const [erased, unnamed, work] = [
      await anUpload(anImage()),
      await anUpload(anImage()),
      await anUpload(anImage()),
    ];
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    for (const { developer, put, verifyEarly } of [erased, unnamed, work]) {
      await call(events.DELETE, "DELETE", { bearer: developer.jwt, query: { from: ago(90), to: ago(30) } });
      await put();
      await verifyEarly();
    }
    for (const upload of [erased, unnamed]) {
      const named = upload === unnamed ? { evidence_ref: null } : {};
      expect((await upload.sendSample({ ts: ago(60), ...named })).accepted).toBe(0);
      expect((await upload.view(upload.developer.jwt)).status).toBe(404);
      await upload.eraseObjects();
      expect(await upload.isKept()).toBe(false);
    }
    await work.sendSample();
    expect((await work.sendSample()).duplicates).toBe(1);
    expect((await work.view(work.developer.jwt)).status).toBe(200);
  });

  it("is seen by others also when its sample is deleted sooner than it", async () => {
    const upload = await anUpload(anImage());
    await upload.put();
    await upload.verify();
    await upload.sendSample();
    await db().trackerRetention.create({
      data: { workspaceId: upload.workspace.id, evidenceDays: 365, sampleDays: 31, bucketMonths: 13 },
    });
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    await db().trackerEvidence.update({
      where: { ref: upload.ref },
      data: { createdAt: at(40), verifyAt: at(40) },
    });
    await deleteOldTracking.handler({}, { now: new Date(Date.now() + 40 * 86_400_000) });
    expect(
      await db().$queryRaw`
      SELECT FROM tracker_event_sample WHERE developer_id = ${upload.developer.id}::uuid`,
    ).toEqual([]);
    const admin = await aMember(upload.workspace.id, "admin");
    expect((await upload.view(admin.jwt)).status).toBe(200);
    const listed = await call(LIST, "GET", {
      bearer: admin.jwt,
      params: { workspace_id: upload.workspace.id },
    });
    expect(listed.json).toMatchObject([{ evidence_ref: upload.ref, taken_at: null }]);
  });

  it("is kept if its sample is work, even if a copy of that is rejected during a pause", async () => {
    const upload = await anUpload(anImage());
    const { developer, deviceId } = upload;
    await upload.sendSample();
    await upload.put();
    await upload.verifyEarly();
    await call(PAUSE, "POST", { bearer: developer.jwt, params: { device_id: deviceId }, body: {} });
    expect((await upload.sendSample({ ts: new Date().toISOString() })).duplicates).toBe(1);
    await upload.enrich();
    await upload.verify();
    expect((await upload.view(developer.jwt)).status).toBe(200);
  });

  it("is kept for a day at most if its sample never arrives", async () => {
    const [lone, work] = [await anUpload(anImage()), await anUpload(anImage())];
    for (const upload of [lone, work]) await upload.put();
    await work.sendSample();
    for (const upload of [lone, work]) await upload.verify();
    const hoursLater = (hours: number) => new Date(lone.row.verifyAt.getTime() + hours * 3_600_000);
    await deleteOldTracking.handler({}, { now: hoursLater(23) });
    expect(await lone.isKept()).toBe(true);
    await deleteOldTracking.handler({}, { now: hoursLater(25) });
    await lone.eraseObjects();
    expect([await lone.isKept(), await work.isKept()]).toEqual([false, true]);
  });

  it("is deleted when its owner hides the app that it shows, even later", async () => {
    const upload = await anUpload(anImage());
    await upload.sendSample({
      active_app: { name: "Signal", bundle_id: "org.whispersystems.signal-desktop" },
    });
    await upload.put();
    await upload.verifyEarly();
    const { jwt: bearer } = upload.developer;
    expect((await upload.view(bearer)).status).toBe(200);
    await call(OWN_RULES, "PUT", { bearer, body: { rules: [{ kind: "app", value: "Signal" }] } });
    await redactStoredJob.handler({}, { now: new Date() });
    expect((await upload.view(bearer)).status).toBe(404);
    await upload.enrich();
    await upload.eraseObjects();
    expect(await upload.isKept()).toBe(false);
  });
});
