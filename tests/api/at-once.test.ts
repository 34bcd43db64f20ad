import { expect, it } from "vitest";
import * as token from "@/app/api/v1/developers/me/api-tokens/[token_id]/route";
import { POST as createToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import * as object from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route";
import { POST as createObject } from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/route";
import { DELETE as removeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { POST as addMember } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/members/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { PUT as track } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tracker/route";
import { POST as createProject } from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

type Answer = Awaited<ReturnType<typeof call>>;

/** Every request `times` over, all at the same moment. */
async function atOnce(times: number, ...requests: (() => Promise<Answer>)[]): Promise<number[]> {
  const all = Array.from({ length: times }, () => requests).flat();
  return (await Promise.all(all.map((request) => request()))).map(({ status }) => status);
}

const among = (statuses: number[], ...expected: number[]) =>
  expect(statuses.filter((status) => !expected.includes(status))).toEqual([]);

it("a token that is renamed and deleted at once is deleted once, and is not found after that", async () => {
  const { jwt: bearer } = await aDeveloper();
  for (let round = 0; round < 3; round++) {
    const { json } = await call(createToken, "POST", { bearer, body: { name: "CI" } });
    const at = { bearer, params: { token_id: json.id } };
    const statuses = await atOnce(
      5,
      () => call(token.PATCH, "PATCH", { ...at, body: { name: "Deploy" } }),
      () => call(token.DELETE, "DELETE", at),
    );
    among(statuses, 200, 204, 404);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  }
});

it("an object that is renamed and deleted at once is deleted once, and is not found after that", async () => {
  const ada = await aDeveloper();
  const workspace_id = (await aWorkspace(ada)).id;
  for (let round = 0; round < 3; round++) {
    const body = { singular_name: "Car", plural_name: "Cars", slug: `car${round}` };
    await call(createObject, "POST", { bearer: ada.jwt, params: { workspace_id }, body });
    const at = { bearer: ada.jwt, params: { workspace_id, object_slug: body.slug } };
    const statuses = await atOnce(
      5,
      () => call(object.PATCH, "PATCH", { ...at, body: { singular_name: "Van" } }),
      () => call(object.DELETE, "DELETE", at),
    );
    among(statuses, 200, 204, 404);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  }
});

it("a project is archived, restored and configured while people and devices join it", async () => {
  const ada = await aDeveloper();
  const workspace_id = (await aWorkspace(ada)).id;
  const bob = await aMember(workspace_id, "member");
  const { id: project_id } = await aProject(ada, workspace_id);
  const at = { bearer: ada.jwt, params: { workspace_id, project_id } };
  const edit = (body: object) => () => call(project.PATCH, "PATCH", { ...at, body });
  for (let round = 0; round < 3; round++) {
    const statuses = await atOnce(
      4,
      edit({ settings: { tracker_enabled: round % 2 === 0 } }),
      edit({ is_active: true }),
      () => call(project.DELETE, "DELETE", at),
      () => call(track, "PUT", { ...at, body: { enabled: round % 2 === 1 } }),
      () => call(addMember, "POST", { ...at, body: { developer_id: bob.id } }),
      () => call(enroll, "POST", { bearer: ada.jwt, body: { device_id: crypto.randomUUID(), project_id } }),
    );
    among(statuses, 200, 201, 204, 403, 409);
  }
  expect(await db().projectMember.count({ where: { projectId: project_id, developerId: bob.id } })).toBe(1);
});

it("somebody who is removed while they create projects leads none of the workspace's", async () => {
  const ada = await aDeveloper();
  const workspace_id = (await aWorkspace(ada)).id;
  for (let round = 0; round < 3; round++) {
    const bob = await aMember(workspace_id, "manager");
    const at = { bearer: bob.jwt, params: { workspace_id } };
    const removed = { bearer: ada.jwt, params: { workspace_id, developer_id: bob.id } };
    const [gone, ...statuses] = await Promise.all([
      call(removeMember, "DELETE", removed),
      ...Array.from({ length: 6 }, (_, n) =>
        call(createProject, "POST", { ...at, body: { name: `Plan ${n}` } }),
      ),
    ]);
    expect(gone.status).toBe(204);
    among(
      statuses.map(({ status }) => status),
      201,
      403,
    );
    expect(await db().projectMember.count({ where: { developerId: bob.id } })).toBe(0);
  }
});
