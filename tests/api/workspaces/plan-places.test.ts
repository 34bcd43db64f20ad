import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { GET as billing } from "@/app/api/v1/workspaces/[workspace_id]/billing/route";
import { DELETE as removeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aMember, aTrackedDevice } from "@/tests/support/factories";

it("devices of people who were removed take no places of the plan, which nobody else could free", async () => {
  const { developer: owner, workspace, project } = await aTrackedDevice();
  const params = { workspace_id: workspace.id };
  const planId = `two-${workspace.id}`;
  await db().plan.create({ data: { id: planId, name: "Two", description: "", rank: 0, devicesMax: 2 } });
  await db().workspace.update({ where: { id: workspace.id }, data: { planId, planOrigin: "operator" } });
  const grace = await aMember(workspace.id, "developer");
  await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
  const enrol = (bearer: string, device_id: string = randomUUID()) =>
    call(enroll, "POST", { bearer, body: { device_id, project_id: project.id } });
  const used = async () => {
    const { json } = await call(billing, "GET", { bearer: owner.jwt, params });
    return json.usage.find(({ resource }: { resource: string }) => resource === "devices").used;
  };
  const hers = randomUUID();
  expect((await enrol(grace.jwt, hers)).status).toBe(201);
  expect((await enrol(owner.jwt)).status).toBe(402);
  const removed = { ...params, developer_id: grace.id };
  expect((await call(removeMember, "DELETE", { bearer: owner.jwt, params: removed })).status).toBe(204);
  expect(await used()).toBe(1);
  expect((await enrol(owner.jwt)).status).toBe(201);
  expect((await enrol(owner.jwt)).status).toBe(402);
  // Back again she finds her device as she left it.
  await aMember(workspace.id, "developer", grace);
  await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
  expect((await enrol(grace.jwt, hers)).status).toBe(201);
  expect(await used()).toBe(3);
});
