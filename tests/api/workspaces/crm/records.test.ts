import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as attributes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route";
import * as restore from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/restore/route";
import * as record from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/route";
import * as timeline from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/timeline/route";
import * as bulkDelete from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/delete/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import * as webhooks from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { eraseDeletedRecords } from "@/lib/crm/records/erase-records";
import { RECORD_RESTORE_DAYS } from "@/lib/crm/records/limits";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember } from "@/tests/support/factories";

function issuesOf(answer: { json: { issues: { path: string; message: string }[] } }): string[] {
  return answer.json.issues.map(({ path }) => path);
}

function timelineOf(crm: Crm, object: string, id: string, query: Record<string, string> = {}) {
  return call(timeline.GET, "GET", {
    bearer: crm.bearer,
    params: { ...crm.at(object), record_id: id },
    query,
  });
}

async function subscribe(crm: Crm): Promise<void> {
  const answer = await call(webhooks.POST, "POST", {
    bearer: crm.bearer,
    params: { workspace_id: crm.workspaceId },
    body: { url: "https://example.com/hook", events: ["*"] },
  });
  expect(answer.status).toBe(201);
}

/** What was emitted in a workspace, oldest first. */
async function eventsOf(crm: Crm) {
  const rows = await db().$queryRaw<{ body: string }[]>`
    SELECT d.body FROM webhook_delivery d
    JOIN webhook w ON w.id = d.webhook_id WHERE w.workspace_id = ${crm.workspaceId}::uuid ORDER BY d.event_id`;
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
}

describe("POST …/records", () => {
  it("stores the values that its attributes accept, trimmed", async () => {
    const crm = await aCrm();
    const answer = await crm.create("company", { name: "  Grüner Tee 🍵 GmbH ", employees: 12, domain: "" });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ object: "company", title: "Grüner Tee 🍵 GmbH", deleted_at: null });
    expect(answer.json.values).toMatchObject({ name: "Grüner Tee 🍵 GmbH", employees: 12, domain: null });
    expect((await crm.get("company", answer.json.id)).json).toEqual(answer.json);
  });

  it("stores markup as plain text, and removes characters that change the reading direction", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "<b>gnp.\u202Eexe</b>" });
    expect((await crm.get("company", id)).json.values.name).toBe("<b>gnp.exe</b>");
    const changed = await crm.update("company", id, { name: "\u2066txt.\u202Egpj" });
    expect(changed.json.title).toBe("txt.gpj");
    expect(issuesOf(await crm.create("company", { name: "\u202E" }))).toEqual(["values.name"]);
  });

  it("says what is too long or too large in a sentence", async () => {
    const crm = await aCrm();
    const { json } = await crm.create("deal", { name: "x".repeat(10_001), amount: 1e300 });
    expect(json.issues).toEqual([
      { path: "values.name", message: "Must have at most 10000 characters" },
      { path: "values.amount", message: expect.stringMatching(/^Not between -?[0-9]+ and [0-9]+$/) },
    ]);
  });

  it("names unknown attributes, whichever way a member writes", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A" });
    const wrong = { name: "B", jobtitle: "CEO", workspace_id: randomUUID() };
    const selection = { record_ids: [id], values: wrong };
    const params = crm.at("company");
    for (const answer of [
      await crm.create("company", wrong),
      await crm.update("company", id, wrong),
      await call(records.PATCH, "PATCH", { bearer: crm.bearer, params, body: selection }),
    ]) {
      expect([answer.status, issuesOf(answer)]).toEqual([422, ["values.jobtitle", "values.workspace_id"]]);
      expect(answer.json.issues[0].message).toBe("No such attribute");
    }
    const body = '{"values":{"name":"B","__proto__":{"name":"C"},"constructor":1}}';
    const sly = await call(records.POST, "POST", { bearer: crm.bearer, params, body });
    expect(sly.status).toBe(422);
    expect(issuesOf(sly)).toContain("values.__proto__");
    const plain = '{"values":{"name":"B","constructor":1}}';
    const other = await call(records.POST, "POST", { bearer: crm.bearer, params, body: plain });
    expect([other.status, issuesOf(other)]).toEqual([422, ["values.constructor"]]);
    const attribute = (await crm.attribute("company", { name: "Old", type: "text" })).json.slug;
    await call(attributes.DELETE, "DELETE", {
      bearer: crm.bearer,
      params: { ...params, attribute_slug: attribute },
    });
    const archived = await crm.update("company", id, { [attribute]: "x" });
    expect(archived.json.issues).toEqual([{ path: "values.old", message: "This attribute is archived" }]);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, 1]));
    expect((await crm.update("company", id, many)).json.issues).toHaveLength(100);
    expect((await crm.list("company")).json.map(({ title }: { title: string }) => title)).toEqual(["A"]);
  });

  it("stores markup and formulas as plain text", async () => {
    const crm = await aCrm();
    for (const name of [
      "<img src=x onerror=alert(1)>",
      '=HYPERLINK("http://evil")',
      "'; DROP TABLE crm_record;--",
    ]) {
      const answer = await crm.create("company", { name });
      expect(answer.json.values.name).toBe(name);
    }
  });

  it("stores texts that JavaScript's objects have as names", async () => {
    const crm = await aCrm();
    const names = ["constructor", "toString", "hasOwnProperty", "__proto__"];
    for (const name of names) {
      const answer = await crm.create("company", { name });
      expect([answer.status, answer.json.values?.name, answer.json.labels]).toEqual([201, name, {}]);
    }
    const listed = await crm.list("company", { sort: "created_at" });
    expect(listed.json.map(({ title }: { title: string }) => title)).toEqual(names);
  });

  it("cuts long texts between characters, not through an emoji", async () => {
    const crm = await aCrm();
    // An emoji is two units long, so one of the texts is cut inside one, wherever the cut is.
    for (const name of ["🍵".repeat(300), `x${"🍵".repeat(300)}`]) {
      const made = await crm.create("company", { name });
      expect([made.status, made.json.values?.name]).toEqual([201, name]);
      expect(made.json.title).toMatch(/^x?🍵+\uFFFD?$/u);
      const changed = await crm.update("company", made.json.id, { name: `${name}!`, description: name });
      expect([changed.status, changed.json.values?.description]).toEqual([200, name]);
      const [{ changes }] = (await timelineOf(crm, "company", made.json.id)).json;
      for (const { new: kept } of changes) expect(kept).toMatch(/^x?🍵+\uFFFD?…$/u);
    }
  });

  it("names every invalid value", async () => {
    const crm = await aCrm();
    const answer = await crm.create("deal", {
      stage: "nearly",
      amount: "12",
      close_date: "2026-02-30",
      company: "not an id",
      owner: 7,
    });
    expect(answer.status).toBe(422);
    const paths = ["name", "stage", "amount", "close_date", "company", "owner"].map(
      (slug) => `values.${slug}`,
    );
    expect(issuesOf(answer).sort()).toEqual(paths.sort());
  });

  it.each<[object: string, slug: string, what: string, value: unknown]>([
    ["deal", "amount", "beyond what JSON holds exactly", 1e300],
    ["deal", "amount", "below that", -1e16],
    ["deal", "close_date", "of a 13th month", "2026-13-01"],
    ["deal", "close_date", "a word", "tomorrow"],
    ["person", "email", "half an address", "ada@"],
    ["person", "email", "too long an address", `${"a".repeat(300)}@example.com`],
    ["company", "website", "a script", "javascript:alert(1)"],
    ["company", "website", "a file", "file:///etc/passwd"],
    ["company", "phone", "words", "call me"],
    ["company", "phone", "many digits and a letter", `${"1".repeat(30_000)}x`],
    ["company", "description", "a text of 100 KB", "x".repeat(100_000)],
    ["company", "description", "an object", { deep: [1] }],
    ["company", "employees", "a list", [1]],
  ])("refuses a %s whose %s is %s", async (object, slug, _, value) => {
    const crm = await aCrm();
    const answer = await crm.create(object, { name: "A", [slug]: value });
    expect(answer.status).toBe(422);
    expect(issuesOf(answer)).toEqual([`values.${slug}`]);
    expect((await crm.list(object)).json).toEqual([]);
  });

  it("refuses NUL, half a surrogate pair, infinite numbers and a body of more than 1 MiB", async () => {
    const crm = await aCrm();
    const send = (body: string) =>
      call(records.POST, "POST", { bearer: crm.bearer, params: crm.at("company"), body });
    expect((await send('{"values":{"name":"a\\u0000b"}}')).status).toBe(422);
    expect((await send('{"values":{"name":"a\\ud800b"}}')).status).toBe(422);
    expect((await send('{"values":{"name":"a","employees":1e999}}')).status).toBe(422);
    expect((await send(JSON.stringify({ values: { name: "x".repeat(1024 * 1024) } }))).status).toBe(413);
    expect((await crm.list("company")).json).toEqual([]);
  });

  it("refuses a record that is too large in total, even if each value is small enough", async () => {
    const crm = await aCrm();
    const names = Array.from({ length: 14 }, (_, index) => `Note ${index}`);
    await Promise.all(names.map((name) => crm.attribute("company", { name, type: "text" })));
    const notes = names.map((name) => [name.toLowerCase().replace(" ", "_"), "x".repeat(9_999)]);
    const answer = await crm.create("company", { name: "A", ...Object.fromEntries(notes) });
    expect(answer.status).toBe(422);
    expect(issuesOf(answer)).toEqual(["values"]);
  });

  it("refers only to live records of the right object in the same workspace, and to its active members", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const theirs = await other.make("company", { name: "Theirs" });
    const person = await crm.make("person", { name: "Ada" });
    const gone = await crm.make("company", { name: "Gone" });
    await crm.remove("company", gone);
    for (const company of [theirs, person, gone, randomUUID()]) {
      const answer = await crm.create("deal", { name: "A", company });
      expect([answer.status, issuesOf(answer)]).toEqual([422, ["values.company"]]);
    }
    const stranger = await aDeveloper();
    expect((await crm.create("deal", { name: "A", owner: stranger.id })).status).toBe(422);
    const grace = await aMember(crm.workspaceId, "sales", await aDeveloper({ name: "Grace" }));
    const company = await crm.make("company", { name: "Ours" });
    const deal = await crm.create("deal", { name: "A", company: company.toUpperCase(), owner: grace.id });
    expect(deal.json.values).toMatchObject({ company, owner: grace.id });
    expect(deal.json.labels).toEqual({ [company]: "Ours", [grace.id]: "Grace" });
  });

  it("gives a unique value to one of 50 who request it at once", async () => {
    const crm = await aCrm();
    await crm.list("person");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        crm.create("person", { name: `Ada ${n}`, email: n % 2 ? "ADA@example.com" : "ada@example.com" }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ detail: "Another Person has this Email" });
    expect(issuesOf(refused as never)).toEqual(["values.email"]);
    expect((await crm.list("person")).json).toHaveLength(1);
  });

  it("creates the built-in objects once for 20 simultaneous requests", async () => {
    const crm = await aCrm();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => crm.create("company", { name: `Company ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    const objects = await db().crmObject.findMany({
      where: { workspaceId: crm.workspaceId },
      include: { _count: { select: { attributes: true } } },
    });
    expect(objects.map(({ slug }) => slug).sort()).toEqual(["company", "deal", "person"]);
    expect(objects.every(({ _count }) => _count.attributes >= 7)).toBe(true);
  });

  it("needs the permission to edit records, and reading the permission to see them", async () => {
    const crm = await aCrm();
    const viewer = await aMember(crm.workspaceId, "viewer");
    const theirs = crmOf(viewer.jwt, crm.workspaceId);
    expect((await theirs.create("company", { name: "A" })).status).toBe(403);
    expect((await theirs.list("company")).status).toBe(403);
  });
});

describe("PATCH …/records/{record_id}", () => {
  it("changes the named values, clears those that are null and keeps the rest", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", domain: "a.example", employees: 5 });
    const answer = await crm.update("company", id, { domain: null, employees: 6 });
    expect(answer.status).toBe(200);
    expect(answer.json.values).toMatchObject({ name: "A", domain: null, employees: 6 });
    expect((await crm.update("company", id, { name: " " })).status).toBe(422);
    expect((await crm.get("company", id)).json.values.name).toBe("A");
  });

  it("releases a unique value that a record gives up, and takes it from nobody", async () => {
    const crm = await aCrm();
    const [a, b] = [
      await crm.make("company", { name: "A", domain: "x.example" }),
      await crm.make("company", { name: "B", domain: "b.example" }),
    ];
    expect((await crm.update("company", b, { domain: "X.example" })).status).toBe(409);
    expect((await crm.get("company", b)).json.values.domain).toBe("b.example");
    expect((await crm.update("company", a, { domain: "y.example" })).status).toBe(200);
    expect((await crm.update("company", b, { domain: "X.example" })).status).toBe(200);
    expect((await crm.update("company", b, { domain: "x.EXAMPLE" })).status).toBe(200);
  });

  it("keeps lists correct: a record is found by its new value and not by the old one", async () => {
    const crm = await aCrm();
    const id = await crm.make("deal", { name: "A", stage: "lead", amount: 10 });
    await crm.update("deal", id, { stage: "won", amount: -3.5 });
    const found = async (filter: object) =>
      (await crm.list("deal", { filter: JSON.stringify(filter), sort: "amount" })).json.length;
    expect(await found({ attribute: "stage", operator: "eq", value: "lead" })).toBe(0);
    expect(await found({ attribute: "stage", operator: "eq", value: "won" })).toBe(1);
    const keys = await db().crmValueKey.findMany({ where: { recordId: id } });
    expect(keys).toHaveLength(3);
  });

  it("loses no change if 20 change different values of a record at once", async () => {
    const crm = await aCrm();
    const names = Array.from({ length: 20 }, (_, index) => `Number ${index}`);
    for (const name of names) await crm.attribute("company", { name, type: "number" });
    const id = await crm.make("company", { name: "A" });
    await Promise.all(names.map((_, n) => crm.update("company", id, { [`number_${n}`]: n })));
    const { values } = (await crm.get("company", id)).json;
    expect(names.map((_, n) => values[`number_${n}`])).toEqual(names.map((_, n) => n));
    expect((await timelineOf(crm, "company", id)).json).toHaveLength(21);
  });
});

describe("PUT …/records?match=", () => {
  const put = (crm: Crm, match: string, values: object, headers: Record<string, string> = {}) =>
    call(records.PUT, "PUT", {
      bearer: crm.bearer,
      params: crm.at("person"),
      query: { match },
      headers,
      body: { values },
    });

  it("creates the record that has a unique value, and then changes it", async () => {
    const crm = await aCrm();
    await subscribe(crm);
    const made = await put(crm, "email", { name: "Ada", email: " ADA@example.com" });
    expect([made.status, made.headers.get("etag")]).toEqual([201, '"1"']);
    const changed = await put(crm, "email", { email: "ada@example.com", job_title: "Countess" });
    expect([changed.status, changed.headers.get("etag"), changed.json.id]).toEqual([
      200,
      '"2"',
      made.json.id,
    ]);
    expect(changed.json.values).toMatchObject({ name: "Ada", job_title: "Countess" });
    const same = await put(crm, "email", { email: "ada@example.com", job_title: "Countess" });
    expect([same.status, same.json.row_version]).toEqual([200, 2]);
    expect((await eventsOf(crm)).map(({ type }) => type)).toEqual(["record.created", "record.updated"]);
    expect((await crm.list("person")).json).toHaveLength(1);
  });

  it("creates one record for 20 simultaneous requests with the same value", async () => {
    const crm = await aCrm();
    await crm.list("person");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put(crm, "email", { name: `Ada ${index}`, email: "ada@example.com" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect((await crm.list("person")).json).toHaveLength(1);
  });

  it("creates one record for 20 who share another unique value too, whichever attribute comes first", async () => {
    const crm = await aCrm();
    await crm.attribute("person", { name: "Code", type: "text", is_unique: true });
    const statuses: number[] = [];
    for (const match of ["email", "code"]) {
      const values = { email: `${match}@example.com`, code: match };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => put(crm, match, { name: `Ada ${index}`, ...values })),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(statuses.filter((status) => status === 200)).toHaveLength(38);
  });

  it("needs a unique attribute and its value, and the required values of a new record", async () => {
    const crm = await aCrm();
    for (const match of ["name", "nothing", ""]) {
      expect((await put(crm, match, { name: "A", email: "a@example.com" })).status).toBe(400);
    }
    for (const email of [undefined, null, "", "half@"]) {
      const answer = await put(crm, "email", { name: "A", email });
      expect([answer.status, issuesOf(answer)]).toEqual([422, ["values.email"]]);
    }
    expect(issuesOf(await put(crm, "email", { email: "a@example.com" }))).toEqual(["values.name"]);
    const wrong = await put(crm, "email", { name: "A", email: "a@example.com", jobtitle: "CEO" });
    expect(issuesOf(wrong)).toEqual(["values.jobtitle"]);
    expect((await crm.list("person")).json).toEqual([]);
  });

  it("creates a new record if the one with the value is deleted", async () => {
    const crm = await aCrm();
    const gone = await crm.make("person", { name: "Ada", email: "ada@example.com" });
    await crm.remove("person", gone);
    const answer = await put(crm, "email", { name: "Ada", email: "ada@example.com" });
    expect([answer.status, answer.json.id === gone]).toEqual([201, false]);
  });

  it("with If-Match changes only the record in that version, and creates none", async () => {
    const crm = await aCrm();
    const ada = { name: "Ada", email: "ada@example.com" };
    for (const ifMatch of ["*", '"1"']) {
      const none = await put(crm, "email", ada, { "if-match": ifMatch });
      expect([none.status, none.json.record]).toEqual([412, null]);
    }
    const made = await put(crm, "email", ada);
    const changed = await put(crm, "email", { ...ada, name: "Ada L" }, { "if-match": '"1"' });
    expect([changed.status, changed.json.id, changed.json.row_version]).toEqual([200, made.json.id, 2]);
    const late = await put(crm, "email", { ...ada, name: "Late" }, { "if-match": '"1"' });
    expect([late.status, late.json.record]).toEqual([412, changed.json]);
    expect((await put(crm, "email", ada, { "if-match": "soon" })).status).toBe(400);
    expect((await crm.list("person")).json).toEqual([changed.json]);
  });
});

describe("If-Match", () => {
  const send = (crm: Crm, id: string, ifMatch: string, name: string) =>
    call(record.PATCH, "PATCH", {
      bearer: crm.bearer,
      params: { ...crm.at("company"), record_id: id },
      headers: { "if-match": ifMatch },
      body: { values: { name } },
    });
  const remove = (crm: Crm, id: string, ifMatch: string) =>
    call(record.DELETE, "DELETE", {
      bearer: crm.bearer,
      params: { ...crm.at("company"), record_id: id },
      headers: { "if-match": ifMatch },
    });

  it("lets the first of two change a record, and shows the second the current one", async () => {
    const crm = await aCrm();
    const made = await crm.create("company", { name: "A", employees: 3 });
    expect([made.json.row_version, made.headers.get("etag")]).toEqual([1, '"1"']);
    const { id } = made.json;
    const first = await send(crm, id, '"1"', "First");
    expect([first.status, first.headers.get("etag"), first.json.row_version]).toEqual([200, '"2"', 2]);
    const second = await send(crm, id, '"1"', "Second");
    expect(second.status).toBe(412);
    expect(second.json).toEqual({ detail: expect.any(String), record: first.json });
    expect((await remove(crm, id, '"1"')).status).toBe(412);
    const read = await crm.get("company", id);
    expect([read.json.title, read.headers.get("etag")]).toEqual(["First", '"2"']);
    expect((await remove(crm, id, '"1", "2"')).status).toBe(204);
  });

  it("accepts any version, none and several; weak tags match none, and anything else is refused", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A" });
    expect((await send(crm, id, "*", "B")).status).toBe(200);
    expect((await crm.update("company", id, { name: "C" })).status).toBe(200);
    expect((await send(crm, id, 'W/"3"', "D")).status).toBe(412);
    expect((await send(crm, id, '"x", "3"', "D")).status).toBe(200);
    for (const malformed of ["4", "soon", '"4', ""]) {
      const answer = await send(crm, id, malformed, "E");
      expect([answer.status, answer.json.detail]).toEqual([400, expect.stringContaining("ETag")]);
    }
    expect((await crm.get("company", id)).json).toMatchObject({ title: "D", row_version: 4 });
    expect((await send(crm, randomUUID(), '"1"', "E")).status).toBe(404);
  });

  it("lets one of 20 with the same version change it", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(crm, id, '"1"', `Name ${index}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    expect((await crm.get("company", id)).json.row_version).toBe(2);
  });

  it("has a new version for every change, including deleting and restoring, and none if nothing changed", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A" });
    await crm.update("company", id, { name: "A" });
    expect((await crm.get("company", id)).json.row_version).toBe(1);
    await crm.remove("company", id);
    expect((await crm.get("company", id, { deleted: "true" })).json.row_version).toBe(2);
    const params = { ...crm.at("company"), record_id: id };
    const restored = await call(restore.POST, "POST", { bearer: crm.bearer, params });
    expect([restored.json.row_version, restored.headers.get("etag")]).toEqual([3, '"3"']);
    expect((await crm.list("company")).json[0].row_version).toBe(3);
  });
});

describe("a selection of records", () => {
  const body = (ids: string[], values: object) => ({ record_ids: ids, values });

  it("gets the same values, for all records or none", async () => {
    const crm = await aCrm();
    const ids = await Promise.all(["A", "B", "C"].map((name) => crm.make("deal", { name, stage: "lead" })));
    const patch = (given: object) =>
      call(records.PATCH, "PATCH", { bearer: crm.bearer, params: crm.at("deal"), body: given });
    expect((await patch(body([...ids, randomUUID()], { stage: "won" }))).status).toBe(404);
    expect((await patch(body(ids, { stage: "gone" }))).status).toBe(422);
    const stages = async () =>
      (await crm.list("deal")).json.map(({ values }: { values: { stage: string } }) => values.stage);
    expect(await stages()).toEqual(["lead", "lead", "lead"]);
    expect((await patch(body(ids, { stage: "won" }))).json).toEqual({ changed: 3 });
    expect((await patch(body(ids, { stage: "won" }))).json).toEqual({ changed: 0 });
    expect(await stages()).toEqual(["won", "won", "won"]);
    expect(
      (
        await patch(
          body(
            Array.from({ length: 201 }, () => randomUUID()),
            {},
          ),
        )
      ).status,
    ).toBe(422);
  });

  it("can't get a unique value, which only one could have", async () => {
    const crm = await aCrm();
    const ids = await Promise.all(["A", "B"].map((name) => crm.make("company", { name })));
    const params = crm.at("company");
    const answer = await call(records.PATCH, "PATCH", {
      bearer: crm.bearer,
      params,
      body: body(ids, { domain: "a.example" }),
    });
    expect(answer.status).toBe(409);
  });

  it("is deleted as a whole, without another workspace's records", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const mine = await Promise.all(["A", "B"].map((name) => crm.make("company", { name })));
    const theirs = await other.make("company", { name: "Theirs" });
    const remove = (ids: string[]) =>
      call(bulkDelete.POST, "POST", {
        bearer: crm.bearer,
        params: crm.at("company"),
        body: { record_ids: ids },
      });
    expect((await remove([...mine, theirs])).status).toBe(404);
    expect((await crm.list("company")).json).toHaveLength(2);
    expect((await remove(mine)).json).toEqual({ changed: 2 });
    expect((await crm.list("company")).json).toEqual([]);
    expect((await other.get("company", theirs)).json.deleted_at).toBeNull();
  });
});

describe("deleting and restoring", () => {
  const bringBack = (crm: Crm, id: string) =>
    call(restore.POST, "POST", { bearer: crm.bearer, params: { ...crm.at("company"), record_id: id } });

  it("removes a record from every list and restores it as it was", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", domain: "a.example" });
    expect((await crm.remove("company", id)).status).toBe(204);
    expect((await crm.remove("company", id)).status).toBe(404);
    expect((await crm.update("company", id, { name: "B" })).status).toBe(404);
    expect((await crm.get("company", id)).json).toEqual({ detail: "Record not found" });
    expect((await crm.get("company", id, { deleted: "true" })).json.deleted_at).toEqual(expect.any(String));
    expect((await crm.list("company", { sort: "name" })).json).toEqual([]);
    expect((await crm.list("company", { deleted: "true" })).json).toHaveLength(1);
    const answer = await bringBack(crm, id);
    expect(answer.json).toMatchObject({ deleted_at: null, values: { name: "A", domain: "a.example" } });
    expect((await crm.list("company", { sort: "name" })).json).toHaveLength(1);
    expect((await bringBack(crm, id)).status).toBe(404);
  });

  it("lets another record take a unique value meanwhile, and then refuses to restore", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", domain: "a.example" });
    await crm.remove("company", id);
    const heir = await crm.make("company", { name: "B", domain: "a.example" });
    expect((await bringBack(crm, id)).status).toBe(409);
    await crm.update("company", heir, { domain: null });
    expect((await bringBack(crm, id)).status).toBe(200);
  });

  it("is final once the time to restore is over", async () => {
    const crm = await aCrm();
    const [old, kept] = [await crm.make("company", { name: "A" }), await crm.make("company", { name: "B" })];
    await crm.remove("company", old);
    const later = new Date(Date.now() + (RECORD_RESTORE_DAYS - 1) * 86_400_000);
    await eraseDeletedRecords(later);
    expect((await crm.get("company", old, { deleted: "true" })).status).toBe(200);
    await eraseDeletedRecords(new Date(later.getTime() + 2 * 86_400_000));
    expect((await crm.get("company", old)).status).toBe(404);
    expect((await crm.get("company", kept)).status).toBe(200);
    expect(await db().crmRecordEvent.count({ where: { recordId: old } })).toBe(0);
  });
});

describe("GET …/timeline", () => {
  it("shows who changed what, from what to what, newest first, page by page", async () => {
    const crm = await aCrm();
    const id = await crm.make("company", { name: "A", employees: 1 });
    await crm.update("company", id, { employees: 2, description: "x".repeat(5_000) });
    await crm.update("company", id, { employees: 2 });
    await crm.remove("company", id);
    const whole = await timelineOf(crm, "company", id);
    expect(whole.json.map(({ type }: { type: string }) => type)).toEqual(["deleted", "updated", "created"]);
    const [, updated] = whole.json;
    expect(updated).toMatchObject({ actor_kind: "developer", actor_name: "Ada" });
    expect(updated.changes).toContainEqual({ field: "employees", old: 1, new: 2 });
    expect(updated.changes.find(({ field }: { field: string }) => field === "description").new).toHaveLength(
      500,
    );
    const page = await timelineOf(crm, "company", id, { limit: "1" });
    const next = new URL(/<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "", "http://x")
      .searchParams;
    const rest = await timelineOf(crm, "company", id, { cursor: next.get("cursor") ?? "" });
    expect([...page.json, ...rest.json]).toEqual(whole.json);
  });
});

describe("events", () => {
  it("are emitted for every change, in its transaction, and for none that failed or changed nothing", async () => {
    const crm = await aCrm();
    await subscribe(crm);
    const id = await crm.make("company", { name: "A", domain: "a.example" });
    await crm.create("company", { name: "B", domain: "a.example" });
    await crm.update("company", id, { name: "A" });
    await crm.update("company", id, { name: "Ä" });
    await crm.remove("company", id);
    const events = await eventsOf(crm);
    expect(events.map(({ type }) => type)).toEqual(["record.created", "record.updated", "record.deleted"]);
    const [created, updated, deleted] = events;
    expect(created?.data).toMatchObject({
      object: "company",
      record_id: id,
      values: { name: "A", employees: null },
    });
    expect(created?.data).not.toHaveProperty("changes");
    expect(updated?.data.changes).toEqual([{ field: "name", old: "A", new: "Ä" }]);
    expect(deleted?.data).toMatchObject({ record_id: id, values: { name: "Ä" } });
    expect(events.every(({ data }) => data.actor_id !== null)).toBe(true);
  });

  it("name a restored record as such, and don't start automations for new records", async () => {
    const crm = await aCrm();
    await subscribe(crm);
    const id = await crm.make("company", { name: "A" });
    const welcome = await call(automations.POST, "POST", {
      bearer: crm.bearer,
      params: { workspace_id: crm.workspaceId },
      body: {
        name: "Welcome",
        trigger: { type: "record.created", object: "company" },
        actions: [{ type: "create_record", object: "person", values: { name: "Someone" } }],
      },
    });
    expect(welcome.status).toBe(201);
    await crm.remove("company", id);
    const params = { ...crm.at("company"), record_id: id };
    expect((await call(restore.POST, "POST", { bearer: crm.bearer, params })).status).toBe(200);
    const events = await eventsOf(crm);
    expect(events.map(({ type }) => type)).toEqual(["record.created", "record.deleted", "record.restored"]);
    expect(events[2]?.data).toMatchObject({ object: "company", record_id: id, values: { name: "A" } });
    expect(await db().automationRun.count({ where: { automationId: welcome.json.id } })).toBe(0);
    await crm.make("company", { name: "B" });
    expect(await db().automationRun.count({ where: { automationId: welcome.json.id } })).toBe(1);
  });
});
