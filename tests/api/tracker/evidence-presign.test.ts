import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/api/v1/tracker/evidence/presign/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aTrackedDevice, TOLD_OF_SCREENSHOTS } from "@/tests/support/factories";
import { startObjectStorage } from "@/tests/support/object-storage";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
});
afterAll(() => storage.close());
afterEach(() => {
  vi.useRealTimers();
});

const IMAGE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(500)]);

function announcementOf(image: Buffer, given: Record<string, unknown> = {}) {
  return {
    event_id: randomUUID(),
    content_type: "image/png",
    byte_size: image.length,
    sha256: sha256Hex(image),
    ...given,
  };
}

/** A device whose screenshots are on. */
async function aCapturingDevice() {
  const tracked = await aTrackedDevice();
  await db().trackerDevice.update({
    where: { id: tracked.deviceId },
    data: { screenshots: TOLD_OF_SCREENSHOTS, config: { screenshot_policy: "active_window" } },
  });
  const presign = (body: unknown = announcementOf(IMAGE)) =>
    call(POST, "POST", { bearer: tracked.developer.jwt, query: { device_id: tracked.deviceId }, body });
  return { ...tracked, presign };
}

function put(url: string, body: Buffer, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "PUT",
    body: new Uint8Array(body),
    headers: { "content-type": "image/png", ...headers },
  });
}

/** The error code that the store refused with; undefined when it took the request. */
async function refusalOf(request: Promise<Response>): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await (await request).text())?.[1];
}

describe("the upload URL", () => {
  it("accepts the announced image with its content type and nothing else, for 300 s", async () => {
    const { presign } = await aCapturingDevice();
    const { status, json } = await presign();
    expect(status).toBe(200);
    expect(json).toEqual({
      evidence_ref: expect.stringMatching(/^ev_[0-9A-Za-z]{32}$/),
      upload_url: expect.any(String),
      upload_headers: { "content-type": "image/png" },
      expires_in_s: 300,
    });
    const query = new URL(json.upload_url).searchParams;
    expect(query.get("X-Amz-Expires")).toBe("300");
    expect(query.get("X-Amz-SignedHeaders")).toBe("content-length;content-type;host");
    expect((await put(json.upload_url, IMAGE)).status).toBe(200);
  });

  it.each([
    ["another length", () => IMAGE.subarray(1), {}, "SignatureDoesNotMatch"],
    ["another type", () => IMAGE, { "content-type": "text/html" }, "SignatureDoesNotMatch"],
    ["access rules of its own", () => IMAGE, { "x-amz-acl": "public-read" }, "AccessDenied"],
  ])("is refused by the store with %s", async (_, body, headers, code) => {
    const { presign } = await aCapturingDevice();
    const { json } = await presign();
    expect(await refusalOf(put(json.upload_url, body(), headers))).toBe(code);
  });

  it("is refused by the store once it has expired, for another key, and for reading", async () => {
    const { presign } = await aCapturingDevice();
    const [{ json }, { json: other }] = [await presign(), await presign()];
    const foreign = new URL(json.upload_url);
    foreign.pathname = new URL(other.upload_url).pathname;
    expect(await refusalOf(put(foreign.href, IMAGE))).toBe("SignatureDoesNotMatch");
    expect(await refusalOf(fetch(json.upload_url))).toBe("SignatureDoesNotMatch");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    expect(await refusalOf(put(json.upload_url, IMAGE))).toBe("AccessDenied");
  });
});

describe("POST /tracker/evidence:presign", () => {
  it("records the upload as pending, and queues its check for a minute later", async () => {
    const { presign, developer, project, deviceId } = await aCapturingDevice();
    const body = announcementOf(IMAGE, { sha256: sha256Hex(IMAGE).toUpperCase(), device_id: randomUUID() });
    const { json } = await presign(body);
    const row = await db().trackerEvidence.findUniqueOrThrow({ where: { ref: json.evidence_ref } });
    expect(row).toMatchObject({
      deviceId,
      developerId: developer.id,
      projectId: project.id,
      eventId: body.event_id,
      sha256: sha256Hex(IMAGE),
      status: "pending",
    });
    const [job] = await db().$queryRaw<{ run_at: Date }[]>`
      SELECT run_at FROM graphile_worker.jobs WHERE key = ${`tracker.verify-evidence:${row.id}`}`;
    const delayMs = (job?.run_at.getTime() ?? 0) - row.createdAt.getTime();
    expect(delayMs).toBeGreaterThan(30_000);
    expect(delayMs).toBeLessThan(240_000);
    expect(row.verifyAt.getTime()).toBeGreaterThan(row.createdAt.getTime() + 300_000);
  });

  it("gives each presign of the same event its own reference", async () => {
    const { presign } = await aCapturingDevice();
    const body = announcementOf(IMAGE);
    const [first, second] = [await presign(body), await presign(body)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.evidence_ref).not.toBe(first.json.evidence_ref);
  });

  it.each([
    [{ event_id: undefined }, "event_id"],
    [{ event_id: "" }, "event_id"],
    [{ event_id: "x".repeat(65) }, "event_id"],
    [{ event_id: 7 }, "event_id"],
    [{ event_id: "nul\u0000" }, "event_id"],
    [{ content_type: "image/svg+xml" }, "content_type"],
    [{ content_type: "image/PNG" }, "content_type"],
    [{ byte_size: 0 }, "byte_size"],
    [{ byte_size: 10 * 1024 * 1024 + 1 }, "byte_size"],
    [{ byte_size: 1.5 }, "byte_size"],
    [{ byte_size: "500" }, "byte_size"],
    [{ sha256: "ab" }, "sha256"],
    [{ sha256: "g".repeat(64) }, "sha256"],
    [{ sha256: `${"a".repeat(64)}\n` }, "sha256"],
  ])("refuses %j with a 422 that names the field", async (given, path) => {
    const { presign } = await aCapturingDevice();
    const answer = await presign(announcementOf(IMAGE, given));
    expect(answer.status).toBe(422);
    expect(answer.json.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it.each([
    ["image/webp", 1],
    ["image/jpeg", 10 * 1024 * 1024],
  ])("accepts %s of %i bytes", async (content_type, byte_size) => {
    const { presign } = await aCapturingDevice();
    expect((await presign(announcementOf(IMAGE, { content_type, byte_size }))).status).toBe(200);
  });

  it("answers 409 while the device's policy is off, by its own setting or its project's", async () => {
    const { presign, deviceId, project } = await aCapturingDevice();
    await db().project.update({
      where: { id: project.id },
      data: { trackerConfig: { screenshot_policy: "full_screen" } },
    });
    await db().trackerDevice.update({
      where: { id: deviceId },
      data: { config: { screenshot_policy: "off" } },
    });
    expect((await presign()).status).toBe(409);
    await db().trackerDevice.update({ where: { id: deviceId }, data: { config: {} } });
    expect((await presign()).status).toBe(200);
    await db().project.update({ where: { id: project.id }, data: { trackerConfig: {} } });
    expect((await presign()).status).toBe(409);
    expect(await db().trackerEvidence.count({ where: { deviceId } })).toBe(1);
  });

  it("says from when on screenshots are taken while its owner has just been told of them", async () => {
    const { presign, deviceId } = await aCapturingDevice();
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const screenshots = { ...TOLD_OF_SCREENSHOTS, before: "off", from };
    await db().trackerDevice.update({ where: { id: deviceId }, data: { screenshots } });
    const answer = await presign();
    expect([answer.status, answer.json.detail]).toEqual([
      409,
      `Screenshots of this device begin at ${from}, a day after its owner was told`,
    ]);
  });

  it("answers 404 for an unknown device and for someone else's", async () => {
    const { deviceId } = await aCapturingDevice();
    const grace = await aDeveloper();
    for (const device_id of [deviceId, randomUUID()]) {
      const answer = await call(POST, "POST", {
        bearer: grace.jwt,
        query: { device_id },
        body: announcementOf(IMAGE),
      });
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ detail: "Device not enrolled" });
    }
  });

  it("answers 403 once the developer has left the device's project", async () => {
    const { presign, project, developer } = await aCapturingDevice();
    await db().projectMember.deleteMany({ where: { projectId: project.id, developerId: developer.id } });
    expect((await presign()).status).toBe(403);
  });

  it("answers 401 without a token and 400 without a device id or with a malformed one", async () => {
    const { developer } = await aCapturingDevice();
    const body = announcementOf(IMAGE);
    expect((await call(POST, "POST", { query: { device_id: randomUUID() }, body })).status).toBe(401);
    expect((await call(POST, "POST", { bearer: developer.jwt, body })).status).toBe(400);
    const query = { device_id: "x" };
    expect((await call(POST, "POST", { bearer: developer.jwt, query, body })).status).toBe(400);
  });

  it("allows 60 presigns per device in 60 s; the 61st is told how long to wait, and stores nothing", async () => {
    const { presign, deviceId } = await aCapturingDevice();
    const answers = await Promise.all(Array.from({ length: 61 }, () => presign()));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(await db().trackerEvidence.count({ where: { deviceId } })).toBe(60);
    const { presign: fromAnother } = await aCapturingDevice();
    expect((await fromAnother()).status).toBe(200);
  });
});
