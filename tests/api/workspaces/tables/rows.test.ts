import { describe, expect, it } from "vitest";
import * as column from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/columns/[column_key]/route";
import * as table from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/route";
import * as history from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/history/route";
import * as row from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/route";
import * as count from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/count/route";
import * as exported from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/export/route";
import * as imported from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/import/route";
import * as restore from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/restore/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";
import { aWebhook, deliveriesOf } from "@/tests/support/webhooks";

const titles = (json: { values: { title: string } }[]) => json.map(({ values }) => values.title);
const where = (attribute: string, operator: string, value?: unknown) =>
  JSON.stringify({ attribute, operator, ...(value === undefined ? {} : { value }) });

describe("POST …/rows", () => {
  it("stores a value of every type and returns what was stored", async () => {
    const { add, get } = await aTable();
    const values = {
      title: "Order 1042",
      amount: 12.5,
      fee: -3,
      done: true,
      due: "2026-11-20",
      stage: "won",
      tags: ["open", "won"],
      email: "ada@example.com",
      site: "https://example.com/a",
    };
    const added = await add(values);
    expect(added).toMatchObject({ values, row_version: 1 });
    expect((await get(added.id)).json.values).toEqual(values);
  });

  it.each([
    ["amount", "twelve"],
    ["amount", Number.MAX_VALUE],
    ["fee", "1"],
    ["done", "yes"],
    ["due", "2026-02-30"],
    ["stage", "lost"],
    ["tags", ["open", "lost"]],
    ["tags", "open"],
    ["email", "ada"],
    ["site", "javascript:alert(1)"],
    ["site", "data:text/html,x"],
    ["title", "x".repeat(10_001)],
    ["title", { $ne: 1 }],
    ["title", "nul\u0000"],
  ])("refuses %s = %j with a 422 that names the column, and stores nothing", async (key, value) => {
    const { bearer, at, list } = await aTable();
    const answer = await call(rows.POST, "POST", { bearer, params: at, body: { values: { [key]: value } } });
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(`values.${key}`);
    expect((await list()).json).toEqual([]);
  });

  it("refuses a body over its limit with a 413 and a row over its own with a 422", async () => {
    const columns = Array.from({ length: 8 }, (_, index) => ({ key: `t${index}`, name: "T", type: "text" }));
    const { bearer, at } = await aTable(columns);
    const send = (values: object) => call(rows.POST, "POST", { bearer, params: at, body: { values } });
    expect((await send({ t0: "x".repeat(10 * 1024 * 1024) })).status).toBe(413);
    expect((await send(Object.fromEntries(columns.map(({ key }) => [key, "x".repeat(9_000)])))).status).toBe(
      422,
    );
  });

  it("stores markup as plain text, and removes characters that change the reading direction", async () => {
    const { add } = await aTable();
    expect((await add({ title: "<script>alert(1)</script>" })).values.title).toBe(
      "<script>alert(1)</script>",
    );
    expect((await add({ title: "gnp.\u202Eexe" })).values.title).toBe("gnp.exe");
  });

  it("refuses names of unknown and archived columns, and stores none of JavaScript's object properties", async () => {
    const { bearer, at, add } = await aTable();
    const archived = { bearer, params: { ...at, column_key: "amount" }, body: { is_archived: true } };
    expect((await call(column.PATCH, "PATCH", archived)).status).toBe(200);
    const body = '{"values":{"title":"a","__proto__":{"a":1}}}';
    const sly = await call(rows.POST, "POST", { bearer, params: at, body });
    expect([sly.status, sly.json.issues[0].path]).toEqual([422, "values.__proto__"]);
    const { id } = await add({ title: "a" });
    for (const key of ["titel", "amount", "constructor"]) {
      const values = { title: "x", [key]: 1 };
      const params = { ...at, row_id: id };
      const answers = [
        await call(rows.POST, "POST", { bearer, params: at, body: { values } }),
        await call(row.PATCH, "PATCH", { bearer, params, body: { values } }),
        await call(rows.PATCH, "PATCH", { bearer, params: at, body: { rows: [{ id, values }] } }),
      ];
      const message = "No such column";
      expect(answers.map(({ status, json }) => [status, json.issues])).toEqual([
        [422, [{ path: `values.${key}`, message }]],
        [422, [{ path: `values.${key}`, message }]],
        [422, [{ path: `rows.0.values.${key}`, message }]],
      ]);
    }
    const stored = await db().dataRow.findMany({ where: { tableId: at.table_id } });
    expect(stored.map(({ values }) => values)).toEqual([{ title: "a" }]);
  });
});

describe("PATCH …/rows/{row_id}", () => {
  it("accepts ids in either case, as GET does", async () => {
    const { add, update } = await aTable();
    const { id } = await add({ title: "a" });
    expect((await update(id.toUpperCase(), { values: { title: "b" } })).status).toBe(200);
  });

  it("changes only the values sent, and increments the version", async () => {
    const { add, update } = await aTable();
    const { id } = await add({ title: "a", amount: 1 });
    const answer = await update(id, { values: { amount: 2 } });
    expect(answer.json).toMatchObject({ row_version: 2, values: { title: "a", amount: 2 } });
    expect((await update(id, { values: { title: null } })).json.values.title).toBeNull();
  });

  it("takes back an option that a row still has, though it is none any more, and no other that is none", async () => {
    const { bearer, at, add, update } = await aTable();
    const values = { title: "A", stage: "open", tags: ["open"] };
    const [kept, other] = [await add(values), await add({ title: "B" })];
    const left = {
      options: [
        { value: "won", label: "Won" },
        { value: "lost", label: "Lost" },
      ],
    };
    for (const column_key of ["stage", "tags"]) {
      const changed = await call(column.PATCH, "PATCH", {
        bearer,
        params: { ...at, column_key },
        body: left,
      });
      expect(changed.status).toBe(200);
    }
    const saved = await update(kept.id, { values: { ...values, title: "C", tags: ["open", "lost"] } });
    expect([saved.status, saved.json.values]).toEqual([
      200,
      expect.objectContaining({ title: "C", stage: "open", tags: ["open", "lost"] }),
    ]);
    const refused = await update(other.id, { values: { stage: "open", tags: ["open"] } });
    expect(refused.json.issues.map(({ path }: { path: string }) => path)).toEqual([
      "values.stage",
      "values.tags",
    ]);
  });

  it("answers 409 with the current row to the second of two editors of one cell", async () => {
    const { add, update, get } = await aTable();
    const { id } = await add({ title: "a" });
    expect((await update(id, { values: { title: "first" } }, { "if-match": '"1"' })).status).toBe(200);
    const late = await update(id, { values: { title: "second" } }, { "if-match": '"1"' });
    expect(late.status).toBe(409);
    expect(late.json.row).toMatchObject({ id, row_version: 2, values: { title: "first" } });
    expect((await update(id, { values: { title: "second" }, row_version: 1 })).status).toBe(409);
    expect((await get(id)).json.values.title).toBe("first");
    expect((await update(id, { values: {} }, { "if-match": "soon" })).status).toBe(400);
  });

  it("takes entity tags as records do: several, any, and weak ones that match nothing (RFC 9110, 13.1.1)", async () => {
    const { add, update } = await aTable();
    const { id } = await add({ title: "a" });
    const under = async (ifMatch: string) =>
      (await update(id, { values: { title: ifMatch } }, { "if-match": ifMatch })).status;
    expect(await under('"7", "1"')).toBe(200);
    expect(await under('"7", "1"')).toBe(409);
    expect(await under("*")).toBe(200);
    expect(await under('W/"3"')).toBe(409);
    expect(await under("3")).toBe(400);
  });

  it("lets exactly one of many editors of the same version win", async () => {
    const { add, update } = await aTable();
    const { id } = await add({ title: "a" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(id, { values: { title: `${index}` }, row_version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe("PATCH and DELETE …/rows", () => {
  it("adds and changes rows in the order given", async () => {
    const { add, bearer, at } = await aTable();
    const { id } = await add({ title: "a" });
    const body = {
      rows: [{ values: { title: "n1" } }, { id, values: { title: "b" } }, { values: { title: "n2" } }],
    };
    const answer = await call(rows.PATCH, "PATCH", { bearer, params: at, body });
    expect(titles(answer.json.rows)).toEqual(["n1", "b", "n2"]);
    const state = await call(table.GET, "GET", { bearer, params: at });
    expect(state.json.row_count).toBe(3);
  });

  it("changes nothing when one of many is not valid, missing or stale", async () => {
    const { add, bearer, at, list } = await aTable();
    const { id } = await add({ title: "a" });
    const send = (second: object) =>
      call(rows.PATCH, "PATCH", {
        bearer,
        params: at,
        body: { rows: [{ id, values: { title: "b" } }, second] },
      });
    const invalid = await send({ values: { amount: "x" } });
    expect(invalid.json.issues[0].path).toBe("rows.1.values.amount");
    expect((await send({ id: crypto.randomUUID(), values: {} })).status).toBe(404);
    expect((await send({ id, values: {} })).status).toBe(422);
    const other = await add({ title: "o" });
    const stale = await send({ id: other.id, values: { title: "p" }, row_version: 7 });
    expect([stale.status, stale.json.rows[0].id]).toEqual([409, other.id]);
    const missing = { row_ids: [id, crypto.randomUUID()] };
    expect((await call(rows.DELETE, "DELETE", { bearer, params: at, body: missing })).status).toBe(404);
    expect(titles((await list()).json)).toEqual(["a", "o"]);
  });

  it("accepts at most 200 at once", async () => {
    const { bearer, at } = await aTable();
    const body = { rows: Array.from({ length: 201 }, () => ({ values: {} })) };
    expect((await call(rows.PATCH, "PATCH", { bearer, params: at, body })).status).toBe(422);
  });

  it("hides deleted rows, lists them among the deleted, and restores them unchanged", async () => {
    const { add, bearer, at, list, get, update } = await aTable();
    const { id } = await add({ title: "a", amount: 3 });
    await call(row.DELETE, "DELETE", { bearer, params: { ...at, row_id: id } });
    expect([(await get(id)).status, (await update(id, { values: {} })).status]).toEqual([404, 404]);
    expect((await list({ filter: where("amount", "eq", 3), sort: "amount" })).json).toEqual([]);
    expect(titles((await list({ deleted: "true" })).json)).toEqual(["a"]);
    const again = await call(restore.POST, "POST", { bearer, params: at, body: { row_ids: [id] } });
    expect(again.json.rows[0]).toMatchObject({ id, values: { title: "a", amount: 3 }, deleted_at: null });
    expect(titles((await list({ filter: where("amount", "eq", 3), sort: "amount" })).json)).toEqual(["a"]);
    const twice = await call(restore.POST, "POST", { bearer, params: at, body: { row_ids: [id] } });
    expect(twice.status).toBe(404);
    expect((await call(table.GET, "GET", { bearer, params: at })).json.row_count).toBe(1);
  });

  it("deletes a row only in the version that was seen", async () => {
    const { add, bearer, at, get } = await aTable();
    const { id } = await add({ title: "a" });
    const remove = (version: number) =>
      call(row.DELETE, "DELETE", {
        bearer,
        params: { ...at, row_id: id },
        headers: { "if-match": `"${version}"` },
      });
    expect((await remove(9)).status).toBe(409);
    expect((await get(id)).status).toBe(200);
    expect((await remove(1)).status).toBe(204);
  });
});

describe("a full table", () => {
  it("accepts no further row, however many arrive at once", async () => {
    const { add, bearer, at } = await aTable();
    await add({ title: "a" });
    await db().dataTable.update({ where: { id: at.table_id }, data: { rowCount: 99_998 } });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        call(rows.POST, "POST", { bearer, params: at, body: { values: { title: "b" } } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });
});

describe("GET …/rows", () => {
  async function aFilledTable() {
    const made = await aTable();
    await made.add({ title: "Äpfel", amount: 10, stage: "won", tags: ["open"], due: "2026-01-02" });
    await made.add({ title: "birnen", amount: 9, stage: "open", tags: ["open", "won"], due: "2026-03-02" });
    await made.add({ title: "Citronen", amount: -1, stage: "open", email: "c@example.com" });
    await made.add({ title: "100%_", done: true });
    return made;
  }

  it.each([
    [{}, ["Äpfel", "birnen", "Citronen", "100%_"]],
    [{ sort: "-created_at" }, ["100%_", "Citronen", "birnen", "Äpfel"]],
    [{ sort: "title" }, ["100%_", "Äpfel", "birnen", "Citronen"]],
    [{ sort: "amount" }, ["Citronen", "birnen", "Äpfel", "100%_"]],
    [{ sort: "-amount" }, ["Äpfel", "birnen", "Citronen", "100%_"]],
    [{ filter: where("stage", "eq", "open") }, ["birnen", "Citronen"]],
    [{ filter: where("stage", "neq", "open") }, ["Äpfel", "100%_"]],
    [{ filter: where("amount", "gte", 9), sort: "amount" }, ["birnen", "Äpfel"]],
    [{ filter: where("tags", "contains", "won") }, ["birnen"]],
    [{ filter: where("due", "is_empty") }, ["Citronen", "100%_"]],
    [{ filter: where("done", "eq", true) }, ["100%_"]],
    [{ filter: where("title", "contains", "APF") }, ["Äpfel"]],
    [{ search: "example.COM" }, ["Citronen"]],
    [{ search: "%" }, ["100%_"]],
    [{ search: "n", filter: where("stage", "eq", "open"), sort: "-title" }, ["Citronen", "birnen"]],
  ])("answers %j with the rows it asks for, in their order", async (query, expected) => {
    const { list, bearer, at } = await aFilledTable();
    expect(titles((await list(query)).json)).toEqual(expected);
    const { sort: _, ...filters } = query as Record<string, string>;
    const counted = await call(count.GET, "GET", { bearer, params: at, query: filters });
    expect(counted.json.count).toBe(expected.length);
  });

  it.each(["created_at", "title", "-amount"])("pages by %s without gaps or repeats", async (sort) => {
    const { list } = await aFilledTable();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ sort, limit: "1", ...(cursor ? { cursor } : {}) });
      seen.push(...titles(page.json));
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    } while (cursor);
    expect(seen).toEqual(titles((await list({ sort })).json));
    expect(seen).toHaveLength(4);
  });

  const place = ["created_at", null, "0000-01-01T00:00:00Z", crypto.randomUUID()];
  const beforeAllTime = Buffer.from(JSON.stringify(place)).toString("base64url");

  it.each([
    { sort: "nobody" },
    { filter: where("nobody", "eq", 1) },
    { filter: "{" },
    { filter: where("amount", "contains", "1") },
    { filter: where("created_at", "gt", "0000-01-01T00:00:00Z") },
    { cursor: "made-up" },
    { cursor: beforeAllTime },
    { limit: "201" },
    { deleted: "true", sort: "title" },
  ])("answers 400 to the query %j", async (query) => {
    const { list } = await aTable();
    expect((await list(query as unknown as Record<string, string>)).status).toBe(400);
  });
});

describe("GET …/rows/{row_id}/history", () => {
  it("shows who changed what, with old and new values, newest first", async () => {
    const { add, update, bearer, at, owner } = await aTable();
    const { id } = await add({ title: "a" });
    await update(id, { values: { title: "b" } });
    await update(id, { values: { title: "b" } });
    await call(row.DELETE, "DELETE", { bearer, params: { ...at, row_id: id } });
    const answer = await call(history.GET, "GET", { bearer, params: { ...at, row_id: id } });
    expect(answer.json).toMatchObject([
      { type: "deleted", row_version: 3 },
      { type: "updated", row_version: 2, changes: [{ field: "title", old: "a", new: "b" }] },
      { type: "created", row_version: 1, actor_kind: "developer", actor_id: owner.id, actor_name: "Ada" },
    ]);
    const [page] = (
      await call(history.GET, "GET", { bearer, params: { ...at, row_id: id }, query: { limit: "1" } })
    ).json;
    expect(page.type).toBe("deleted");
  });
});

describe("CSV", () => {
  const send = (made: Awaited<ReturnType<typeof aTable>>, body: object) =>
    call(imported.POST, "POST", { bearer: made.bearer, params: made.at, body });

  it("imports what the export wrote, formulas as plain text", async () => {
    const from = await aTable();
    const values = {
      title: '=1+1,"x"\n2',
      amount: -1.5,
      done: false,
      tags: ["open", "won"],
      due: "2026-11-20",
    };
    await from.add(values);
    await from.add({ title: "@SUM(A1)" });
    const file = await call(exported.GET, "GET", { bearer: from.bearer, params: from.at });
    expect(file.headers.get("content-disposition")).toMatch(/attachment; filename="orders-.*\.csv"/);
    for (const line of file.text.split("\n")) expect(line).not.toMatch(/^"?[=@]/);
    const into = await aTable();
    const answer = await send(into, { csv: file.text });
    expect(answer.json).toMatchObject({ created: 2, failed: 0 });
    const [first, second] = (await into.list()).json;
    expect([first.values, second.values]).toMatchObject([values, { title: "@SUM(A1)" }]);
  });

  it("writes numbers as numbers, so that a spreadsheet adds them up, and texts that look like formulas as texts", async () => {
    const from = await aTable();
    await from.add({ title: "-5", amount: -5, fee: -0.25 });
    const file = await call(exported.GET, "GET", { bearer: from.bearer, params: from.at });
    expect(file.text.split("\n")[1]).toMatch(/^'-5,-5,-0.25,/);
    const into = await aTable();
    expect((await send(into, { csv: file.text })).json).toMatchObject({ created: 1, failed: 0 });
    expect((await into.list()).json[0].values).toMatchObject({ title: "-5", amount: -5, fee: -0.25 });
  });

  it("makes column names harmless as well, and recognises them at import", async () => {
    const columns = ["=1+1", "+ side", "- side", "@home", "'quoted'"].map((name) => ({ name, type: "text" }));
    const [from, into] = [await aTable(columns), await aTable(columns)];
    const { json } = await call(table.GET, "GET", { bearer: from.bearer, params: from.at });
    const keys: string[] = json.columns.map(({ key }: { key: string }) => key);
    const values = Object.fromEntries(keys.map((key, index) => [key, `value ${index}`]));
    await from.add(values);
    const file = await call(exported.GET, "GET", { bearer: from.bearer, params: from.at });
    const [header = ""] = file.text.replace("\uFEFF", "").split("\n");
    expect(header.split(",")).toEqual(["'=1+1", "'+ side", "'- side", "'@home", "'quoted'"]);
    expect((await send(into, { csv: file.text })).json).toMatchObject({ created: 1, failed: 0 });
    expect((await into.list()).json[0].values).toMatchObject(values);
  });

  it("gives each column its own values back, though others are called alike, or as its key is", async () => {
    const from = await aTable([
      { key: "price", name: "Cost", type: "number" },
      { key: "price_2", name: "Price", type: "number" },
      { key: "note", name: "Note", type: "text" },
      { key: "note_2", name: "Note", type: "text" },
    ]);
    const values = { price: 1, price_2: 2, note: "first", note_2: "second" };
    await from.add(values);
    const file = await call(exported.GET, "GET", { bearer: from.bearer, params: from.at });
    expect((await send(from, { csv: file.text })).json).toMatchObject({ created: 1, failed: 0 });
    // Of its keys, those that nothing is called by still name it.
    expect((await send(from, { csv: "cost,price_2,note\n1,2,first\n" })).status).toBe(200);
    const [, again, byKey] = (await from.list()).json;
    expect(again.values).toEqual(values);
    expect(byKey.values).toEqual({ ...values, note_2: null });
  });

  it("leaves out rows with more cells than the header, and says so", async () => {
    const made = await aTable();
    const csv = "title,amount\nAcme,1,5\nBest,2,,\n";
    const { json } = await send(made, { csv, skip_invalid: true });
    expect(json).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2, column: null }] });
    expect((await send(made, { csv })).status).toBe(422);
  });

  it("is imported without characters that change the reading direction", async () => {
    const made = await aTable();
    await send(made, { csv: "Title\nsafe\u202Egnp.exe\n" });
    expect(titles((await made.list()).json)).toEqual(["safegnp.exe"]);
  });

  it("lists each error by row and column, and imports nothing unless told to skip", async () => {
    const made = await aTable();
    const csv = "Title,Amount\na,1\nb,x\nc,3\n";
    const dry = await send(made, { csv, dry_run: true });
    expect(dry.json).toMatchObject({ is_dry_run: true, created: 2, failed: 1 });
    expect(dry.json.errors).toMatchObject([{ row: 3, column: "amount" }]);
    const refused = await send(made, { csv });
    expect([refused.status, refused.json.issues[0].path]).toEqual([422, "rows.3.amount"]);
    expect((await made.list()).json).toEqual([]);
    await send(made, { csv, skip_invalid: true });
    expect(titles((await made.list()).json)).toEqual(["a", "c"]);
    const { id } = (await made.list()).json[0];
    const told = await call(history.GET, "GET", { bearer: made.bearer, params: { ...made.at, row_id: id } });
    expect(told.json[0]).toMatchObject({ actor_kind: "import", actor_id: made.owner.id });
  });

  it.each([
    [{ csv: "Nobody\n1\n" }, "csv"],
    [{ csv: "Title\n" }, "csv"],
    [{ csv: "Title,title\na,b\n" }, "mapping.title"],
    [{ csv: "Title\na\n", mapping: { Title: "nobody" } }, "mapping.Title"],
    [{ csv: "Title\na\n", mapping: { Else: "title" } }, "mapping.Else"],
  ])("refuses %j with a 422 that names the place", async (body, path) => {
    const answer = await send(await aTable(), body);
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
  });
});

describe("events of rows", () => {
  it("are written with the change or not at all", async () => {
    const { add, update, bearer, at, owner } = await aTable();
    await db().workspace.update({ where: { id: at.workspace_id }, data: { planId: "enterprise" } });
    const { id: webhookId } = await aWebhook(
      { owner, workspaceId: at.workspace_id },
      "http://127.0.0.1:9/hook",
    );
    const { id } = await add({ title: "a" });
    await update(id, { values: { title: "b" } });
    await update(id, { values: { title: "late" }, row_version: 1 });
    await call(row.DELETE, "DELETE", { bearer, params: { ...at, row_id: id } });
    const bodies = (await deliveriesOf(webhookId)).map(({ body }) => JSON.parse(String(body)));
    expect(bodies.map(({ type }) => type)).toEqual([
      "table.row.created",
      "table.row.updated",
      "table.row.deleted",
    ]);
    expect(bodies[1].data).toMatchObject({
      table_id: at.table_id,
      row_id: id,
      actor_id: owner.id,
      changes: [{ field: "title", old: "a", new: "b" }],
    });
  });
});

describe("who may do what", () => {
  it("lets viewers read but not write, and strangers do neither", async () => {
    const { at, add } = await aTable();
    const { id } = await add({ title: "a" });
    const viewer = await aMember(at.workspace_id, "viewer");
    const stranger = await aDeveloper();
    const as = (bearer: string) => [
      call(rows.GET, "GET", { bearer, params: at }),
      call(rows.POST, "POST", { bearer, params: at, body: { values: { title: "x" } } }),
      call(row.DELETE, "DELETE", { bearer, params: { ...at, row_id: id } }),
    ];
    const statuses = async (bearer: string) => (await Promise.all(as(bearer))).map(({ status }) => status);
    expect(await statuses(viewer.jwt)).toEqual([200, 403, 403]);
    expect(await statuses(stranger.jwt)).toEqual([403, 403, 403]);
  });

  it("answers 404 both for another workspace's table and for an unknown one", async () => {
    const [here, there] = [await aTable(), await aTable()];
    const params = { ...here.at, table_id: there.at.table_id };
    const answer = await call(rows.GET, "GET", { bearer: here.bearer, params });
    expect([answer.status, answer.json.detail]).toEqual([404, "Table not found"]);
  });
});
