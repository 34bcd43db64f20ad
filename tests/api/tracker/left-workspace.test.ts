import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { DELETE as removeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aMember, aProject, aSample, aWorkspace } from "@/tests/support/factories";

it("nothing is added to a workspace by who was removed from it, through a device that they have moved since", async () => {
  const owner = await aDeveloper();
  const grace = await aDeveloper();
  const bearer = grace.jwt;
  const [left, next] = [await aWorkspace(owner), await aWorkspace(grace)];
  const [theirs, own] = [await aProject(owner, left.id), await aProject(grace, next.id)];
  await aMember(left.id, "developer", grace);
  await db().projectMember.create({ data: { projectId: theirs.id, developerId: grace.id } });
  const deviceId = randomUUID();
  const bind = async (project_id: string) => {
    const answer = await call(enroll, "POST", { bearer, body: { device_id: deviceId, project_id } });
    expect(answer.status).toBe(201);
  };
  const send = async (events: unknown[]) =>
    (await call(batch, "POST", { bearer, body: aBatch(deviceId, events) })).json;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await bind(theirs.id);
  const stored = aSample({ ts: at(-120_000) });
  expect(await send([stored])).toMatchObject({ accepted: 1 });
  const params = { workspace_id: left.id, developer_id: grace.id };
  expect((await call(removeMember, "DELETE", { bearer: owner.jwt, params })).status).toBe(204);
  await bind(own.id);
  const [late, new_] = [aSample({ ts: at(-60_000) }), aSample({ ts: at(1_000) })];
  expect(await send([stored, late, new_])).toMatchObject({
    accepted: 1,
    duplicates: 1,
    rejected: [{ event_id: late.event_id, reason: "not_captured" }],
  });
  const samples = await db().trackerSample.findMany({ where: { deviceId }, orderBy: { ts: "asc" } });
  expect(samples.map(({ projectId }) => projectId)).toEqual([theirs.id, own.id]);
  // Where she comes back, it counts again.
  await aMember(left.id, "developer", grace);
  expect(await send([aSample({ ts: at(-60_000) })])).toMatchObject({ accepted: 1 });
});
