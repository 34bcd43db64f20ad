import { describe, expect, it } from "vitest";
import { GET as getMe } from "@/app/api/v1/workspaces/[workspace_id]/me/route";
import { GET as getOne, PATCH } from "@/app/api/v1/workspaces/[workspace_id]/route";
import { GET, POST } from "@/app/api/v1/workspaces/route";
import { TEMPLATES } from "@/lib/access/catalog";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

describe("POST /workspaces", () => {
  it("makes the creator the owner, creates every built-in role, and is audited", async () => {
    const ada = await aDeveloper();
    const answer = await call(POST, "POST", { bearer: ada.jwt, body: { name: "Analytical Engines" } });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      slug: "analytical-engines",
      type: "internal",
      owner_id: ada.id,
      plan_id: "enterprise",
      settings: {},
      is_active: true,
    });
    const workspaceId = answer.json.id;
    const roles = await db().customRole.findMany({ where: { workspaceId } });
    expect(roles.map((role) => role.slug).sort()).toEqual(TEMPLATES.map((template) => template.slug).sort());
    expect(roles.every((role) => role.isSystem)).toBe(true);
    const members = await db().workspaceMember.findMany({
      where: { workspaceId },
      include: { customRole: true },
    });
    expect(members).toHaveLength(1);
    expect(members[0]).toMatchObject({ developerId: ada.id, role: "owner", customRole: { slug: "owner" } });
    const audit = await db().auditEvent.findFirstOrThrow({ where: { workspaceId } });
    expect(audit).toMatchObject({ action: "workspace.created", actorId: ada.id });
  });

  it("finds a free slug for a taken name, even for ten requests at once", async () => {
    const ada = await aDeveloper();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(POST, "POST", { bearer: ada.jwt, body: { name: "Rush Hour" } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map((answer) => answer.json.slug)).size).toBe(10);
  });

  it("answers 409 when the requested slug is taken, and writes nothing", async () => {
    const ada = await aDeveloper();
    const body = { name: "One", slug: `taken-${ada.id.slice(0, 8)}` };
    expect((await call(POST, "POST", { bearer: ada.jwt, body })).status).toBe(201);
    const again = await call(POST, "POST", { bearer: ada.jwt, body });
    expect(again.status).toBe(409);
    expect(again.json.detail).toBe(`The slug ${body.slug} is taken`);
    expect(await db().workspace.count({ where: { slug: body.slug } })).toBe(1);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "x", slug: "Not A Slug" }, "slug"],
    [{ name: "x", slug: "-x" }, "slug"],
    [{ name: "x", type: "secret" }, "type"],
    [{ name: "x", settings: { tracker_enabled: "yes" } }, "settings.tracker_enabled"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const ada = await aDeveloper();
    const answer = await call(POST, "POST", { bearer: ada.jwt, body });
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(path);
  });

  it("ignores fields that only the server sets", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const body = { name: "Mine", owner_id: grace.id, plan_id: "team", is_active: false, id: grace.id };
    const { json } = await call(POST, "POST", { bearer: ada.jwt, body });
    expect(json).toMatchObject({ owner_id: ada.id, plan_id: "enterprise", is_active: true });
    expect(json.id).not.toBe(grace.id);
  });
});

describe("GET /workspaces", () => {
  it("lists only the caller's workspaces", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const [mine, shared] = [await aWorkspace(ada), await aWorkspace(grace)];
    await aWorkspace(grace);
    await aMember(shared.id, "viewer", ada);
    const list = await call(GET, "GET", { bearer: ada.jwt });
    expect(list.json.map((workspace: { id: string }) => workspace.id)).toEqual([shared.id, mine.id]);
  });

  it("hides workspaces that are switched off or in which the caller is suspended", async () => {
    const ada = await aDeveloper();
    const [off, suspended] = [await aWorkspace(ada), await aWorkspace(ada)];
    await db().workspace.update({ where: { id: off.id }, data: { isActive: false } });
    await db().workspaceMember.updateMany({
      where: { workspaceId: suspended.id },
      data: { status: "suspended" },
    });
    expect((await call(GET, "GET", { bearer: ada.jwt })).json).toEqual([]);
  });
});

describe("a workspace's route", () => {
  it("answers 403 alike to a stranger, a suspended member, an unknown id and a malformed one", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const workspace = await aWorkspace(ada);
    const suspended = await aMember(workspace.id, "admin");
    await db().workspaceMember.updateMany({
      where: { developerId: suspended.id },
      data: { status: "suspended" },
    });
    const tries = [
      [grace.jwt, workspace.id],
      [suspended.jwt, workspace.id],
      [grace.jwt, grace.id],
      [grace.jwt, "nonsense"],
    ] as const;
    for (const [bearer, workspace_id] of tries) {
      const answer = await call(getOne, "GET", { bearer, params: { workspace_id } });
      expect([answer.status, answer.json]).toEqual([403, { detail: "Permission denied" }]);
    }
  });
});

describe("PATCH /workspaces/{workspace_id}", () => {
  it("merges settings, resets them to the default with null, and audits before and after", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada, { tracker_enabled: true });
    const params = { workspace_id: id };
    const renamed = await call(PATCH, "PATCH", { bearer: ada.jwt, params, body: { name: "Renamed" } });
    expect(renamed.json).toMatchObject({ name: "Renamed", settings: { tracker_enabled: true } });
    const cleared = await call(PATCH, "PATCH", {
      bearer: ada.jwt,
      params,
      body: { settings: { tracker_enabled: null } },
    });
    expect(cleared.json.settings).toEqual({});
    const row = await db().workspace.findUniqueOrThrow({ where: { id } });
    expect(row.settings).toEqual({});
    const audit = await db().auditEvent.findMany({ where: { workspaceId: id, action: "workspace.updated" } });
    expect(audit).toHaveLength(2);
    expect(audit.at(-1)).toMatchObject({
      before: { settings: { tracker_enabled: true } },
      after: { settings: {} },
    });
  });

  it("stores up to 50 flags that the service does not know, unchanged", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada);
    const change = (settings: object) =>
      call(PATCH, "PATCH", { bearer: ada.jwt, params: { workspace_id: id }, body: { settings } });
    await change({ beta_feature: true, "old.thing-2": false });
    const settings = { beta_feature: true, "old.thing-2": false, tracker_enabled: true };
    expect((await change({ tracker_enabled: true })).json.settings).toEqual(settings);
    expect((await change({ beta_feature: null })).json.settings).toEqual({
      "old.thing-2": false,
      tracker_enabled: true,
    });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`flag_${index}`, true]));
    const refused = await change(many(49));
    expect([refused.status, refused.json.issues]).toEqual([
      422,
      [{ path: "settings", message: "At most 50 settings" }],
    ]);
    expect((await change(many(48))).status).toBe(200);
    for (const [name, value] of [
      ["beta_feature", "yes"],
      ["beta_feature", 1],
      ["a b", true],
      ["", true],
      ["x".repeat(65), true],
    ] as const) {
      const answer = await change({ [name]: value });
      expect([answer.status, answer.json.issues[0].path], name).toEqual([422, `settings.${name}`]);
    }
  });

  it("needs can_manage_settings", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(ada);
    const manager = await aMember(id, "manager");
    const body = { name: "Mine now" };
    const answer = await call(PATCH, "PATCH", { bearer: manager.jwt, params: { workspace_id: id }, body });
    expect(answer.status).toBe(403);
    expect((await db().workspace.findUniqueOrThrow({ where: { id } })).name).toBe("Acme");
  });
});

describe("GET /workspaces?slug=…&include=me", () => {
  it("describes the caller's membership in the one workspace, as its own route does", async () => {
    const ada = await aDeveloper();
    const workspace = await aWorkspace(ada);
    const lin = await aMember(workspace.id, "viewer");
    const [answer, me] = await Promise.all([
      call(GET, "GET", { bearer: lin.jwt, query: { slug: workspace.slug, include: "me" } }),
      call(getMe, "GET", { bearer: lin.jwt, params: { workspace_id: workspace.id } }),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.json).toHaveLength(1);
    expect(answer.json[0]).toMatchObject({ id: workspace.id, me: me.json });
    expect(me.json.permissions.length).toBeGreaterThan(0);
  });

  it("returns nothing to suspended members and strangers, and is refused for a whole list", async () => {
    const ada = await aDeveloper();
    const workspace = await aWorkspace(ada);
    const [lin, eve] = [await aMember(workspace.id, "viewer"), await aDeveloper()];
    await db().workspaceMember.updateMany({ where: { developerId: lin.id }, data: { status: "suspended" } });
    for (const { jwt } of [lin, eve]) {
      const answer = await call(GET, "GET", { bearer: jwt, query: { slug: workspace.slug, include: "me" } });
      expect([answer.status, answer.json]).toEqual([200, []]);
    }
    expect((await call(GET, "GET", { bearer: ada.jwt, query: { include: "me" } })).status).toBe(400);
  });
});
