import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as mint } from "@/app/api/v1/developers/me/api-tokens/route";
import { GET as appAccess } from "@/app/api/v1/workspaces/[workspace_id]/apps/[app]/access/route";
import * as crmTasks from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route";
import { GET as getMe } from "@/app/api/v1/workspaces/[workspace_id]/me/route";
import { GET as dependents } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/dependents/route";
import { GET as explain } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/permissions/route";
import {
  DELETE,
  GET as getOne,
  PATCH,
} from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/members/route";
import { GET as getWorkspace } from "@/app/api/v1/workspaces/[workspace_id]/route";
import { APPS } from "@/lib/access/catalog";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember, aMemberWith, aProject, aWorkspace } from "@/tests/support/factories";

async function aTeam() {
  const owner = await aDeveloper({ name: "Olive" });
  const workspace = await aWorkspace(owner);
  const params = { workspace_id: workspace.id };
  const admin = await aMember(workspace.id, "admin");
  const role = async (slug: string) =>
    (
      await db().customRole.findUniqueOrThrow({
        where: { workspaceId_slug: { workspaceId: workspace.id, slug } },
      })
    ).id;
  const patch = (bearer: string, developer_id: string, body: object) =>
    call(PATCH, "PATCH", { bearer, params: { ...params, developer_id }, body });
  const remove = (bearer: string, developer_id: string) =>
    call(DELETE, "DELETE", { bearer, params: { ...params, developer_id } });
  return { owner, admin, workspace, params, role, patch, remove };
}

describe("GET /workspaces/{workspace_id}/members", () => {
  it("lists longest first with role and person, and filters by text, status and role", async () => {
    const { owner, admin, params, role, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "viewer", await aDeveloper({ name: "Grace 100%" }));
    await patch(owner.jwt, grace.id, { status: "suspended" });
    const ids = async (query: Record<string, string>) => {
      const { json } = await call(GET, "GET", { bearer: owner.jwt, params, query });
      return json.map((member: { developer_id: string }) => member.developer_id);
    };
    expect(await ids({})).toEqual([owner.id, admin.id, grace.id]);
    expect(await ids({ search: "GRACE 100%" })).toEqual([grace.id]);
    expect(await ids({ search: "%" })).toEqual([grace.id]);
    expect(await ids({ status: "suspended" })).toEqual([grace.id]);
    expect(await ids({ custom_role_id: await role("admin") })).toEqual([admin.id]);
    const legacy = await aDeveloper();
    await db().workspaceMember.create({
      data: { workspaceId: params.workspace_id, developerId: legacy.id, role: "owner" },
    });
    expect(await ids({ is_owner: "true" })).toEqual([owner.id, legacy.id]);
    expect((await call(GET, "GET", { bearer: owner.jwt, params, query: { status: "gone" } })).status).toBe(
      400,
    );
  });
});

describe("GET …/members/{developer_id}", () => {
  it("shows one member as the list does", async () => {
    const { owner, admin, params } = await aTeam();
    const { json } = await call(getOne, "GET", {
      bearer: owner.jwt,
      params: { ...params, developer_id: admin.id },
    });
    const listed = await call(GET, "GET", { bearer: owner.jwt, params });
    expect(listed.json).toContainEqual(json);
    expect(json).toMatchObject({ developer_id: admin.id, role_name: "Admin", is_owner: false });
  });
});

describe("GET /workspaces/{workspace_id}/me", () => {
  it("shows a member their role, permissions and apps", async () => {
    const { owner, params, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "sales");
    await patch(owner.jwt, grace.id, {
      app_permissions: { crm: false },
      permission_overrides: { can_view_audit: true },
    });
    const { json } = await call(getMe, "GET", { bearer: grace.jwt, params });
    expect(json.role).toMatchObject({ slug: "sales", name: "Sales", priority: 60 });
    expect(json.permissions).toContain("can_view_audit");
    expect(json.permissions).not.toContain("can_view_crm");
    expect(Object.keys(json.apps).sort()).toEqual(APPS.map((app) => app.slug).sort());
    expect(json.apps).toMatchObject({ crm: false, forms: true });
    const at = (app: string) => ({ bearer: grace.jwt, params: { ...params, app } });
    expect((await call(appAccess, "GET", at("crm"))).json).toEqual({ allowed: false });
    expect((await call(appAccess, "GET", at("hiring"))).json).toEqual({ allowed: true });
    expect((await call(appAccess, "GET", at("made-up"))).status).toBe(404);
  });
});

describe("GET …/members/{developer_id}/permissions", () => {
  it("explains each permission of the catalog", async () => {
    const { owner, params, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "sales");
    await patch(owner.jwt, grace.id, {
      app_permissions: { crm: false },
      permission_overrides: { can_view_audit: true, can_view_teams: false },
    });
    const at = { ...params, developer_id: grace.id };
    const { json } = await call(explain, "GET", { bearer: owner.jwt, params: at });
    const reasons = Object.fromEntries(
      json.map((each: { slug: string; reason: string }) => [each.slug, each.reason]),
    );
    expect(reasons).toMatchObject({
      can_view_members: "role",
      can_view_audit: "override",
      can_view_teams: "override_removed",
      can_view_crm: "app_closed",
      can_manage_roles: "not_granted",
    });
  });
});

describe("PATCH …/members/{developer_id}", () => {
  it("changes role, overrides, apps and status, with before and after in the audit log", async () => {
    const { admin, params, role, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "viewer");
    const body = { custom_role_id: await role("developer"), permission_overrides: { can_view_audit: true } };
    const answer = await patch(admin.jwt, grace.id, body);
    expect(answer.json).toMatchObject({ role: "developer", role_name: "Developer", ...body });
    const audit = await db().auditEvent.findFirstOrThrow({
      where: { action: "member.updated", targetId: grace.id },
    });
    expect(audit).toMatchObject({
      actorId: admin.id,
      before: { role_name: "Viewer" },
      after: { role_name: "Developer", permission_overrides: { can_view_audit: true } },
    });
  });

  it("suspends a member: nothing is accessible from the next request on", async () => {
    const { admin, params, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "viewer");
    await patch(admin.jwt, grace.id, { status: "suspended" });
    expect((await call(getWorkspace, "GET", { bearer: grace.jwt, params })).status).toBe(403);
  });

  it("never grants what the actor lacks, by role, override, app or reactivating someone", async () => {
    const { owner, admin, params, role, patch } = await aTeam();
    const denied = async (developerId: string, body: object) => {
      const answer = await patch(admin.jwt, developerId, body);
      expect([answer.status, body]).toEqual([403, body]);
    };
    const grace = await aMember(params.workspace_id, "viewer");
    await denied(grace.id, { custom_role_id: await role("admin") });
    await denied(grace.id, { custom_role_id: await role("owner") });
    await patch(owner.jwt, admin.id, { permission_overrides: { can_view_billing: false } });
    await denied(grace.id, { permission_overrides: { can_view_billing: true } });
    await patch(owner.jwt, grace.id, {
      permission_overrides: { can_view_billing: true },
      status: "suspended",
    });
    await denied(grace.id, { status: "active" });
    await patch(owner.jwt, admin.id, { app_permissions: { crm: false } });
    const linus = await aMember(params.workspace_id, "viewer");
    await denied(linus.id, { permission_overrides: { can_view_crm: true } });
    await denied(linus.id, { custom_role_id: await role("sales") });
    await patch(owner.jwt, linus.id, {
      custom_role_id: await role("sales"),
      app_permissions: { crm: false },
    });
    await denied(linus.id, { app_permissions: { crm: true } });
  });

  it("removes no denial of what the actor lacks while seeming to change nothing", async () => {
    const { owner, admin, params, role, patch } = await aTeam();
    const grace = await aMember(params.workspace_id, "sales");
    await patch(owner.jwt, admin.id, { permission_overrides: { can_view_crm: false } });
    await patch(owner.jwt, grace.id, { permission_overrides: { can_view_crm: false }, status: "suspended" });
    expect((await patch(admin.jwt, grace.id, { permission_overrides: {} })).status).toBe(403);
    // The role that they have anyway is no grant.
    const same = { custom_role_id: await role("sales"), app_permissions: { crm: false } };
    expect((await patch(admin.jwt, grace.id, same)).status).toBe(200);
  });

  it("is refused for oneself and for members at or above one's own role", async () => {
    const { owner, admin, params, patch } = await aTeam();
    const other = await aMember(params.workspace_id, "admin");
    for (const id of [admin.id, other.id, owner.id]) {
      expect((await patch(admin.jwt, id, { app_permissions: { crm: false } })).status).toBe(403);
    }
  });

  it("keeps the last owner an owner, even when two demote each other at once", async () => {
    const { owner, workspace, role, patch } = await aTeam();
    const body = { custom_role_id: await role("admin") };
    const last = await patch(owner.jwt, owner.id, body);
    expect([last.status, last.json.detail]).toEqual([409, "A workspace keeps at least one owner"]);
    expect((await patch(owner.jwt, owner.id, { status: "suspended" })).status).toBe(409);
    const second = await aMember(workspace.id, "owner");
    const answers = await Promise.all([patch(owner.jwt, second.id, body), patch(second.jwt, owner.id, body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
  });

  it("refuses another workspace's role and unknown slugs with a 422, and a stranger with a 404", async () => {
    const [ours, theirs] = [await aTeam(), await aTeam()];
    const grace = await aMember(ours.workspace.id, "viewer");
    for (const [body, path] of [
      [{ custom_role_id: await theirs.role("viewer") }, "custom_role_id"],
      [{ permission_overrides: { can_fly: true } }, "permission_overrides"],
      [{ permission_overrides: { can_view_audit: "yes" } }, "permission_overrides.can_view_audit"],
      [{ app_permissions: { made_up: true } }, "app_permissions"],
      [{ status: "gone" }, "status"],
    ] as const) {
      const answer = await ours.patch(ours.owner.jwt, grace.id, body);
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
    }
    expect((await ours.patch(ours.owner.jwt, theirs.owner.id, { status: "suspended" })).status).toBe(404);
  });
});

describe("DELETE …/members/{developer_id}", () => {
  it("ends what depended on the membership, as announced beforehand", async () => {
    const { owner, admin, params, remove } = await aTeam();
    const grace = await aMember(params.workspace_id, "developer");
    const project = await aProject(owner, params.workspace_id);
    await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
    await db().task.create({
      data: {
        workspaceId: params.workspace_id,
        projectId: project.id,
        number: 1,
        title: "x",
        position: "a0",
        assigneeId: grace.id,
      },
    });
    await db().workspaceRepository.create({
      data: {
        workspaceId: params.workspace_id,
        externalId: "1",
        fullName: "acme/web",
        defaultBranch: "main",
        isPrivate: false,
        adoptedByDeveloperId: grace.id,
      },
    });
    const record_id = await crmOf(owner.jwt, params.workspace_id).make("company", { name: "Acme" });
    const about = { record_id, title: "Call", assignee_id: grace.id };
    await call(crmTasks.POST, "POST", { bearer: owner.jwt, params, body: about });
    const elsewhere = await aWorkspace(grace);
    for (const workspace_id of [null, params.workspace_id, elsewhere.id]) {
      await call(mint, "POST", { bearer: grace.jwt, body: { name: "t", workspace_id } });
    }
    const at = { ...params, developer_id: grace.id };
    const announced = await call(dependents, "GET", { bearer: admin.jwt, params: at });
    expect(announced.json).toMatchObject({
      // Those of all workspaces and of this one, not of another.
      api_tokens: 2,
      projects: 1,
      // One of a project and one about a record.
      tasks: 2,
      devices: 0,
      repositories: [{ full_name: "acme/web" }],
    });
    expect((await remove(admin.jwt, grace.id)).status).toBe(204);
    expect((await call(getWorkspace, "GET", { bearer: grace.jwt, params })).status).toBe(403);
    expect(await db().projectMember.count({ where: { developerId: grace.id } })).toBe(0);
    expect((await db().task.findFirstOrThrow({ where: { projectId: project.id } })).assigneeId).toBeNull();
    expect((await db().crmTask.findFirstOrThrow({ where: { recordId: record_id } })).assigneeId).toBeNull();
    expect(await db().workspaceRepository.count({ where: { adoptedByDeveloperId: grace.id } })).toBe(1);
    expect((await remove(admin.jwt, grace.id)).status).toBe(404);
  });

  it("lists beforehand what works in their name, and names it to those who may see it: repositories, webhooks, automations, sequences with requests, share links", async () => {
    const { admin, workspace, params } = await aTeam();
    const grace = await aMember(workspace.id, "admin");
    const { workspace_id: workspaceId } = params;
    const other = { createdById: grace.id, ownerId: admin.id };
    const theirs = { createdById: grace.id };
    const { id: objectId } = await db().crmObject.create({
      data: { workspaceId, slug: "thing", singularName: "Thing", pluralName: "Things" },
    });
    const request = { type: "http_request", id: "1", url: "https://example.com" };
    for (const [name, owners] of [
      ["Mine", theirs],
      ["Other's", other],
    ] as const) {
      const common = { name, workspaceId, ...owners };
      await db().webhook.create({
        data: {
          ...common,
          url: "https://example.com/x",
          events: ["*"],
          secretEncrypted: "",
          createdAt: new Date(),
          updatedAt: new Date(),
        },
      });
      await db().automation.create({
        data: { ...common, triggerType: "record.created", triggerAttributes: [], actions: [] },
      });
      await db().sequence.create({
        data: { ...common, objectId, steps: [{ type: "task", title: "x" }, request] },
      });
      await db().sequence.create({
        data: { ...common, objectId, steps: [{ type: "task", title: "http_request" }] },
      });
      const table = await db().dataTable.create({ data: { name: "Stock", workspaceId, columns: [] } });
      for (const gone of [{}, { revokedAt: new Date() }, { expiresAt: new Date(0) }]) {
        const link = { tableId: table.id, tokenHash: randomUUID(), permission: "view", ...owners, ...gone };
        await db().shareLink.create({ data: { ...link, name: `${name} link` } });
      }
    }
    await db().workspaceRepository.create({
      data: {
        workspaceId,
        externalId: "1",
        fullName: "acme/web",
        defaultBranch: "main",
        isPrivate: true,
        adoptedByDeveloperId: grace.id,
      },
    });
    const announcedTo = async ({ jwt: bearer }: { jwt: string }) =>
      (await call(dependents, "GET", { bearer, params: { ...params, developer_id: grace.id } })).json;
    expect(await announcedTo(admin)).toMatchObject({
      repositories: [{ full_name: "acme/web" }],
      webhooks: [{ name: "Mine", url: "https://example.com/x" }],
      automations: [{ name: "Mine" }],
      sequences: [{ name: "Mine" }],
      share_links: [{ name: "Mine link", table_name: "Stock" }],
    });
    const unseen = {
      repositories: [{ id: expect.any(String), full_name: "" }],
      webhooks: [{ id: expect.any(String), name: "", url: "" }],
      automations: [{ id: expect.any(String), name: "" }],
      sequences: [{ id: expect.any(String), name: "" }],
      share_links: [{ id: expect.any(String), name: "", table_name: "" }],
    };
    const manager = await aMemberWith(workspaceId, ["can_manage_members"]);
    expect(await announcedTo(manager)).toMatchObject(unseen);
    for (const [permission, areas] of [
      ["can_view_repositories", ["repositories"]],
      ["can_view_webhooks", ["webhooks"]],
      ["can_view_crm", ["automations", "sequences"]],
      ["can_view_tables", ["share_links"]],
    ] as const) {
      const told = await announcedTo(await aMemberWith(workspaceId, ["can_manage_members", permission]));
      const hidden = Object.keys(unseen).filter((area) => !JSON.stringify(told[area]).match(/Mine|acme/));
      expect([permission, Object.keys(unseen).filter((area) => !hidden.includes(area))]).toEqual([
        permission,
        areas,
      ]);
    }
  });

  it("tells limited tokens nothing of that", async () => {
    const { workspace, params } = await aTeam();
    const grace = await aMember(workspace.id, "admin");
    const body = { name: "narrow", permissions: ["can_view_members"] };
    const { json } = await call(mint, "POST", { bearer: grace.jwt, body });
    const at = { ...params, developer_id: grace.id };
    expect((await call(dependents, "GET", { bearer: json.token, params: at })).status).toBe(403);
  });

  it("lets everyone leave, but not the last owner", async () => {
    const { owner, params, remove } = await aTeam();
    const viewer = await aMember(params.workspace_id, "viewer");
    expect((await remove(viewer.jwt, viewer.id)).status).toBe(204);
    expect((await remove(owner.jwt, owner.id)).status).toBe(409);
    expect(await db().auditEvent.count({ where: { action: "member.left", targetId: viewer.id } })).toBe(1);
  });

  it("takes out, and demotes, an owner whose account is closed, beside the only one whose is not", async () => {
    const { owner, workspace, role, patch, remove } = await aTeam();
    const [gone, left] = [await aMember(workspace.id, "owner"), await aMember(workspace.id, "owner")];
    const ids = { in: [gone.id, left.id] };
    await db().developer.updateMany({ where: { id: ids }, data: { isActive: false } });
    expect((await patch(owner.jwt, gone.id, { custom_role_id: await role("viewer") })).status).toBe(200);
    expect((await remove(owner.jwt, left.id)).status).toBe(204);
    expect((await remove(owner.jwt, owner.id)).status).toBe(409);
  });

  it("needs can_manage_members for others, and a role above theirs", async () => {
    const { owner, admin, params, remove } = await aTeam();
    const viewer = await aMember(params.workspace_id, "viewer");
    expect((await remove(viewer.jwt, admin.id)).status).toBe(403);
    expect((await remove(admin.jwt, owner.id)).status).toBe(403);
  });

  it("lets one of two administrators stay who remove each other at once", async () => {
    const { owner, workspace, remove } = await aTeam();
    const second = await aMember(workspace.id, "owner");
    const answers = await Promise.all([remove(owner.jwt, second.id), remove(second.jwt, owner.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 403]);
  });
});
