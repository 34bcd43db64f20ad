import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { GET } from "@/app/api/v1/tracker/evidence/[evidence_ref]/route";
import { POST } from "@/app/api/v1/tracker/evidence/presign/route";
import { db } from "@/lib/platform/database";
import { sweepEvidence } from "@/lib/tracker/evidence/jobs";
import { call } from "@/tests/support/call";
import { aTrackedDevice } from "@/tests/support/factories";

const BODY = { event_id: "e1", content_type: "image/png", byte_size: 10, sha256: "a".repeat(64) };

it("presign answers 503 without storage, before it looks at the device or its policy", async () => {
  const { developer, deviceId } = await aTrackedDevice();
  for (const device_id of [deviceId, randomUUID()]) {
    const answer = await call(POST, "POST", { bearer: developer.jwt, query: { device_id }, body: BODY });
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({ detail: "Evidence storage is not configured" });
  }
  expect(await db().trackerEvidence.count({ where: { deviceId } })).toBe(0);
});

it("presign without storage still answers 401, 400 and 422 first", async () => {
  const { developer, deviceId } = await aTrackedDevice();
  const query = { device_id: deviceId };
  expect((await call(POST, "POST", { query, body: BODY })).status).toBe(401);
  expect((await call(POST, "POST", { bearer: developer.jwt, body: BODY })).status).toBe(400);
  expect((await call(POST, "POST", { bearer: developer.jwt, query, body: {} })).status).toBe(422);
});

it("earlier evidence answers 503 to its owner, and stays pending if it was not checked", async () => {
  const { developer, project, deviceId } = await aTrackedDevice();
  const [verified, pending] = await Promise.all(
    ["verified", "pending"].map((status) =>
      db().trackerEvidence.create({
        data: {
          ref: `ev_${randomUUID().replaceAll("-", "")}`,
          deviceId,
          developerId: developer.id,
          projectId: project.id,
          eventId: "e1",
          objectKey: "evidence/x",
          contentType: "image/png",
          byteSize: 10,
          sha256: "a".repeat(64),
          status,
          verifyAt: new Date(0),
          createdAt: new Date(0),
        },
      }),
    ),
  );
  const params = { evidence_ref: verified?.ref ?? "" };
  expect((await call(GET, "GET", { bearer: developer.jwt, params })).status).toBe(503);
  await sweepEvidence.handler({}, { now: new Date() });
  const row = await db().trackerEvidence.findUniqueOrThrow({ where: { id: pending?.id ?? "" } });
  expect(row.status).toBe("pending");
});
