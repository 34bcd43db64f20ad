import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/members/[developer_id]/route";
import * as members from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/members/route";
import {
  DELETE as archive,
  GET as getOne,
  PATCH,
} from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

async function aTeam() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  return { ada, params: { workspace_id: workspace.id } };
}

describe("POST /workspaces/{workspace_id}/projects", () => {
  it("derives slug and key from the name, and makes the creator the lead", async () => {
    const { ada, params } = await aTeam();
    const answer = await call(POST, "POST", { bearer: ada.jwt, params, body: { name: "Website Relaunch" } });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ slug: "website-relaunch", key: "WR", settings: {}, is_active: true });
    const member = await db().projectMember.findFirstOrThrow({ where: { projectId: answer.json.id } });
    expect(member).toMatchObject({ developerId: ada.id, role: "lead" });
  });

  it("finds a free slug and key for clashing names, also concurrently, and for names without letters", async () => {
    const { ada, params } = await aTeam();
    const names = ["Atlas", "Atlas", "Atlas", "🚀", "🚀"];
    const answers = await Promise.all(
      names.map((name) => call(POST, "POST", { bearer: ada.jwt, params, body: { name } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map((answer) => answer.json.key)).size).toBe(5);
    expect(new Set(answers.map((answer) => answer.json.slug)).size).toBe(5);
  });

  it("finds a free key however many names begin alike, and fills gaps", async () => {
    const { ada, params } = await aTeam();
    const create = (body: object) => call(POST, "POST", { bearer: ada.jwt, params, body });
    await create({ name: "Another", key: "MAR3" });
    const keys: string[] = [];
    for (let number = 1; number <= 8; number++)
      keys.push((await create({ name: `Market${number}` })).json.key);
    expect(keys).toEqual(["MAR", "MAR2", "MAR4", "MAR5", "MAR6", "MAR7", "MAR8", "MAR9"]);
  });

  it("answers 409 for a taken slug or key, and says which", async () => {
    const { ada, params } = await aTeam();
    await call(POST, "POST", { bearer: ada.jwt, params, body: { name: "One", slug: "one", key: "ONE" } });
    const bySlug = await call(POST, "POST", { bearer: ada.jwt, params, body: { name: "X", slug: "one" } });
    const byKey = await call(POST, "POST", { bearer: ada.jwt, params, body: { name: "Y", key: "ONE" } });
    expect([bySlug.status, bySlug.json.detail]).toEqual([409, "The slug one is taken"]);
    expect([byKey.status, byKey.json.detail]).toEqual([409, "The key ONE is taken"]);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x", key: "lower" }, "key"],
    [{ name: "x", key: "TOOLONGAKEY" }, "key"],
    [{ name: "x", description: "x".repeat(2001) }, "description"],
    [{ name: "x", public_slug: "Not A Slug" }, "public_slug"],
    [{ name: "x", is_public: true }, "public_slug"],
    [{ name: "x", is_public: "yes" }, "is_public"],
    [{ name: "x", public_tabs: ["overview", "secrets"] }, "public_tabs.1"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const { ada, params } = await aTeam();
    const answer = await call(POST, "POST", { bearer: ada.jwt, params, body });
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("needs can_create_projects", async () => {
    const { params } = await aTeam();
    const viewer = await aMember(params.workspace_id, "viewer");
    expect((await call(POST, "POST", { bearer: viewer.jwt, params, body: { name: "x" } })).status).toBe(403);
    expect(await db().project.count({ where: { workspaceId: params.workspace_id } })).toBe(0);
  });
});

describe("another workspace's project", () => {
  it("is a 404 inside one's own workspace and is not changed", async () => {
    const { ada, params } = await aTeam();
    const grace = await aDeveloper();
    const theirs = await aProject(grace, (await aWorkspace(grace)).id);
    const at = { ...params, project_id: theirs.id };
    const answers = await Promise.all([
      call(getOne, "GET", { bearer: ada.jwt, params: at }),
      call(PATCH, "PATCH", { bearer: ada.jwt, params: at, body: { name: "Mine" } }),
      call(members.GET, "GET", { bearer: ada.jwt, params: at }),
      call(members.POST, "POST", { bearer: ada.jwt, params: at, body: { developer_id: ada.id } }),
      call(member.DELETE, "DELETE", { bearer: ada.jwt, params: { ...at, developer_id: grace.id } }),
      call(member.PATCH, "PATCH", {
        bearer: ada.jwt,
        params: { ...at, developer_id: grace.id },
        body: { role: "member" },
      }),
      call(archive, "DELETE", { bearer: ada.jwt, params: at }),
      call(getOne, "GET", { bearer: ada.jwt, params: { ...params, project_id: "nonsense" } }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(404));
    const row = await db().project.findUniqueOrThrow({
      where: { id: theirs.id },
      include: { members: true },
    });
    expect([row.name, row.isActive]).toEqual([theirs.name, true]);
    expect(row.members).toMatchObject([{ developerId: grace.id, role: "lead" }]);
  });
});

describe("GET and PATCH of a project", () => {
  it("lists newest first and changes only the fields sent", async () => {
    const { ada, params } = await aTeam();
    const [first, second] = [
      await aProject(ada, params.workspace_id),
      await aProject(ada, params.workspace_id, { tracker_enabled: false }),
    ];
    const list = await call(GET, "GET", { bearer: ada.jwt, params });
    expect(list.json.map((project: { id: string }) => project.id)).toEqual([second.id, first.id]);
    const at = { ...params, project_id: first.id };
    const changed = await call(PATCH, "PATCH", {
      bearer: ada.jwt,
      params: at,
      body: { description: "New", settings: { tracker_enabled: null } },
    });
    expect(changed.json).toMatchObject({ name: first.name, description: "New", settings: {} });
  });
});

describe("a project's slug and key", () => {
  it("can be changed, with a 409 if another project has them", async () => {
    const { ada, params } = await aTeam();
    const [one, two] = [await aProject(ada, params.workspace_id), await aProject(ada, params.workspace_id)];
    const patch = (id: string, body: object) =>
      call(PATCH, "PATCH", { bearer: ada.jwt, params: { ...params, project_id: id }, body });
    const changed = await patch(one.id, { slug: "one", key: "ONE" });
    expect(changed.json).toMatchObject({ slug: "one", key: "ONE", name: one.name });
    const refused = [await patch(two.id, { slug: "one" }), await patch(two.id, { key: "ONE" })];
    expect(refused.map(({ status, json }) => [status, json.detail])).toEqual([
      [409, "The slug one is taken"],
      [409, "The key ONE is taken"],
    ]);
    expect((await patch(two.id, { key: "no" })).status).toBe(422);
    const row = await db().project.findUniqueOrThrow({ where: { id: two.id } });
    expect([row.slug, row.key]).toEqual([two.slug, two.key]);
  });
});

describe("a public project", () => {
  it("has an address that is unique in the whole service", async () => {
    const [here, there] = [await aTeam(), await aTeam()];
    const address = `launch-${randomUUID()}`;
    const create = ({ ada, params }: typeof here, body: object) =>
      call(POST, "POST", { bearer: ada.jwt, params, body: { name: "Launch", ...body } });
    const made = await create(here, {
      public_slug: address,
      is_public: true,
      public_tabs: ["board", "board"],
    });
    expect(made.json).toMatchObject({ public_slug: address, is_public: true, public_tabs: ["board"] });
    const taken = await create(there, { public_slug: address });
    expect([taken.status, taken.json.detail]).toEqual([409, `The public_slug ${address} is taken`]);
    const other = await create(there, {});
    expect(other.json).toMatchObject({
      public_slug: null,
      is_public: false,
      public_tabs: ["overview", "board", "roadmap"],
    });
    const at = { ...there.params, project_id: other.json.id };
    const patch = (body: object) => call(PATCH, "PATCH", { bearer: there.ada.jwt, params: at, body });
    expect((await patch({ public_slug: address })).status).toBe(409);
    expect((await patch({ is_public: true })).json.issues[0].path).toBe("public_slug");
    expect((await patch({ is_public: true, public_slug: `${address}-2` })).json.is_public).toBe(true);
    expect((await patch({ public_slug: null })).status).toBe(422);
    expect((await patch({ public_slug: null, is_public: false, public_tabs: [] })).json).toMatchObject({
      public_slug: null,
      is_public: false,
      public_tabs: [],
    });
  });

  it("can be created only by people who could publish it later", async () => {
    const { params } = await aTeam();
    const developer = await aMember(params.workspace_id, "developer");
    const create = (body: object) =>
      call(POST, "POST", { bearer: developer.jwt, params, body: { name: "Mine", ...body } });
    expect((await create({ is_public: true, public_slug: `mine-${randomUUID()}` })).status).toBe(403);
    expect((await create({})).status).toBe(201);
  });
});

describe("an archived project", () => {
  it("leaves the list, loses nothing and can be restored", async () => {
    const { ada, params } = await aTeam();
    const { id } = await aProject(ada, params.workspace_id);
    const at = { ...params, project_id: id };
    const remove = () => call(archive, "DELETE", { bearer: ada.jwt, params: at });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    const ids = async (query: Record<string, string>) =>
      (await call(GET, "GET", { bearer: ada.jwt, params, query })).json.map(
        (each: { id: string }) => each.id,
      );
    expect(await ids({})).toEqual([]);
    expect(await ids({ is_active: "false" })).toEqual([id]);
    const shown = await call(getOne, "GET", { bearer: ada.jwt, params: at });
    expect(shown.json.is_active).toBe(false);
    await call(PATCH, "PATCH", { bearer: ada.jwt, params: at, body: { is_active: true } });
    expect(await ids({})).toEqual([id]);
    const told = await db().auditEvent.findMany({ where: { targetId: id }, orderBy: { id: "asc" } });
    expect(told.map(({ action }) => action)).toEqual([
      "project.created",
      "project.archived",
      "project.restored",
    ]);
  });

  it("can be restored only if the plan allows another project", async () => {
    const { ada, params } = await aTeam();
    const { id } = await aProject(ada, params.workspace_id);
    const at = { bearer: ada.jwt, params: { ...params, project_id: id } };
    await call(archive, "DELETE", at);
    const planId = `tiny-${randomUUID()}`;
    await db().plan.create({ data: { id: planId, name: "Tiny", description: "", rank: 0, projectsMax: 1 } });
    await db().workspace.update({ where: { id: params.workspace_id }, data: { planId } });
    const other = await aProject(ada, params.workspace_id);
    const restore = () => call(PATCH, "PATCH", { ...at, body: { is_active: true } });
    expect((await restore()).status).toBe(402);
    await call(archive, "DELETE", { ...at, params: { ...params, project_id: other.id } });
    expect((await restore()).json.is_active).toBe(true);
    expect((await restore()).status).toBe(200);
  });

  it("can be archived only with can_manage_projects", async () => {
    const { ada, params } = await aTeam();
    const { id } = await aProject(ada, params.workspace_id);
    const developer = await aMember(params.workspace_id, "developer");
    const at = { bearer: developer.jwt, params: { ...params, project_id: id } };
    expect((await call(archive, "DELETE", at)).status).toBe(403);
    expect(await db().project.count({ where: { id, isActive: true } })).toBe(1);
  });
});

describe("the list of projects", () => {
  it("finds by part of a name, slug or key", async () => {
    const { ada, params } = await aTeam();
    const create = async (name: string, key: string) =>
      call(POST, "POST", { bearer: ada.jwt, params, body: { name, key } });
    await create("Website", "WWW");
    await create("Billing engine", "PAY");
    const found = async (search: string) =>
      (await call(GET, "GET", { bearer: ada.jwt, params, query: { search } })).json.map(
        (each: { name: string }) => each.name,
      );
    expect(await found("SITE")).toEqual(["Website"]);
    expect(await found("pay")).toEqual(["Billing engine"]);
    expect(await found("billing-engine")).toEqual(["Billing engine"]);
    expect(await found("nothing")).toEqual([]);
    const bad = await call(GET, "GET", { bearer: ada.jwt, params, query: { is_active: "maybe" } });
    expect(bad.status).toBe(400);
  });
});

describe("members of a project", () => {
  it("can be given another role, which is audited", async () => {
    const { ada, params } = await aTeam();
    const { id } = await aProject(ada, params.workspace_id);
    const patch = (developerId: string, body: object) =>
      call(member.PATCH, "PATCH", {
        bearer: ada.jwt,
        params: { ...params, project_id: id, developer_id: developerId },
        body,
      });
    expect((await patch(ada.id, { role: "member" })).json).toMatchObject({
      developer_id: ada.id,
      role: "member",
    });
    expect((await patch(ada.id, { role: "boss" })).status).toBe(422);
    expect((await patch(randomUUID(), { role: "lead" })).status).toBe(404);
    const told = await db().auditEvent.findFirstOrThrow({ where: { action: "project_member.updated" } });
    expect(told).toMatchObject({ before: { role: "lead" }, after: { role: "member" } });
  });

  it("keep their role if they are added again without one", async () => {
    const { ada, params } = await aTeam();
    const { id } = await aProject(ada, params.workspace_id);
    const add = (body: object) =>
      call(members.POST, "POST", { bearer: ada.jwt, params: { ...params, project_id: id }, body });
    expect((await add({ developer_id: ada.id })).json.role).toBe("lead");
    expect((await add({ developer_id: ada.id, role: "member" })).json.role).toBe("member");
  });

  it("are added once, listed, and removed", async () => {
    const { ada, params } = await aTeam();
    const grace = await aMember(params.workspace_id, "developer");
    const project = await aProject(ada, params.workspace_id);
    const at = { ...params, project_id: project.id };
    const body = { developer_id: grace.id };
    const add = () => call(members.POST, "POST", { bearer: ada.jwt, params: at, body });
    expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
    const list = await call(members.GET, "GET", { bearer: grace.jwt, params: at });
    expect(list.json.map((member: { developer_id: string }) => member.developer_id)).toEqual([
      ada.id,
      grace.id,
    ]);
    const remove = () =>
      call(member.DELETE, "DELETE", { bearer: ada.jwt, params: { ...at, developer_id: grace.id } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  });

  it("must be active members of the workspace", async () => {
    const { ada, params } = await aTeam();
    const project = await aProject(ada, params.workspace_id);
    const stranger = await aDeveloper();
    const answer = await call(members.POST, "POST", {
      bearer: ada.jwt,
      params: { ...params, project_id: project.id },
      body: { developer_id: stranger.id },
    });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "developer_id"]);
  });
});
