import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import * as exporting from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/export/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route";
import { IMPORT_INLINE_ROWS_MAX, IMPORT_ROWS_MAX } from "@/lib/crm/import/limits";
import { createRecordAs } from "@/lib/crm/records/write-records";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aMember, aMemberWith } from "@/tests/support/factories";

function bring(crm: Crm, object: string, csv: string, given: object = {}) {
  return call(importing.POST, "POST", {
    bearer: crm.bearer,
    params: crm.at(object),
    body: { csv, ...given },
  });
}

function exported(crm: Crm, object: string, query: Record<string, string> = {}) {
  return call(exporting.GET, "GET", { bearer: crm.bearer, params: crm.at(object), query });
}

async function countOf(crm: Crm): Promise<number> {
  return db().crmRecord.count({ where: { workspaceId: crm.workspaceId, deletedAt: null } });
}

describe("import", () => {
  it("matches columns by slug or name, reads every type and reports what it created", async () => {
    const crm = await aCrm();
    const csv =
      '\uFEFFNAME;stage;Amount;Close date;Unknown\r\n"A; ""B""\n2";Won;-12.5;2026-03-01;x\r\n\r\nC;;;;\r\n';
    const answer = await bring(crm, "deal", csv);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ rows: 2, created: 2, updated: 0, failed: 0, errors: [] });
    expect(answer.json.columns.at(-1)).toEqual({ header: "Unknown", attribute: null });
    const { json } = await crm.list("deal", { sort: "name" });
    expect(json[0].values).toMatchObject({
      name: 'A; "B"\n2',
      stage: "won",
      amount: -12.5,
      close_date: "2026-03-01",
    });
    expect(json[1].values).toMatchObject({ name: "C", stage: null, amount: null });
  });

  it("changes nothing in a dry run and lists every error by row and column", async () => {
    const crm = await aCrm();
    await crm.make("company", { name: "Old", domain: "old.example" });
    const csv = [
      "name,domain,employees,owner",
      "A,a.example,5,",
      "B,A.EXAMPLE,5,",
      "C,old.example,5,",
      ",d.example,many,",
      `E,,,${crm.workspaceId}`,
    ].join("\n");
    const dry = await bring(crm, "company", csv, { dry_run: true });
    expect(dry.json).toMatchObject({ is_dry_run: true, rows: 5, created: 1, failed: 4 });
    const named = dry.json.errors.map(
      ({ row, column }: { row: number; column: string }) => `${row} ${column}`,
    );
    expect(named.sort()).toEqual(["3 domain", "4 domain", "5 employees", "5 name", "6 owner"]);
    const real = await bring(crm, "company", csv);
    expect(real.status).toBe(422);
    expect(real.json.issues[0].path).toMatch(/^rows\.\d+\./);
    expect(await countOf(crm)).toBe(1);
    const some = await bring(crm, "company", csv, { skip_invalid: true });
    expect(some.json).toMatchObject({ created: 1, failed: 4 });
    expect(await countOf(crm)).toBe(2);
  });

  it("updates the record with the matching value, and leaves equal ones alone", async () => {
    const crm = await aCrm();
    const id = await crm.make("person", {
      name: "Ada",
      email: "ada@example.com",
      job_title: "Boss",
      phone: "123",
    });
    const csv = "name,email,job_title\nAda L.,ADA@example.com,\nGrace,grace@example.com,Admiral\n";
    const first = await bring(crm, "person", csv, { match: "email" });
    expect(first.json).toMatchObject({ created: 1, updated: 1, unchanged: 0 });
    expect((await crm.get("person", id)).json.values).toMatchObject({
      name: "Ada L.",
      job_title: "Boss",
      phone: "123",
    });
    const second = await bring(crm, "person", csv, { match: "email" });
    expect(second.json).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect((await bring(crm, "person", csv, { match: "name" })).status).toBe(422);
    expect((await bring(crm, "person", "name\nA", { match: "email" })).status).toBe(422);
    const twice = "name,email\nA,ada@example.com\nB,ada@example.com\n";
    expect((await bring(crm, "person", twice, { match: "email" })).status).toBe(422);
  });

  it("finds by its match what another request creates at the same moment", async () => {
    const crm = await aCrm();
    await crm.list("person");
    const writer = {
      workspaceId: crm.workspaceId,
      actor: { kind: "service" as const, developerId: null, causeId: null },
      causeRunId: null,
    };
    // In a list, so that the transaction does not wait for what waits for it.
    const [importing] = await transaction(async (tx) => {
      await createRecordAs(tx, writer, "person", { name: "Ada", email: "ada@example.com" }, new Date());
      const [{ pid } = {}] = await tx.$queryRaw<{ pid?: number }[]>`SELECT pg_backend_pid() AS pid`;
      const csv = "name,email,job title\nAda,ada@example.com,Countess\n";
      const running = bring(crm, "person", csv, { match: "email" });
      const waiting = () =>
        db().$queryRaw`SELECT 1 FROM pg_stat_activity WHERE ${pid}::int = ANY (pg_blocking_pids(pid))`;
      await expect.poll(waiting, { timeout: 10_000, interval: 20 }).not.toHaveLength(0);
      return [running];
    });
    const answer = await importing;
    expect([answer?.status, answer?.json]).toMatchObject([200, { created: 0, updated: 1 }]);
    expect(await countOf(crm)).toBe(1);
  });

  it("keeps the values of blank cells, unless blank cells are to clear them", async () => {
    const crm = await aCrm();
    const values = { name: "Grace", email: "g@example.com", phone: "+1 555 010", job_title: "Admiral" };
    const id = await crm.make("person", values);
    const csv = "name,email,phone,job_title\nGrace H,g@example.com,, \n";
    expect((await bring(crm, "person", csv, { match: "email" })).json).toMatchObject({ updated: 1 });
    expect((await crm.get("person", id)).json.values).toMatchObject({ ...values, name: "Grace H" });
    const cleared = await bring(crm, "person", csv, { match: "email", blank: "clear" });
    expect(cleared.json).toMatchObject({ updated: 1 });
    expect((await crm.get("person", id)).json.values).toMatchObject({ phone: null, job_title: null });
    const nameless = "name,email\n,g@example.com\n";
    expect((await bring(crm, "person", nameless, { match: "email" })).json).toMatchObject({ unchanged: 1 });
    expect((await bring(crm, "person", nameless, { match: "email", blank: "clear" })).status).toBe(422);
  });

  it("shows the first changed records before and after, and changes none in a dry run", async () => {
    const crm = await aCrm();
    const acme = await crm.make("company", { name: "Acme" });
    const people = Array.from({ length: 25 }, (_, n) => `Person ${n},${n}@example.com,Engineer`);
    await bring(crm, "person", ["name,email,job_title", ...people].join("\n"));
    const lines = people.map((line) => `${line.replace("Engineer", "Manager")},Acme`);
    const csv = ["name,email,job_title,company", ...lines, "New,new@example.com,,"].join("\n");
    const dry = await bring(crm, "person", csv, { match: "email", dry_run: true });
    expect(dry.json).toMatchObject({ created: 1, updated: 25, unchanged: 0, failed: 0 });
    const changed = dry.json.preview.filter((each: { before: unknown }) => each.before !== null);
    expect(changed).toHaveLength(20);
    expect(changed[0]).toEqual({
      row: 2,
      record_id: expect.any(String),
      title: "Person 0",
      before: { job_title: "Engineer", company: null },
      after: { job_title: "Manager", company: acme },
    });
    expect(dry.json.preview.at(-1)).toMatchObject({ record_id: null, title: "New", before: null });
    expect(dry.json.labels).toEqual({ [acme]: "Acme" });
    const { json } = await crm.list("person", { search: "Person 0" });
    expect(json[0].values).toMatchObject({ job_title: "Engineer", company: null });
  });

  it("resolves references by unique value, name or email address", async () => {
    const crm = await aCrm();
    const acme = await crm.make("company", { name: "Acme", domain: "acme.example" });
    for (const domain of ["a.example", "b.example"]) await crm.make("company", { name: "Twin", domain });
    const owner = (await crm.list("company")).json[0].created_by_id;
    const { email, name } = await db().developer.findUniqueOrThrow({ where: { id: owner } });
    const csv = [
      "name,company,owner",
      `ById,${acme},${owner}`,
      `ByName,ACME,${name}`,
      `ByDomain,Acme.example,${email.toUpperCase()}`,
      "Twin,Twin,",
      "Unknown,Nobody Ltd,ghost@example.com",
    ].join("\n");
    const answer = await bring(crm, "person", csv, { skip_invalid: true });
    expect(answer.json).toMatchObject({ created: 3, failed: 2 });
    const { json } = await crm.list("person");
    for (const { values } of json) expect(values).toMatchObject({ company: acme, owner });
    const messages = answer.json.errors.map(({ row, message }: { row: number; message: string }) => [
      row,
      message,
    ]);
    expect(messages).toEqual([
      [5, 'Several companies are called "Twin": name it by Domain or id'],
      [6, 'No company "Nobody Ltd"'],
      [6, 'No active member "ghost@example.com"'],
    ]);
    const lenient = await bring(crm, "person", csv.replace("Twin,Twin,", ""), {
      unknown_references: "leave_empty",
    });
    expect(lenient.json).toMatchObject({ created: 4, failed: 0 });
  });

  it("finds no record and no member of another workspace", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    await other.make("company", { name: "Theirs", domain: "theirs.example" });
    const [member] = await db().developer.findMany({
      where: { memberships: { some: { workspaceId: other.workspaceId } } },
    });
    const csv = `name,company,owner\nA,Theirs,\nB,theirs.example,\nC,,${member?.email}\n`;
    expect((await bring(crm, "person", csv, { dry_run: true })).json).toMatchObject({ failed: 3 });
  });

  it("reads numbers and dates as the file's locale writes them, and never guesses between two meanings", async () => {
    const crm = await aCrm();
    const csv =
      "name;amount;close_date\nA;1.200,50 €;31.12.2026\nB;€1200;2026-12-31T00:00:00Z\nC;1.200;01/02/2026\n";
    const unstated = await bring(crm, "deal", csv);
    expect(unstated.status).toBe(422);
    expect(unstated.json.issues).toEqual([
      {
        path: "rows.4.close_date",
        message: "Can be 2026-02-01 or 2026-01-02: say whether the day or the month comes first",
      },
    ]);
    expect((await bring(crm, "deal", csv, { locale: "de-DE" })).json).toMatchObject({ created: 3 });
    const { json } = await crm.list("deal", { sort: "name" });
    const read = json.map(({ values }: { values: Record<string, unknown> }) => [
      values.amount,
      values.close_date,
    ]);
    expect(read).toEqual([
      [1200.5, "2026-12-31"],
      [1200, "2026-12-31"],
      [1200, "2026-02-01"],
    ]);
    expect((await bring(crm, "deal", csv, { locale: "xx-nonsense-" })).status).toBe(422);
    const stated = await bring(crm, "deal", 'name,amount,close_date\nD,"1,200",1/2/2026\n', {
      locale: "de-DE",
      decimal: "point",
      dates: "month_first",
    });
    expect(stated.json.preview[0].after).toMatchObject({ amount: 1200, close_date: "2026-01-02" });
  });

  it("adds missing options of a select on request, for those who may", async () => {
    const crm = await aCrm();
    const csv = "name,stage\nA,Won\nB,On hold\nC,on HOLD\nD,Größer!\n";
    expect((await bring(crm, "deal", csv)).status).toBe(422);
    const dry = await bring(crm, "deal", csv, { create_options: true, dry_run: true });
    const added = [
      { value: "on_hold", label: "On hold" },
      { value: "groesser", label: "Größer!" },
    ];
    expect(dry.json).toMatchObject({ created: 4, new_options: { stage: added } });
    expect((await bring(crm, "deal", csv)).status).toBe(422);
    expect((await bring(crm, "deal", csv, { create_options: true })).json).toMatchObject({ created: 4 });
    const { json } = await crm.list("deal", { sort: "name" });
    const stages = json.map(({ values }: { values: { stage: string } }) => values.stage);
    expect(stages).toEqual(["won", "on_hold", "on_hold", "groesser"]);
    const sales = crmOf((await aMember(crm.workspaceId, "sales")).jwt, crm.workspaceId);
    expect((await bring(sales, "deal", csv, { create_options: true })).status).toBe(403);
    expect((await bring(sales, "deal", csv)).status).toBe(200);
  });

  it("takes accents that are written in two ways for the same: in columns, options and unique values", async () => {
    const crm = await aCrm();
    const options = [{ value: "cafe", label: "Caf\u00e9" }];
    await crm.attribute("company", { name: "Art des Caf\u00e9s", type: "select", options });
    await crm.attribute("company", { name: "Code", type: "text", is_unique: true });
    const id = await crm.make("company", { name: "Gr\u00fcn", code: "Z\u00fcrich" });
    expect((await crm.create("company", { name: "Other", code: "Zu\u0308rich" })).status).toBe(409);
    // As macOS writes it.
    const csv = "code,name,Art des Cafés\nZürich,Grün,café\n".normalize("NFD");
    const answer = await bring(crm, "company", csv, { match: "code", create_options: true });
    expect(answer.json).toMatchObject({ created: 0, updated: 1, new_options: {} });
    expect((await crm.get("company", id)).json.values).toMatchObject({ art_des_cafes: "cafe" });
    const filter = JSON.stringify({ attribute: "code", operator: "eq", value: "Z\u00fcrich" });
    expect((await crm.list("company", { filter })).json).toHaveLength(1);
  });

  it("reads every row of a file whose lines end in several ways", async () => {
    const crm = await aCrm();
    const answer = await bring(crm, "company", 'name\r\nA\nB\r\n"C\nD"\rE');
    expect(answer.json).toMatchObject({ created: 4 });
    const titles = (await crm.list("company", { sort: "name" })).json.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).toEqual(["A", "B", "C\nD", "E"]);
  });

  it("refuses rows with more cells than the header: a separator outside quotes moved their values", async () => {
    const crm = await aCrm();
    const csv = 'name,domain\nAcme, Inc.,acme.example\n"Best, Ltd.",best.example,,\n,,none.example\n';
    const refused = await bring(crm, "company", csv);
    expect([refused.status, await countOf(crm)]).toEqual([422, 0]);
    expect(refused.json.issues.map(({ path }: { path: string }) => path)).toContain("rows.2.");
    const { json } = await bring(crm, "company", csv, { skip_invalid: true });
    expect(json).toMatchObject({ created: 1, failed: 2 });
    expect(json.errors).toContainEqual({
      row: 2,
      column: null,
      message: "More cells than the header: is a text with a separator in it not in quotes?",
    });
    const [best] = (await crm.list("company")).json;
    expect(best.values).toMatchObject({ name: "Best, Ltd.", domain: "best.example" });
  });

  it.each([
    ["sep=;\r\nname;domain\r\nAcme, Inc.;acme.example\r\n;none.example\r\n"],
    ["\uFEFFSEP=|\nname|domain\nAcme, Inc.|acme.example\n|none.example\n"],
  ])("takes the separator that a first line names, which is no row: %j", async (csv) => {
    const crm = await aCrm();
    const { json } = await bring(crm, "company", csv, { skip_invalid: true });
    expect(json).toMatchObject({ created: 1, failed: 1, errors: [{ row: 3, column: "name" }] });
    const [acme] = (await crm.list("company")).json;
    expect(acme.values).toMatchObject({ name: "Acme, Inc.", domain: "acme.example" });
  });

  it("takes a mapping, which leaves out what it does not name", async () => {
    const crm = await aCrm();
    const csv = "Firma,name\nAcme,ignored\n";
    const answer = await bring(crm, "company", csv, { mapping: { Firma: "name", name: null } });
    expect(answer.json).toMatchObject({ created: 1 });
    expect((await crm.list("company")).json[0].title).toBe("Acme");
    expect((await bring(crm, "company", csv, { mapping: { Nothing: "name" } })).status).toBe(422);
    expect((await bring(crm, "company", csv, { mapping: { Firma: "salary" } })).status).toBe(422);
    expect((await bring(crm, "company", csv, { mapping: { Firma: "name", name: "name" } })).status).toBe(422);
  });

  it.each([
    ["nothing below the header", "name\n"],
    ["no column that is an attribute", "salary\n1\n"],
    ["an open quote", 'name\n"A\n'],
    ["a row of millions of empty cells", `name\nA${",".repeat(5 * 1024 * 1024)}\n`],
    ["a header of millions of cells", `name${",".repeat(5 * 1024 * 1024)}\nA\n`],
    ["too many rows", `name\n${"A\n".repeat(IMPORT_ROWS_MAX + 1)}`],
    ["two columns for one attribute", "name,Name\nA,B\n"],
    ["half a surrogate pair", "name\nA\ud800\n"],
    ["NUL", "name\nA\u0000\n"],
  ])("refuses a file with %s and imports nothing", async (_, csv) => {
    const crm = await aCrm();
    const answer = await bring(crm, "company", csv);
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].message).toBeTruthy();
    expect(await countOf(crm)).toBe(0);
  });

  it("accepts up to the stated number of rows at once", { timeout: 90_000 }, async () => {
    const crm = await aCrm();
    const rows = Array.from({ length: IMPORT_INLINE_ROWS_MAX }, (_, n) => `Company ${n},${n}.example,${n}`);
    const answer = await bring(crm, "company", `name,domain,employees\n${rows.join("\n")}`);
    expect(answer.json).toMatchObject({ created: IMPORT_INLINE_ROWS_MAX });
    expect(await countOf(crm)).toBe(IMPORT_INLINE_ROWS_MAX);
    const { json } = await crm.list("company", { sort: "-employees", limit: "1" });
    expect(json[0].values.employees).toBe(IMPORT_INLINE_ROWS_MAX - 1);
  });
});

describe("export", () => {
  it("is refused to those who may export, but may not see the records", async () => {
    const crm = await aCrm();
    await crm.make("deal", { name: "Secret", amount: 5 });
    const as = async (permissions: string[]) =>
      exported({ ...crm, bearer: (await aMemberWith(crm.workspaceId, permissions)).jwt }, "deal");
    const refused = await as(["can_export_records"]);
    expect([refused.status, refused.text.includes("Secret")]).toEqual([403, false]);
    expect((await as(["can_export_records", "can_view_crm"])).text).toContain("Secret");
  });

  it("writes numbers as numbers, so that a spreadsheet adds them up, and texts like formulas as texts", async () => {
    const crm = await aCrm();
    await crm.make("deal", { name: "-5", amount: -5 });
    const [cells] = parse((await exported(crm, "deal")).text, { bom: true, columns: true });
    expect(cells).toMatchObject({ name: "'-5", amount: "-5" });
  });

  it("contains what the filter matches, and nothing that a spreadsheet would run", async () => {
    const crm = await aCrm();
    const names = ['=HYPERLINK("http://evil")', "+1", "-1", "@SUM(A1)", "\tTab", 'plain, "quoted"\nline'];
    for (const name of names) await crm.make("deal", { name, stage: "won", amount: -5 });
    await crm.make("deal", { name: "Other", stage: "lost" });
    const filter = JSON.stringify({ attribute: "stage", operator: "eq", value: "won" });
    const answer = await exported(crm, "deal", { filter, sort: "created_at" });
    expect(answer.headers.get("content-type")).toContain("text/csv");
    const rows = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(names.length);
    for (const { amount, ...texts } of rows) {
      expect(amount).toBe("-5");
      for (const cell of Object.values(texts)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  it("can be imported again with the same values", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
    for (const each of [crm, other]) {
      await each.attribute("company", { name: "Tags", type: "multi_select", options });
      await each.attribute("company", { name: "Good", type: "checkbox" });
    }
    const values = { name: "=1+1; 'x'", employees: -3, phone: "+49 30 1", tags: ["b", "a"], good: false };
    await crm.make("company", values);
    await crm.make("company", { name: "'quoted'", description: "line\r\nbreak" });
    await crm.make("company", { name: "'=1+1", description: "''@you" });
    const { text } = await exported(crm, "company", { sort: "created_at" });
    expect((await bring(other, "company", text)).json).toMatchObject({ created: 3, failed: 0 });
    const valuesOf = async (of: Crm) =>
      (await of.list("company", { sort: "name" })).json.map((record: { values: object }) => record.values);
    expect(await valuesOf(other)).toEqual(await valuesOf(crm));
  });

  it("lists names beside the ids of references, and changes nothing when it is imported again", async () => {
    const crm = await aCrm();
    const acme = await crm.make("company", { name: "Acme", domain: "acme.example" });
    const owner = (await crm.list("company")).json[0].created_by_id;
    const { email } = await db().developer.findUniqueOrThrow({ where: { id: owner } });
    await crm.make("person", { name: "Ada", email: "ada@example.com", company: acme, owner });
    await crm.make("person", { name: "Grace", email: "grace@example.com", phone: "+1 555 010" });
    const { text } = await exported(crm, "person", { sort: "name" });
    const rows = parse(text, { bom: true, columns: true });
    expect(rows).toMatchObject([
      { name: "Ada", company: acme, "company (name)": "Acme", owner, "owner (email)": email },
      { name: "Grace", company: "", "company (name)": "", owner: "", "owner (email)": "" },
    ]);
    const again = await bring(crm, "person", text, { match: "email", blank: "clear" });
    expect(again.json).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 0 });
    // By their names alone too, as whoever deletes the ids will have it.
    const named = text.replace("company,company (name),owner,owner (email)", "x,company,y,owner");
    expect((await bring(crm, "person", named, { match: "email" })).json).toMatchObject({ unchanged: 2 });
  });

  it("spans several pages and is recorded in the audit log", async () => {
    const crm = await aCrm();
    const rows = Array.from({ length: 1_500 }, (_, n) => `Company ${n}`);
    await bring(crm, "company", `name\n${rows.join("\n")}`);
    const { text } = await exported(crm, "company", { sort: "name" });
    const lines = parse(text, { bom: true, columns: true }) as { name: string }[];
    expect(new Set(lines.map(({ name }) => name)).size).toBe(1_500);
    const audited = await db().auditEvent.findMany({ where: { workspaceId: crm.workspaceId } });
    expect(audited.map(({ action }) => action)).toContain("crm_records.exported");
    expect(audited.map(({ action }) => action)).toContain("crm_records.imported");
  });

  it("and import need the permission to export records", async () => {
    const crm = await aCrm();
    const support = crmOf((await aMember(crm.workspaceId, "support")).jwt, crm.workspaceId);
    expect((await support.list("company")).status).toBe(200);
    expect((await exported(support, "company")).status).toBe(403);
    expect((await bring(support, "company", "name\nA")).status).toBe(403);
  });
});
