import { describe, expect, it } from "vitest";
import { POST as postInvite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { GET as getMe } from "@/app/api/v1/workspaces/[workspace_id]/me/route";
import { POST as duplicate } from "@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/duplicate/route";
import { DELETE, GET as getOne, PATCH } from "@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/route";
import { GET as getCatalog } from "@/app/api/v1/workspaces/[workspace_id]/roles/permissions/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import { CATALOG, TEMPLATES } from "@/lib/access/catalog";
import { db, pool } from "@/lib/platform/database";
import { migrationFiles } from "@/lib/platform/migrations";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith, aWorkspace } from "@/tests/support/factories";

async function aTeam() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const admin = await aMember(workspace.id, "admin");
  const params = { workspace_id: workspace.id };
  const create = (bearer: string, body: object) => call(POST, "POST", { bearer, params, body });
  const systemRole = (slug: string) =>
    db().customRole.findUniqueOrThrow({ where: { workspaceId_slug: { workspaceId: workspace.id, slug } } });
  return { owner, admin, workspace, params, create, systemRole };
}

describe("GET /workspaces/{workspace_id}/roles/permissions", () => {
  it("returns the whole catalog with templates and apps to every member", async () => {
    const { params, workspace } = await aTeam();
    const viewer = await aMember(workspace.id, "viewer");
    const { json } = await call(getCatalog, "GET", { bearer: viewer.jwt, params });
    expect(json.permissions).toHaveLength(CATALOG.length);
    expect(json.templates.map((template: { slug: string }) => template.slug)).toEqual(
      TEMPLATES.map((template) => template.slug),
    );
    expect(Object.keys(json.permissions[0])).toEqual(["slug", "category", "description", "templates"]);
  });
});

describe("POST /workspaces/{workspace_id}/roles", () => {
  it("copies the template's permissions if none are given", async () => {
    const { admin, create } = await aTeam();
    const answer = await create(admin.jwt, { name: "Reviewer", based_on_template: "viewer" });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      slug: "reviewer",
      based_on_template: "viewer",
      is_system: false,
      member_count: 0,
      permissions: TEMPLATES.find((template) => template.slug === "viewer")?.permissions,
    });
  });

  it("stores given permissions once each, and tells roles with the same name apart by slug", async () => {
    const { admin, create } = await aTeam();
    const body = { name: "Same", permissions: ["can_view_members", "can_view_members"], priority: 20 };
    const [one, two] = [await create(admin.jwt, body), await create(admin.jwt, body)];
    expect(one.json).toMatchObject({ permissions: ["can_view_members"], priority: 20, slug: "same" });
    expect(two.json.slug).toMatch(/^same-/);
  });

  it("stores markup in a name as plain text", async () => {
    const { admin, create } = await aTeam();
    const name = "<script>alert(1)</script>";
    expect((await create(admin.jwt, { name })).json.name).toBe(name);
  });

  it("refuses to grant what the actor lacks, or a priority at or above their own", async () => {
    const { owner, admin, create, workspace } = await aTeam();
    const clerk = await aMemberWith(workspace.id, ["can_manage_roles"]);
    const billing = await create(clerk.jwt, { name: "x", permissions: ["can_view_billing"] });
    expect([billing.status, billing.json.detail]).toEqual([
      403,
      "You can't grant can_view_billing, which you don't have",
    ]);
    for (const priority of [100, 101, 998]) {
      expect((await create(admin.jwt, { name: "x", priority })).status).toBe(403);
    }
    expect(
      (await create(owner.jwt, { name: "x", permissions: ["can_view_billing"], priority: 998 })).status,
    ).toBe(201);
  });

  it("makes no role below the lowest, whoever asks", async () => {
    const { create, workspace } = await aTeam();
    const clerk = await aMemberWith(workspace.id, ["can_manage_roles"]);
    await db().customRole.updateMany({
      where: { members: { some: { developerId: clerk.id } } },
      data: { priority: 0 },
    });
    const made = await create(clerk.jwt, { name: "x" });
    expect([made.status, made.json.detail]).toEqual([403, "A role's priority must be below your own"]);
  });

  it.each([
    [{ name: "x", permissions: ["can_fly"] }, "permissions.0"],
    [{ name: "x", permissions: "all" }, "permissions"],
    [{ name: "" }, "name"],
    [{ name: "x", based_on_template: "owner" }, "based_on_template"],
    [{ name: "x", based_on_template: "made-up" }, "based_on_template"],
    [{ name: "x", priority: 999 }, "priority"],
    [{ name: "x", priority: -1 }, "priority"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const { owner, create } = await aTeam();
    const answer = await create(owner.jwt, body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("ignores is_system, and needs can_manage_roles", async () => {
    const { owner, create, workspace } = await aTeam();
    expect((await create(owner.jwt, { name: "x", is_system: true })).json.is_system).toBe(false);
    const manager = await aMember(workspace.id, "manager");
    expect((await create(manager.jwt, { name: "x" })).status).toBe(403);
  });
});

describe("PATCH and DELETE of a role", () => {
  it("change what members may do from the next request on, and are audited", async () => {
    const { owner, admin, params, create } = await aTeam();
    const role = (await create(admin.jwt, { name: "Greeter", permissions: [] })).json;
    const member = await aMember(params.workspace_id, "member");
    await db().workspaceMember.updateMany({
      where: { developerId: member.id },
      data: { customRoleId: role.id },
    });
    const list = () => call(GET, "GET", { bearer: member.jwt, params });
    expect((await list()).status).toBe(403);
    const at = { ...params, role_id: role.id };
    const body = { permissions: ["can_view_roles"], description: "Opens doors" };
    expect((await call(PATCH, "PATCH", { bearer: admin.jwt, params: at, body })).status).toBe(200);
    expect((await list()).status).toBe(200);
    const audit = await db().auditEvent.findFirstOrThrow({
      where: { action: "role.updated", targetId: role.id },
    });
    expect(audit).toMatchObject({ before: { permissions: [] }, after: { permissions: ["can_view_roles"] } });
    const inUse = await call(DELETE, "DELETE", { bearer: owner.jwt, params: at });
    expect([inUse.status, inUse.json.detail]).toEqual([409, "This role is in use by 1 member"]);
    await db().workspaceMember.deleteMany({ where: { developerId: member.id } });
    expect((await call(DELETE, "DELETE", { bearer: owner.jwt, params: at })).status).toBe(204);
    expect((await call(getOne, "GET", { bearer: owner.jwt, params: at })).status).toBe(404);
  });

  it("say who has it and which open invites give it, and are refused for as long as one does", async () => {
    const { owner, params, create } = await aTeam();
    const role = (await create(owner.jwt, { name: "Greeter", permissions: [] })).json;
    expect(role).toMatchObject({ member_count: 0, invite_count: 0 });
    const at = { bearer: owner.jwt, params: { ...params, role_id: role.id } };
    const invite = (email: string) =>
      call(postInvite, "POST", { bearer: owner.jwt, params, body: { email, custom_role_id: role.id } });
    const [one] = [await invite("one@example.com"), await invite("two@example.com")];
    expect((await call(getOne, "GET", at)).json.invite_count).toBe(2);
    const { json } = await call(GET, "GET", { bearer: owner.jwt, params });
    const counts = new Map(
      json.map((each: { id: string; invite_count: number }) => [each.id, each.invite_count]),
    );
    expect([...counts.values()].filter((count) => count !== 0)).toEqual([2]);
    expect(counts.get(role.id)).toBe(2);
    const refused = await call(DELETE, "DELETE", at);
    expect([refused.status, refused.json.detail]).toEqual([409, "This role is in use by 2 open invites"]);
    await db().workspaceInvite.update({ where: { id: one.json.id }, data: { expiresAt: new Date() } });
    const { id: developerId } = await aMember(params.workspace_id, "member");
    await db().workspaceMember.updateMany({ where: { developerId }, data: { customRoleId: role.id } });
    const inUse = await call(DELETE, "DELETE", at);
    expect(inUse.json.detail).toBe("This role is in use by 1 member and 1 open invite");
    await db().workspaceMember.deleteMany({ where: { developerId } });
    await db().workspaceInvite.updateMany({
      where: { customRoleId: role.id },
      data: { expiresAt: new Date() },
    });
    expect((await call(getOne, "GET", at)).json.invite_count).toBe(0);
    expect((await call(DELETE, "DELETE", at)).status).toBe(204);
    expect(await db().workspaceInvite.count({ where: { customRoleId: role.id } })).toBe(0);
  });

  it("can't delete built-in roles, nor change the owner's at all", async () => {
    const { owner, params, systemRole } = await aTeam();
    const viewer = { ...params, role_id: (await systemRole("viewer")).id };
    const remove = await call(DELETE, "DELETE", { bearer: owner.jwt, params: viewer });
    expect([remove.status, remove.json.detail]).toEqual([409, "System roles cannot be deleted"]);
    const ownerRole = { ...params, role_id: (await systemRole("owner")).id };
    const body = { permissions: [] };
    expect((await call(PATCH, "PATCH", { bearer: owner.jwt, params: ownerRole, body })).status).toBe(409);
  });

  it("are refused for a role at or above one's own", async () => {
    const { admin, params, systemRole } = await aTeam();
    for (const slug of ["admin"]) {
      const at = { ...params, role_id: (await systemRole(slug)).id };
      const patch = await call(PATCH, "PATCH", {
        bearer: admin.jwt,
        params: at,
        body: { description: "mine" },
      });
      expect(patch.status).toBe(403);
    }
  });

  it("need can_manage_roles: without it 403 Permission denied", async () => {
    const { params, systemRole, workspace } = await aTeam();
    const developer = await aMember(workspace.id, "developer");
    const at = { ...params, role_id: (await systemRole("viewer")).id };
    const answer = await call(DELETE, "DELETE", { bearer: developer.jwt, params: at });
    expect([answer.status, answer.json]).toEqual([403, { detail: "Permission denied" }]);
  });

  it("answer 404 for another workspace's role", async () => {
    const [ours, theirs] = [await aTeam(), await aTeam()];
    const at = { ...ours.params, role_id: (await theirs.systemRole("viewer")).id };
    for (const answer of [
      await call(getOne, "GET", { bearer: ours.owner.jwt, params: at }),
      await call(PATCH, "PATCH", { bearer: ours.owner.jwt, params: at, body: { name: "Mine" } }),
      await call(DELETE, "DELETE", { bearer: ours.owner.jwt, params: at }),
      await call(duplicate, "POST", { bearer: ours.owner.jwt, params: at, body: {} }),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([404, "Role not found"]);
    }
  });
});

describe("a permission that is new", () => {
  /** Makes the workspace one that is older than a permission. */
  const predate = (workspaceId: string, slug: string) =>
    pool().query(
      `UPDATE custom_role SET permissions = array_remove(permissions, $2),
         template_permissions = array_remove(template_permissions, $2) WHERE workspace_id = $1`,
      [workspaceId, slug],
    );
  const permissionsOf = async (bearer: string, params: { workspace_id: string }) =>
    (await call(getMe, "GET", { bearer, params })).json.permissions as string[];
  const granted = (slug: string) => TEMPLATES.find((each) => each.slug === slug)?.permissions ?? [];

  it("reaches the members and roles of every existing workspace", async () => {
    const { owner, params, workspace } = await aTeam();
    await predate(workspace.id, "can_export_records");
    for (const { slug } of TEMPLATES) {
      const { jwt } = slug === "owner" ? owner : await aMember(workspace.id, slug);
      expect([slug, await permissionsOf(jwt, params)]).toEqual([slug, granted(slug)]);
    }
    const { json } = await call(GET, "GET", { bearer: owner.jwt, params });
    for (const role of json) expect([role.slug, role.permissions]).toEqual([role.slug, granted(role.slug)]);
  });

  it("is also added to roles that a workspace has changed, which keep their changes", async () => {
    const { owner, admin, params, workspace, systemRole } = await aTeam();
    await predate(workspace.id, "can_export_records");
    const at = { ...params, role_id: (await systemRole("sales")).id };
    const changed = ["can_view_audit", ...granted("sales").filter((slug) => slug !== "can_view_crm")];
    const saved = await call(PATCH, "PATCH", {
      bearer: owner.jwt,
      params: at,
      body: { permissions: changed },
    });
    expect([...saved.json.permissions].sort()).toEqual(changed.toSorted());
    await predate(workspace.id, "can_edit_rows");
    const seller = await aMember(workspace.id, "sales");
    expect((await permissionsOf(seller.jwt, params)).toSorted()).toEqual(changed.toSorted());
    const renamed = { name: "Sellers" };
    const answer = await call(PATCH, "PATCH", { bearer: admin.jwt, params: at, body: renamed });
    expect([...answer.json.permissions].sort()).toEqual(changed.toSorted());
  });

  it("is not added to roles from which it was removed, nor to custom roles", async () => {
    const { owner, params, workspace, systemRole, create } = await aTeam();
    const at = { ...params, role_id: (await systemRole("sales")).id };
    const without = granted("sales").filter((slug) => slug !== "can_export_records");
    await call(PATCH, "PATCH", { bearer: owner.jwt, params: at, body: { permissions: without } });
    const copy = await create(owner.jwt, { name: "Copy", based_on_template: "sales", permissions: without });
    const sellers = [await aMember(workspace.id, "sales"), await aMember(workspace.id, copy.json.slug)];
    for (const { jwt } of sellers) {
      expect((await permissionsOf(jwt, params)).toSorted()).toEqual(without.toSorted());
    }
  });

  it("leaves everyone with the same permissions when the migration carries over existing roles", async () => {
    const { owner, params, workspace, systemRole } = await aTeam();
    const at = { ...params, role_id: (await systemRole("viewer")).id };
    const body = { permissions: ["can_view_audit", "can_view_teams"] };
    await call(PATCH, "PATCH", { bearer: owner.jwt, params: at, body });
    const before = (await call(GET, "GET", { bearer: owner.jwt, params })).json;
    await pool().query("UPDATE custom_role SET template_permissions = '{}' WHERE workspace_id = $1", [
      workspace.id,
    ]);
    const [file] = (await migrationFiles()).filter(({ name }) => name.endsWith("_until_now"));
    await pool().query(file?.sql ?? "");
    expect((await call(GET, "GET", { bearer: owner.jwt, params })).json).toEqual(before);
    // Unchanged ones are known as such: what their template grants later is theirs.
    const roles = await db().customRole.findMany({ where: { workspaceId: workspace.id } });
    const differs = roles.filter(({ storedPermissions: stored, templatePermissions: then }) =>
      CATALOG.some(({ slug }) => file?.sql.includes(slug) && stored.includes(slug) !== then.includes(slug)),
    );
    expect(differs.map(({ slug }) => slug)).toEqual(["viewer"]);
  });
});

describe("the description of a built-in role", () => {
  it("follows its template in workspaces that are older, until somebody writes another", async () => {
    const { owner, params, systemRole } = await aTeam();
    const { id: role_id } = await systemRole("developer");
    await db().customRole.update({ where: { id: role_id }, data: { description: "Builds" } });
    const described = async () => {
      const { json } = await call(GET, "GET", { bearer: owner.jwt, params });
      return json.find(({ id }: { id: string }) => id === role_id).description as string;
    };
    const now = TEMPLATES.find(({ slug }) => slug === "developer")?.description;
    expect(await described()).toBe(now);
    const at = { ...params, role_id };
    await call(PATCH, "PATCH", { bearer: owner.jwt, params: at, body: { name: "Engineer" } });
    expect(await described()).toBe(now);
    await call(PATCH, "PATCH", { bearer: owner.jwt, params: at, body: { description: "Makes engines" } });
    expect(await described()).toBe("Makes engines");
  });
});

describe("POST …/roles/{role_id}/duplicate", () => {
  it("creates a custom role from a built-in one below the actor's", async () => {
    const { admin, params, systemRole } = await aTeam();
    const manager = await systemRole("manager");
    const at = { ...params, role_id: manager.id };
    const answer = await call(duplicate, "POST", { bearer: admin.jwt, params: at, body: {} });
    expect(answer.json).toMatchObject({
      name: "Copy of Manager",
      is_system: false,
      based_on_template: "manager",
    });
    expect(answer.json.permissions.sort()).toEqual([...manager.storedPermissions].sort());
    const tooHigh = { ...params, role_id: (await systemRole("admin")).id };
    expect((await call(duplicate, "POST", { bearer: admin.jwt, params: tooHigh, body: {} })).status).toBe(
      403,
    );
  });
});
