import { describe, expect, it } from "vitest";
import * as projects from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import { DELETE, GET, PATCH } from "@/app/api/v1/workspaces/[workspace_id]/route";
import * as workspaces from "@/app/api/v1/workspaces/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

const DENIED = { detail: "Permission denied" };

function isActive(id: string) {
  return db()
    .workspace.findUniqueOrThrow({ where: { id } })
    .then((row) => row.isActive);
}

async function aDeletedWorkspace() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const project = await aProject(owner, workspace.id);
  const admin = await aMember(workspace.id, "admin");
  const params = { workspace_id: workspace.id };
  const answer = await call(DELETE, "DELETE", { bearer: owner.jwt, params });
  expect(answer.status).toBe(204);
  return { owner, admin, params, workspace, project };
}

describe("DELETE /workspaces/{workspace_id}", () => {
  it("closes the workspace to everyone, keeps its content, and is audited", async () => {
    const { owner, admin, params, workspace, project } = await aDeletedWorkspace();
    for (const bearer of [owner.jwt, admin.jwt]) {
      expect((await call(GET, "GET", { bearer, params })).status).toBe(403);
      expect((await call(projects.GET, "GET", { bearer, params })).status).toBe(403);
      expect((await call(workspaces.GET, "GET", { bearer })).json).toEqual([]);
    }
    expect(await db().project.count({ where: { id: project.id } })).toBe(1);
    const audit = await db().auditEvent.findFirstOrThrow({
      where: { workspaceId: workspace.id, action: "workspace.deleted" },
    });
    expect(audit).toMatchObject({
      actorId: owner.id,
      before: { is_active: true },
      after: { is_active: false },
    });
  });

  it("is for owners: administrators, other members and strangers change nothing", async () => {
    const owner = await aDeveloper();
    const { id } = await aWorkspace(owner);
    const tries = [
      [await aMember(id, "admin"), "Only an owner can delete a workspace"],
      [await aMember(id, "viewer"), DENIED.detail],
      [await aDeveloper(), DENIED.detail],
    ] as const;
    for (const [{ jwt: bearer }, detail] of tries) {
      const params = { workspace_id: id };
      const deleted = await call(DELETE, "DELETE", { bearer, params });
      expect([deleted.status, deleted.json.detail]).toEqual([403, detail]);
      const patched = await call(PATCH, "PATCH", { bearer, params, body: { is_active: false } });
      expect([patched.status, patched.json.detail]).toEqual([403, detail]);
    }
    expect(await isActive(id)).toBe(true);
  });
});

describe("PATCH /workspaces/{workspace_id} of a deactivated one", () => {
  it("restores it for an owner, with all its content", async () => {
    const { owner, params, workspace, project } = await aDeletedWorkspace();
    const body = { is_active: true, name: "Back again" };
    const answer = await call(PATCH, "PATCH", { bearer: owner.jwt, params, body });
    expect(answer).toMatchObject({ status: 200, json: { is_active: true, name: "Back again" } });
    const list = await call(projects.GET, "GET", { bearer: owner.jwt, params });
    expect(list.json.map(({ id }: { id: string }) => id)).toEqual([project.id]);
    const actions = await db().auditEvent.findMany({
      where: { workspaceId: workspace.id, action: { startsWith: "workspace." } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    expect(actions.map(({ action }) => action)).toEqual([
      "workspace.created",
      "workspace.deleted",
      "workspace.restored",
    ]);
  });

  it("refuses everyone else, and an owner who changes anything else", async () => {
    const { owner, admin, params, workspace } = await aDeletedWorkspace();
    const stranger = await aDeveloper();
    const suspended = await aMember(workspace.id, "owner");
    await db().workspaceMember.updateMany({
      where: { developerId: suspended.id },
      data: { status: "suspended" },
    });
    const tries = [
      [admin, { is_active: true }],
      [stranger, { is_active: true }],
      [suspended, { is_active: true }],
      [owner, { name: "Renamed" }],
      [owner, { is_active: false }],
      [owner, {}],
    ] as const;
    for (const [{ jwt: bearer }, body] of tries) {
      const answer = await call(PATCH, "PATCH", { bearer, params, body });
      expect([answer.status, answer.json]).toEqual([403, DENIED]);
    }
    expect(await isActive(workspace.id)).toBe(false);
  });

  it("is listed under is_active=false for its owners only", async () => {
    const { owner, admin, workspace } = await aDeletedWorkspace();
    await aWorkspace(owner);
    const query = { is_active: "false" };
    const list = await call(workspaces.GET, "GET", { bearer: owner.jwt, query });
    expect(list.json).toMatchObject([{ id: workspace.id, is_active: false }]);
    expect((await call(workspaces.GET, "GET", { bearer: admin.jwt, query })).json).toEqual([]);
  });
});

describe("GET /workspaces?slug=", () => {
  it("finds one's own workspace by its slug, but nobody else's", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const [mine] = [await aWorkspace(ada), await aWorkspace(ada)];
    const query = { slug: mine.slug };
    const found = await call(workspaces.GET, "GET", { bearer: ada.jwt, query });
    expect(found.json.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await call(workspaces.GET, "GET", { bearer: grace.jwt, query })).json).toEqual([]);
  });
});
