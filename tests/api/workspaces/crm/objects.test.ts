import { describe, expect, it } from "vitest";
import * as attribute from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route";
import * as attributes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/route";
import * as object from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route";
import * as objects from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aMember } from "@/tests/support/factories";

function makeObject(crm: Crm, body: object) {
  return call(objects.POST, "POST", { bearer: crm.bearer, params: { workspace_id: crm.workspaceId }, body });
}

function listObjects(crm: Crm) {
  return call(objects.GET, "GET", { bearer: crm.bearer, params: { workspace_id: crm.workspaceId } });
}

function removeObject(crm: Crm, slug: string) {
  return call(object.DELETE, "DELETE", { bearer: crm.bearer, params: crm.at(slug) });
}

function changeAttribute(crm: Crm, of: string, slug: string, body: object) {
  return call(attribute.PATCH, "PATCH", {
    bearer: crm.bearer,
    params: { ...crm.at(of), attribute_slug: slug },
    body,
  });
}

const slugsOf = (rows: { slug: string }[]) => rows.map(({ slug }) => slug);

describe("objects", () => {
  it("are company, person and deal in every workspace, one that is older than they too", async () => {
    const crm = await aCrm();
    expect(slugsOf((await listObjects(crm)).json)).toEqual(["company", "person", "deal"]);
    expect(slugsOf((await listObjects(crm)).json)).toEqual(["company", "person", "deal"]);
  });

  it("can be made, under a slug of their own, and begin with a name", async () => {
    const crm = await aCrm();
    const made = await makeObject(crm, { singular_name: "Büro & Co", plural_name: "Büros" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ slug: "buero_and_co", is_system: false });
    expect(slugsOf(made.json.attributes)).toEqual(["name"]);
    const again = await makeObject(crm, { singular_name: "Büro & Co", plural_name: "Büros" });
    expect(again.json.slug).toMatch(/^buero_and_co_\w+$/);
    expect((await makeObject(crm, { singular_name: "X", plural_name: "X", slug: "deal" })).status).toBe(409);
    expect((await makeObject(crm, { singular_name: "X", plural_name: "X", slug: "tasks" })).status).toBe(409);
    expect((await makeObject(crm, { singular_name: "X", plural_name: "X", slug: "a-b" })).status).toBe(422);
    const audited = await db().auditEvent.findMany({ where: { workspaceId: crm.workspaceId } });
    expect(audited.filter(({ action }) => action === "crm_object.created")).toHaveLength(2);
  });

  it("can be deleted unless they are built in, hold records or are referred to", async () => {
    const crm = await aCrm();
    await makeObject(crm, { singular_name: "Office", plural_name: "Offices" });
    expect((await removeObject(crm, "company")).status).toBe(409);
    const id = await crm.make("office", { name: "Berlin" });
    expect((await removeObject(crm, "office")).status).toBe(409);
    await crm.remove("office", id);
    const body = { name: "Office", type: "reference", reference_object: "office" };
    expect((await crm.attribute("company", body)).status).toBe(201);
    expect((await removeObject(crm, "office")).json.detail).toContain("Company: Office");
    await makeObject(crm, { singular_name: "Spare", plural_name: "Spares" });
    expect((await removeObject(crm, "spare")).status).toBe(204);
    expect((await removeObject(crm, "spare")).status).toBe(404);
  });

  it("are changed only by those who manage the CRM", async () => {
    const crm = await aCrm();
    const seller = crmOf((await aMember(crm.workspaceId, "sales")).jwt, crm.workspaceId);
    expect((await listObjects(seller)).status).toBe(200);
    expect((await makeObject(seller, { singular_name: "X", plural_name: "X" })).status).toBe(403);
    expect((await seller.attribute("deal", { name: "X", type: "text" })).status).toBe(403);
    expect((await changeAttribute(seller, "deal", "amount", { name: "X" })).status).toBe(403);
    expect((await removeObject(seller, "deal")).status).toBe(403);
  });
});

describe("attributes", () => {
  it.each([
    [{ type: "select" }, "options"],
    [{ type: "text", options: [{ value: "a", label: "A" }] }, "options"],
    [
      {
        type: "select",
        options: [
          { value: "a", label: "A" },
          { value: "a", label: "B" },
        ],
      },
      "options",
    ],
    [{ type: "checkbox", is_unique: true }, "is_unique"],
    [{ type: "reference" }, "reference_object"],
    [{ type: "reference", reference_object: "nothing" }, "reference_object"],
    [{ type: "text", reference_object: "deal" }, "reference_object"],
    [{ type: "currency", currency_code: "XQQ" }, "currency_code"],
    [{ type: "number", currency_code: "EUR" }, "currency_code"],
    [{ type: "text", slug: "constructor" }, "slug"],
    [{ type: "text", slug: "__proto__" }, "slug"],
    [{ type: "text", slug: "created_at" }, "slug"],
    [{ type: "vector" }, "type"],
  ])("are refused as %j, naming %s", async (body, path) => {
    const crm = await aCrm();
    const answer = await crm.attribute("deal", { name: "X", ...body });
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(path);
  });

  it("keep their slug and type, and a slug is never given twice", async () => {
    const crm = await aCrm();
    const made = await crm.attribute("deal", { name: "Created at", type: "number" });
    expect(made.json.slug).toBe("field_created_at");
    expect((await crm.attribute("deal", { name: "X", type: "text", slug: "amount" })).status).toBe(409);
    expect((await crm.attribute("deal", { name: "Amount", type: "text" })).json.slug).toMatch(/^amount_/);
    const changed = await changeAttribute(crm, "deal", "amount", {
      name: "Worth",
      slug: "worth",
      type: "text",
    });
    expect(changed.json).toMatchObject({ name: "Worth", slug: "amount", type: "currency" });
  });

  it("are archived rather than destroyed: values stay, hidden, and come back", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", employees: 7, domain: "a.example" });
    const at = { ...crm.at("company"), attribute_slug: "employees" };
    expect((await call(attribute.DELETE, "DELETE", { bearer: crm.bearer, params: at })).status).toBe(204);
    expect((await crm.update("company", id, { employees: 9, name: "B" })).status).toBe(422);
    expect((await crm.update("company", id, { name: "B" })).json.values).not.toHaveProperty("employees");
    expect((await crm.list("company", { sort: "employees" })).status).toBe(400);
    await changeAttribute(crm, "company", "employees", { is_archived: false });
    expect((await crm.get("company", id)).json.values.employees).toBe(7);
    expect((await crm.list("company", { sort: "employees" })).json).toHaveLength(1);
    expect((await changeAttribute(crm, "company", "name", { is_archived: true })).status).toBe(409);
  });

  it("keep values for one record only while they are in use and unique", async () => {
    const crm = await aCrm();
    await crm.make("company", { name: "A", domain: "a.example", industry: "Tea" });
    await changeAttribute(crm, "company", "domain", { is_unique: false });
    await crm.make("company", { name: "B", domain: "A.example", industry: "tea" });
    expect((await changeAttribute(crm, "company", "domain", { is_unique: true })).status).toBe(409);
    expect((await changeAttribute(crm, "company", "industry", { is_unique: true })).status).toBe(409);
    expect((await crm.create("company", { name: "C", industry: "tea" })).status).toBe(201);
    expect((await changeAttribute(crm, "company", "website", { is_unique: true })).status).toBe(200);
    const website = "https://a.example/";
    expect((await crm.create("company", { name: "D", website })).status).toBe(201);
    expect((await crm.create("company", { name: "E", website })).status).toBe(409);
  });

  it("become unique or stay open to doubles, also while records are being written", async () => {
    const crm = await aCrm();
    await crm.list("company");
    const [changed, ...written] = await Promise.all([
      changeAttribute(crm, "company", "industry", { is_unique: true }),
      ...Array.from({ length: 12 }, (_, n) => crm.create("company", { name: `${n}`, industry: "tea" })),
    ]);
    const count = written.filter(({ status }) => status === 201).length;
    expect(changed?.status === 200 ? count : Math.min(count, 2)).toBe(changed?.status === 200 ? 1 : 2);
  });

  it("take turns: a value whose option is gone stays, and can't be chosen anew", async () => {
    const crm = await aCrm();
    const id = await crm.make("deal", { name: "A", stage: "lead" });
    const options = [{ value: "open", label: "Open" }];
    expect((await changeAttribute(crm, "deal", "stage", { options })).status).toBe(200);
    expect((await crm.update("deal", id, { amount: 5 })).json.values).toMatchObject({
      stage: "lead",
      amount: 5,
    });
    expect((await crm.update("deal", id, { stage: "lead" })).status).toBe(422);
  });

  it("stand in the order that they are put in, which names all of them", async () => {
    const crm = await aCrm();
    const list = async () => {
      const answer = await call(attributes.GET, "GET", { bearer: crm.bearer, params: crm.at("person") });
      return slugsOf(answer.json);
    };
    const put = (slugs: string[]) =>
      call(attributes.PUT, "PUT", { bearer: crm.bearer, params: crm.at("person"), body: { slugs } });
    const order = (await list()).reverse();
    expect((await put(order)).status).toBe(200);
    expect(await list()).toEqual(order);
    expect((await put(order.slice(1))).status).toBe(409);
    expect((await put([...order.slice(1), "nothing"])).status).toBe(409);
  });
});
