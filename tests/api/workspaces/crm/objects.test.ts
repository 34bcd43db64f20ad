import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as attribute from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route";
import * as attributes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import * as object from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/route";
import * as objects from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import { retitleRecordsJob, settleRemovedOptionsJob } from "@/lib/crm/attributes/jobs";
import { RETITLED_PER_BATCH } from "@/lib/crm/attributes/limits";
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
  it("are company, person and deal in every workspace, including older ones", async () => {
    const crm = await aCrm();
    expect(slugsOf((await listObjects(crm)).json)).toEqual(["company", "person", "deal"]);
    expect(slugsOf((await listObjects(crm)).json)).toEqual(["company", "person", "deal"]);
  });

  it("can be created with their own slug, and start with a name", async () => {
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
    const audited = await db().auditEvent.findMany({
      where: { workspaceId: crm.workspaceId },
      orderBy: { id: "asc" },
    });
    const entries = audited.filter(({ action }) => action === "crm_object.created");
    const names = { singular_name: "Büro & Co", plural_name: "Büros", description: "" };
    expect(entries.map(({ after }) => after)).toEqual([
      { slug: made.json.slug, ...names },
      { slug: again.json.slug, ...names },
    ]);
  });

  it("can be deleted unless they are built in, contain records or are referred to", async () => {
    const crm = await aCrm();
    await makeObject(crm, { singular_name: "Office", plural_name: "Offices" });
    expect((await removeObject(crm, "company")).status).toBe(409);
    const id = await crm.make("office", { name: "Berlin" });
    expect((await removeObject(crm, "office")).status).toBe(409);
    await crm.remove("office", id);
    const body = { name: "Office", type: "reference", reference_object: "office" };
    expect((await crm.attribute("company", body)).status).toBe(201);
    expect((await removeObject(crm, "office")).json.detail).toContain("Company: Office");
    expect((await changeAttribute(crm, "company", "office", { is_archived: true })).status).toBe(200);
    expect((await removeObject(crm, "office")).status).toBe(204);
    const back = await changeAttribute(crm, "company", "office", { is_archived: false });
    expect(back.status).toBe(409);
    expect(back.json.detail).toBe("The object that it refers to, office, was deleted");
    await makeObject(crm, { singular_name: "Spare", plural_name: "Spares" });
    expect((await removeObject(crm, "spare")).status).toBe(204);
    expect((await removeObject(crm, "spare")).status).toBe(404);
  });

  it("can refer to a built-in one before anybody has asked for that", async () => {
    const crm = await aCrm();
    await makeObject(crm, { singular_name: "Office", plural_name: "Offices" });
    const body = { name: "Tenant", type: "reference", reference_object: "company" };
    expect((await crm.attribute("office", body)).status).toBe(201);
  });

  it("take their automations and sequences along, and the audit log names each", async () => {
    const crm = await aCrm();
    await makeObject(crm, { singular_name: "Office", plural_name: "Offices" });
    const params = { workspace_id: crm.workspaceId };
    const trigger = { type: "record.created", object: "office" };
    const actions = [{ type: "update_record", values: { name: "x" } }];
    const steps = [{ type: "wait", amount: 1, unit: "days" }];
    const given = { bearer: crm.bearer, params };
    const own = await call(automations.POST, "POST", { ...given, body: { name: "Greet", trigger, actions } });
    const other = { name: "Stays", trigger: { ...trigger, object: "company" }, actions };
    await call(automations.POST, "POST", { ...given, body: other });
    await call(sequences.POST, "POST", { ...given, body: { name: "Move in", object: "office", steps } });
    expect((await removeObject(crm, "office")).status).toBe(204);
    const rows = await db().auditEvent.findMany({
      where: { workspaceId: crm.workspaceId, action: { endsWith: ".deleted" } },
      orderBy: { action: "asc" },
    });
    expect(rows).toMatchObject([
      { action: "automation.deleted", targetId: own.json.id, before: { name: "Greet" } },
      { action: "crm_object.deleted", before: { slug: "office" } },
      { action: "sequence.deleted", before: { name: "Move in" } },
    ]);
    const left = await db().automation.findMany({ where: { workspaceId: crm.workspaceId } });
    expect(left.map(({ name }) => name)).toEqual(["Stays"]);
  });

  it("can be changed only by those who manage the CRM", async () => {
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
    [
      {
        type: "select",
        options: [
          { value: "a", label: "Hot" },
          { value: "b", label: "hot" },
        ],
      },
      "options",
    ],
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

  it("keep their slug and type, and a slug is never reused", async () => {
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

  it("are never without the one that names a record, required or not", async () => {
    const crm = await aCrm();
    const archived = { is_archived: true };
    const refusal = "The attribute that names a record can't be archived";
    expect((await changeAttribute(crm, "company", "name", archived)).json.detail).toBe(refusal);
    expect((await changeAttribute(crm, "company", "name", { is_required: false })).status).toBe(200);
    expect((await changeAttribute(crm, "company", "name", archived)).json.detail).toBe(refusal);
    expect((await changeAttribute(crm, "company", "phone", { is_required: true })).status).toBe(200);
    expect((await changeAttribute(crm, "company", "phone", archived)).status).toBe(200);
  });

  it("leave one audit entry per change, and none where nothing changes", async () => {
    const crm = await aCrm();
    const change = (body: object) => changeAttribute(crm, "company", "employees", body);
    await Promise.all(Array.from({ length: 4 }, () => change({ is_archived: true })));
    await change({ is_archived: true, name: (await change({ name: "Staff" })).json.name });
    const where = { workspaceId: crm.workspaceId, action: "crm_attribute.updated" };
    expect(await db().auditEvent.count({ where })).toBe(2);
  });

  it("are archived rather than deleted: values stay, hidden, and come back", async () => {
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

  it("are searched again when they come back, of records that were changed meanwhile too", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", domain: "engines.example" });
    await changeAttribute(crm, "company", "domain", { is_archived: true });
    await crm.update("company", id, { name: "B" });
    await changeAttribute(crm, "company", "domain", { is_archived: false });
    expect((await crm.list("company", { search: "gines" })).json).toHaveLength(1);
  });

  it("keep values unique only while they are active and marked as unique", async () => {
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

  it("become unique or stay non-unique, also while records are being written", async () => {
    const crm = await aCrm();
    await crm.list("company");
    const [changed, ...written] = await Promise.all([
      changeAttribute(crm, "company", "industry", { is_unique: true }),
      ...Array.from({ length: 12 }, (_, n) => crm.create("company", { name: `${n}`, industry: "tea" })),
    ]);
    const count = written.filter(({ status }) => status === 201).length;
    expect(changed?.status === 200 ? count : Math.min(count, 2)).toBe(changed?.status === 200 ? 1 : 2);
  });

  /** Deals by stage, and the stages without some. */
  async function aPipeline(stages: string[]) {
    const crm = await aCrm();
    const ids = await Promise.all(stages.map((stage) => crm.make("deal", { name: stage, stage })));
    const { options } = (
      await call(attributes.GET, "GET", { bearer: crm.bearer, params: crm.at("deal") })
    ).json.find(({ slug }: { slug: string }) => slug === "stage");
    const without = (...gone: string[]) =>
      options.filter(({ value }: { value: string }) => !gone.includes(value));
    const stageOf = async (id: string | undefined) => (await crm.get("deal", id ?? "")).json.values.stage;
    return { crm, ids, without, stageOf };
  }

  it("ask what to do with records whose option is removed, and say how many there are", async () => {
    const { crm, ids, without, stageOf } = await aPipeline(["lead", "lead", "won"]);
    const options = without("lead", "won", "lost");
    const answer = await changeAttribute(crm, "deal", "stage", { options });
    expect(answer.status).toBe(409);
    expect(answer.json.options).toEqual([
      { value: "lead", label: "Lead", records: 2 },
      { value: "won", label: "Won", records: 1 },
    ]);
    const halfway = await changeAttribute(crm, "deal", "stage", { options, on_removed: { lead: "keep" } });
    expect(halfway.json.options).toEqual([{ value: "won", label: "Won", records: 1 }]);
    expect((await changeAttribute(crm, "deal", "stage", { options: without("lost") })).status).toBe(200);
    expect(await stageOf(ids[0])).toBe("lead");
  });

  it("move records to another option, clear them or leave them, as decided, without triggering automations", async () => {
    const { crm, ids, without, stageOf } = await aPipeline(["lead", "won", "lost"]);
    const automation = await call(automations.POST, "POST", {
      bearer: crm.bearer,
      params: { workspace_id: crm.workspaceId },
      body: {
        name: "Any change",
        trigger: { type: "record.updated", object: "deal" },
        actions: [{ type: "create_record", object: "person", values: { name: "Someone" } }],
      },
    });
    expect(automation.status).toBe(201);
    const options = without("lead", "won", "lost");
    const [successor] = options;
    const on_removed = { lead: { move_to: successor.value }, won: "clear", lost: "keep" };
    expect((await changeAttribute(crm, "deal", "stage", { options, on_removed })).status).toBe(200);
    expect(await Promise.all(ids.map(stageOf))).toEqual([successor.value, null, "lost"]);
    const found = await crm.list("deal", {
      filter: JSON.stringify({ attribute: "stage", operator: "eq", value: successor.value }),
    });
    expect(found.json).toHaveLength(1);
    const told = await db().crmRecordEvent.findMany({ where: { recordId: ids[0] ?? "", type: "updated" } });
    expect(told).toMatchObject([{ changes: [{ field: "stage", old: "lead", new: successor.value }] }]);
    expect(await db().automationRun.count({ where: { automationId: automation.json.id } })).toBe(0);
    expect((await crm.get("deal", ids[0] ?? "")).json.row_version).toBe(2);
    const later = { on_removed: { lost: { move_to: successor.value } } };
    expect((await changeAttribute(crm, "deal", "stage", later)).status).toBe(200);
    expect(await stageOf(ids[2])).toBe(successor.value);
  });

  it.each<[on_removed: unknown, path: string]>([
    [{ won: { move_to: "nowhere" } }, "on_removed.won.move_to"],
    [{ won: { move_to: "won" } }, "on_removed.won.move_to"],
    [{ won: "clear", lead: "clear" }, "on_removed.lead"],
    [{ won: "drop" }, "on_removed.won"],
  ])("refuse invalid decisions: %j", async (on_removed, path) => {
    const { crm, ids, without, stageOf } = await aPipeline(["won"]);
    const answer = await changeAttribute(crm, "deal", "stage", { options: without("won"), on_removed });
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([422, path]);
    expect(await stageOf(ids[0])).toBe("won");
  });

  it("can't clear required values", async () => {
    const { crm, without } = await aPipeline(["won"]);
    const body = { is_required: true, options: without("won"), on_removed: { won: "clear" } };
    const answer = await changeAttribute(crm, "deal", "stage", body);
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([422, "on_removed.won"]);
  });

  it("update many records by a job, which resumes where it was interrupted", async () => {
    const { crm, without } = await aPipeline([]);
    const csv = `name,stage\n${Array.from({ length: 450 }, (_, index) => `Deal ${index},won`).join("\n")}`;
    const imported = await call(importing.POST, "POST", {
      bearer: crm.bearer,
      params: crm.at("deal"),
      body: { csv },
    });
    expect(imported.json.created).toBe(450);
    const options = without("won");
    const [successor] = options;
    const decisions = { won: { move_to: successor.value } };
    const body = { options, on_removed: decisions };
    expect((await changeAttribute(crm, "deal", "stage", body)).status).toBe(200);
    const { id } = await db().crmAttribute.findFirstOrThrow({
      where: { slug: "stage", object: { workspaceId: crm.workspaceId } },
    });
    const left = (key: string) => db().crmValueKey.count({ where: { attributeId: id, key } });
    expect([await left("won"), await left(successor.value)]).toEqual([250, 200]);
    const developer = await db().workspaceMember.findFirstOrThrow({
      where: { workspaceId: crm.workspaceId },
    });
    const payload = {
      workspaceId: crm.workspaceId,
      developerId: developer.developerId,
      object: "deal",
      attribute: "stage",
      decisions,
    };
    await settleRemovedOptionsJob.handler(payload, { now: new Date() });
    expect([await left("won"), await left(successor.value)]).toEqual([0, 450]);
    // Once more, as after a kill; and of an object that is gone.
    await settleRemovedOptionsJob.handler(payload, { now: new Date() });
    await settleRemovedOptionsJob.handler({ ...payload, object: "gone" }, { now: new Date() });
    expect(await left(successor.value)).toBe(450);
  });

  it("are removed from records also where whoever decided so has erased their account since", async () => {
    const { crm, ids, without, stageOf } = await aPipeline(["won"]);
    const body = { options: without("won"), on_removed: { won: "keep" } };
    expect((await changeAttribute(crm, "deal", "stage", body)).status).toBe(200);
    const [{ value: move_to }] = without("won");
    const payload = {
      workspaceId: crm.workspaceId,
      developerId: randomUUID(),
      object: "deal",
      attribute: "stage",
      decisions: { won: { move_to } },
    };
    await settleRemovedOptionsJob.handler(payload, { now: new Date() });
    expect(await stageOf(ids[0])).toBe(move_to);
  });

  it("take turns: existing values can be sent back after their option was removed, but not chosen again", async () => {
    const { crm, ids, without } = await aPipeline(["won", "lead"]);
    const tags = ["red", "green", "blue"].map((value) => ({ value, label: value }));
    await crm.attribute("deal", { name: "Tags", type: "multi_select", options: tags });
    const [won = "", lead = ""] = ids;
    await crm.update("deal", won, { tags: ["red", "green"] });
    const keep = (slug: string, options: object[], gone: string) =>
      changeAttribute(crm, "deal", slug, { options, on_removed: { [gone]: "keep" } });
    expect((await keep("stage", without("won"), "won")).status).toBe(200);
    expect((await keep("tags", tags.slice(1), "red")).status).toBe(200);
    await changeAttribute(crm, "deal", "close_date", { is_required: true });
    const { values, row_version } = (await crm.get("deal", won)).json;
    const back = await crm.update("deal", won, values);
    expect([back.status, back.json.row_version, back.json.values]).toEqual([200, row_version, values]);
    const more = await crm.update("deal", won, { ...values, tags: ["red", "green", "blue"], amount: 5 });
    expect([more.status, more.json.values]).toMatchObject([
      200,
      { tags: ["red", "green", "blue"], stage: "won" },
    ]);
    expect((await crm.update("deal", lead, { stage: "won" })).status).toBe(422);
    expect((await crm.update("deal", lead, { tags: ["red"] })).status).toBe(422);
    const both = { record_ids: [won, lead], values: { stage: "won" } };
    const params = crm.at("deal");
    expect((await call(records.PATCH, "PATCH", { bearer: crm.bearer, params, body: both })).status).toBe(422);
  });

  it("accept an existing reference whose record was deleted since, or whose person has left", async () => {
    const crm = await aCrm();
    const company = await crm.make("company", { name: "A" });
    const id = await crm.make("deal", { name: "D", company });
    await crm.remove("company", company);
    const { values } = (await crm.get("deal", id)).json;
    expect((await crm.update("deal", id, { ...values, amount: 1 })).status).toBe(200);
    const other = await crm.make("deal", { name: "E" });
    expect((await crm.update("deal", other, { company })).status).toBe(422);
  });

  it("keep the order they are given, which must name all of them", async () => {
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

  it("name the records that are there too by the first text in their order, and by the next once it is archived", async () => {
    const crm = await aCrm();
    const ada = await crm.make("person", { name: "Ada", email: "ada@example.com" });
    const bob = await crm.make("person", { name: "Bob" });
    const before = (await crm.get("person", ada)).json;
    const titles = async () => [
      (await crm.get("person", ada)).json.title,
      (await crm.get("person", bob)).json.title,
    ];
    const list = await call(attributes.GET, "GET", { bearer: crm.bearer, params: crm.at("person") });
    const slugs = ["email", ...slugsOf(list.json).filter((slug) => slug !== "email")];
    const ordered = await call(attributes.PUT, "PUT", {
      bearer: crm.bearer,
      params: crm.at("person"),
      body: { slugs },
    });
    expect(ordered.status).toBe(200);
    expect(await titles()).toEqual(["ada@example.com", "Bob"]);
    expect((await crm.get("person", ada)).json).toEqual({ ...before, title: "ada@example.com" });
    await changeAttribute(crm, "person", "email", { is_archived: true });
    expect(await titles()).toEqual(["Ada", "Bob"]);
    await changeAttribute(crm, "person", "email", { is_archived: false });
    expect(await titles()).toEqual(["ada@example.com", "Bob"]);
  });

  it("name many records by a job", async () => {
    const crm = await aCrm();
    await crm.make("person", { name: "Ada" });
    await db().$executeRaw`
      INSERT INTO crm_record (id, workspace_id, object_id, title, "values", keys, search, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, object_id, 'Former', jsonb_build_object('name', 'Later ' || n), '{}', '', now(), now()
      FROM crm_record, generate_series(0, ${RETITLED_PER_BATCH}::int) AS n WHERE workspace_id = ${crm.workspaceId}::uuid`;
    const former = () => db().crmRecord.count({ where: { workspaceId: crm.workspaceId, title: "Former" } });
    await changeAttribute(crm, "person", "email", { is_archived: true });
    // Those after the first batch; the one that is called Ada may be in either.
    expect([1, 2]).toContain(await former());
    const payload = { workspaceId: crm.workspaceId, object: "person" };
    await retitleRecordsJob.handler(payload, { now: new Date() });
    expect(await former()).toBe(0);
    await retitleRecordsJob.handler({ ...payload, object: "gone" }, { now: new Date() });
  });
});
