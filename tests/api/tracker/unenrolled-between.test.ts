import { expect, it } from "vitest";
import { DELETE as unenrol } from "@/app/api/v1/tracker/devices/[device_id]/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { call } from "@/tests/support/call";
import { aBatch, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

it("what a device recorded after it was unenrolled goes to no project that it had left", async () => {
  const { developer, deviceId, project } = await aTrackedDevice();
  const bearer = developer.jwt;
  const next = await aProject(developer, (await aWorkspace(developer)).id);
  const params = { device_id: deviceId };
  expect((await call(unenrol, "DELETE", { bearer, params })).status).toBe(204);
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  await db().trackerDevice.update({ where: { id: deviceId }, data: { unenrolledAt: ago(3) } });
  const body = { device_id: deviceId, project_id: next.id };
  expect((await call(enroll, "POST", { bearer, body })).status).toBe(201);
  const events = [4, 2].map((hours) => aSample({ ts: ago(hours).toISOString() }));
  const answer = await call(batch, "POST", { bearer, body: aBatch(deviceId, events) });
  expect(answer.json).toMatchObject({ accepted: 2 });
  const samples = await db().trackerSample.findMany({ where: { deviceId }, orderBy: { ts: "asc" } });
  expect(samples.map(({ projectId }) => projectId)).toEqual([project.id, next.id]);
});
