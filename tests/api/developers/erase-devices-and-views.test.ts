import { expect, it } from "vitest";
import { DELETE } from "@/app/api/v1/developers/me/route";
import { PATCH as renameDevice } from "@/app/api/v1/tracker/devices/[device_id]/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as createView } from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/route";
import { PATCH as configure } from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/[device_id]/route";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

type Person = Awaited<ReturnType<typeof aDeveloper>>;

async function erase({ id, jwt }: Person): Promise<void> {
  expect((await call(DELETE, "DELETE", { bearer: jwt, query: { erase: "true" } })).status).toBe(204);
  while (await eraseDeveloperJob.handler({ developer_id: id }, { now: new Date() }));
}

/** How many audit entries a word stands in. */
const entriesWith = async (word: string): Promise<number> =>
  (await db().auditEvent.findMany()).filter((row) => JSON.stringify(row).includes(word)).length;

it("Erasing somebody leaves what was set for their devices in the audit, without the devices' names", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const project = await aProject(owner, workspace.id);
  const gone = await aMember(workspace.id, "developer");
  await db().projectMember.create({ data: { projectId: project.id, developerId: gone.id } });
  const device_id = crypto.randomUUID();
  const name = `MacBook of ${device_id}`;
  const body = { device_id, project_id: project.id, name, platform: "macos" };
  expect((await call(enroll, "POST", { bearer: gone.jwt, body })).status).toBe(201);
  const params = { workspace_id: workspace.id, device_id };
  for (const sample_interval_s of [30, 45]) {
    const given = { bearer: owner.jwt, params, body: { config: { sample_interval_s } } };
    expect((await call(configure, "PATCH", given)).status).toBe(200);
  }
  const other = { bearer: gone.jwt, params: { device_id }, body: { name: "another" } };
  expect((await call(renameDevice, "PATCH", other)).status).toBe(200);
  expect(await entriesWith(name)).toBe(2);
  await erase(gone);
  expect(await entriesWith(name)).toBe(0);
  const kept = await db().auditEvent.findMany({
    where: { targetId: device_id },
    orderBy: { createdAt: "asc" },
  });
  expect(kept.map(({ actorId, after }) => [actorId, after])).toEqual([
    [owner.id, { paused: false, sample_interval_s: 30 }],
    [owner.id, { paused: false, sample_interval_s: 45 }],
  ]);
});

it("Erasing somebody deletes the views that they alone could see, and keeps those they shared", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const gone = await aMember(workspace.id, "admin");
  const params = { workspace_id: workspace.id, object_slug: "person" };
  for (const is_shared of [false, true]) {
    const body = { name: is_shared ? "Ours" : "Mine", is_shared };
    const answer = await call(createView, "POST", { bearer: gone.jwt, params, body });
    expect(answer.status).toBe(201);
  }
  await erase(gone);
  const left = await db().crmView.findMany({ where: { workspaceId: workspace.id } });
  expect(left.map(({ name, ownerId }) => [name, ownerId])).toEqual([["Ours", null]]);
});
