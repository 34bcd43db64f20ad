import { describe, expect, it } from "vitest";
import * as view from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/[view_id]/route";
import * as views from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/views/route";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { VIEWS_PER_OBJECT_MAX } from "@/lib/crm/views/limits";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aMember } from "@/tests/support/factories";
import { untilWaiting } from "@/tests/support/waiting";

const won = { attribute: "stage", operator: "eq", value: "won" };

function save(crm: Crm, body: object) {
  return call(views.POST, "POST", {
    bearer: crm.bearer,
    params: crm.at("deal"),
    body: { name: "Won", ...body },
  });
}

function change(crm: Crm, id: string, body: object) {
  return call(view.PATCH, "PATCH", { bearer: crm.bearer, params: { ...crm.at("deal"), view_id: id }, body });
}

function remove(crm: Crm, id: string) {
  return call(view.DELETE, "DELETE", { bearer: crm.bearer, params: { ...crm.at("deal"), view_id: id } });
}

async function namesOf(crm: Crm): Promise<string[]> {
  const answer = await call(views.GET, "GET", { bearer: crm.bearer, params: crm.at("deal") });
  return answer.json.map(({ name }: { name: string }) => name);
}

describe("views", () => {
  it("store filter, sort and columns that fit the object", async () => {
    const crm = await aCrm();
    const answer = await save(crm, {
      filter: { and: [won] },
      sort: "-amount",
      columns: ["name", "created_at"],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      filter: { and: [won] },
      sort: "-amount",
      is_mine: true,
      is_shared: false,
    });
    expect((await change(crm, answer.json.id, { filter: null, sort: null })).json).toMatchObject({
      filter: null,
    });
  });

  it.each([
    [{ filter: { ...won, attribute: "salary" } }, "filter"],
    [{ filter: { ...won, operator: "gt" } }, "filter"],
    [{ sort: "salary" }, "sort"],
    [{ columns: ["name", "salary"] }, "columns.1"],
    [{ name: " " }, "name"],
  ])("are refused as %j, naming %s", async (body, path) => {
    const crm = await aCrm();
    const answer = await save(crm, body);
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(path);
  });

  it("are found under their own object only", async () => {
    const crm = await aCrm();
    const { id } = (await save(crm, { name: "Mine" })).json;
    const elsewhere = { bearer: crm.bearer, params: { ...crm.at("company"), view_id: id } };
    expect((await call(view.PATCH, "PATCH", { ...elsewhere, body: { name: "Taken" } })).status).toBe(404);
    expect((await call(view.DELETE, "DELETE", elsewhere)).status).toBe(404);
    expect(await namesOf(crm)).toEqual(["Mine"]);
  });

  it("leave room for others' once their owner has left, who alone could delete them", async () => {
    const crm = await aCrm();
    const grace = await aMember(crm.workspaceId, "manager");
    await save(crm, {});
    const object = await db().crmObject.findFirstOrThrow({
      where: { workspaceId: crm.workspaceId, slug: "deal" },
    });
    const hers = { workspaceId: crm.workspaceId, objectId: object.id, ownerId: grace.id, name: "x" };
    await db().crmView.createMany({ data: Array.from({ length: VIEWS_PER_OBJECT_MAX - 1 }, () => hers) });
    expect((await save(crm, {})).status).toBe(409);
    const params = { workspace_id: crm.workspaceId, developer_id: grace.id };
    await call(member.DELETE, "DELETE", { bearer: crm.bearer, params });
    expect((await save(crm, {})).status).toBe(201);
  });

  it("are seen by their owner, and by others only when they are shared", async () => {
    const crm = await aCrm();
    const grace = crmOf((await aMember(crm.workspaceId, "sales")).jwt, crm.workspaceId);
    const mine = (await save(crm, { name: "Mine" })).json.id;
    await save(crm, { name: "Ours", is_shared: true });
    const hers = (await save(grace, { name: "Hers" })).json.id;
    expect(await namesOf(crm)).toEqual(["Mine", "Ours"]);
    expect(await namesOf(grace)).toEqual(["Ours", "Hers"]);
    expect((await change(grace, mine, { name: "Taken" })).status).toBe(404);
    expect((await remove(grace, mine)).status).toBe(404);
    expect((await change(crm, hers, { name: "Taken" })).status).toBe(404);
    expect((await remove(crm, mine)).status).toBe(204);
    expect(await namesOf(crm)).toEqual(["Ours"]);
  });

  it("keep what two people change of them at once", async () => {
    const crm = await aCrm();
    const { id } = (await save(crm, { is_shared: true })).json;
    const { changes } = await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM crm_view WHERE id = ${id}::uuid FOR UPDATE`;
      const changes = [change(crm, id, { name: "Won deals" }), change(crm, id, { sort: "-amount" })];
      await untilWaiting(changes.length);
      return { changes };
    });
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await db().crmView.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: "Won deals",
      sort: "-amount",
    });
  });

  it("that are shared can be changed by their owner and by those who manage the CRM", async () => {
    const crm = await aCrm();
    const grace = crmOf((await aMember(crm.workspaceId, "sales")).jwt, crm.workspaceId);
    const ours = (await save(crm, { is_shared: true })).json.id;
    expect((await change(grace, ours, { name: "Taken" })).status).toBe(403);
    expect((await remove(grace, ours)).status).toBe(403);
    const hers = (await save(grace, { name: "Hers", is_shared: true })).json.id;
    expect((await change(crm, hers, { name: "Renamed" })).status).toBe(200);
    expect((await change(crm, hers, { is_shared: false })).status).toBe(403);
    expect((await change(grace, hers, { is_shared: false })).status).toBe(200);
  });
});
