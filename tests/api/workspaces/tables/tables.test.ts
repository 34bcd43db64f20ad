import { describe, expect, it } from "vitest";
import * as column from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/columns/[column_key]/route";
import * as columns from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/columns/route";
import * as restore from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/restore/route";
import * as table from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import * as tables from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { eraseDeletedTables } from "@/lib/tables/erase-deleted";
import { ROW_RESTORE_DAYS } from "@/lib/tables/limits";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";

const keysOf = (json: { columns: { key: string }[] }) => json.columns.map(({ key }) => key);

describe("POST …/tables", () => {
  it("creates a table whose columns get keys derived from their names", async () => {
    const { bearer, at } = await aTable([]);
    const body = {
      name: "Orders",
      workspace_id: crypto.randomUUID(),
      columns: [
        { name: "Größe (cm)", type: "number" },
        { name: "Größe (cm)", type: "text" },
        { name: "ID", type: "text" },
        { name: "火", type: "text" },
        { name: "Fee", type: "currency" },
      ],
    };
    const params = { workspace_id: at.workspace_id };
    const answer = await call(tables.POST, "POST", { bearer, params, body });
    expect(answer.status).toBe(201);
    const [first, second, third, , fee] = answer.json.columns;
    expect([first.key, second.key, third.key]).toEqual(["groesse_cm", "groesse_cm_2", "column_id"]);
    expect(new Set(keysOf(answer.json)).size).toBe(5);
    expect(fee.currency_code).toBe("USD");
    expect((await db().dataTable.findUniqueOrThrow({ where: { id: answer.json.id } })).workspaceId).toBe(
      at.workspace_id,
    );
  });

  it("stores texts without characters that mislead readers", async () => {
    const { bearer, at } = await aTable([]);
    const options = [{ value: "a", label: "a\u2066b" }];
    const columns = [{ name: "gnp\u202E", type: "select", options }];
    const body = { name: "in\u202Evoice\n2", description: "to\u202Epay\nnow", columns };
    const { json } = await call(tables.POST, "POST", { bearer, params: at, body });
    const [made] = json.columns;
    expect([json.name, json.description, made.name, made.options[0].label]).toEqual([
      "invoice 2",
      "topay\nnow",
      "gnp",
      "ab",
    ]);
  });

  it.each([
    [{}, 422, "name"],
    [{ name: "" }, 422, "name"],
    [{ name: "x", columns: [{ name: "a", type: "nothing" }] }, 422, "columns.0.type"],
    [{ name: "x", columns: [{ name: "a", type: "select" }] }, 422, "columns.0.options"],
    [
      { name: "x", columns: [{ name: "a", type: "text", options: [{ value: "b", label: "B" }] }] },
      422,
      "columns.0.options",
    ],
    [
      { name: "x", columns: [{ name: "a", type: "text", currency_code: "EUR" }] },
      422,
      "columns.0.currency_code",
    ],
    [{ name: "x", columns: [{ key: "A b", name: "a", type: "text" }] }, 422, "columns.0.key"],
    [{ name: "x", columns: [{ key: "created_at", name: "a", type: "text" }] }, 422, "columns.0.key"],
    [
      {
        name: "x",
        columns: [
          { key: "a", name: "a", type: "text" },
          { key: "a", name: "b", type: "text" },
        ],
      },
      409,
      undefined,
    ],
  ])("refuses %j", async (body, status, path) => {
    const owner = await aDeveloper();
    const workspace = await aWorkspace(owner);
    const params = { workspace_id: workspace.id };
    const answer = await call(tables.POST, "POST", { bearer: owner.jwt, params, body });
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([status, path]);
    expect((await call(tables.GET, "GET", { bearer: owner.jwt, params })).json).toEqual([]);
  });
});

describe("columns", () => {
  it("can be renamed, moved, archived and restored under the same key, with their values", async () => {
    const { bearer, at, add, get } = await aTable([
      { key: "a", name: "A", type: "text" },
      { key: "b", name: "B", type: "text" },
      { key: "c", name: "C", type: "text" },
    ]);
    const { id } = await add({ a: "1", b: "2" });
    const change = (key: string, body: object) =>
      call(column.PATCH, "PATCH", { bearer, params: { ...at, column_key: key }, body });
    expect((await change("b", { name: "Bee" })).json.columns[1]).toMatchObject({ key: "b", name: "Bee" });
    expect(keysOf((await change("c", { position: 0 })).json)).toEqual(["c", "a", "b"]);
    expect(keysOf((await change("c", { is_archived: true })).json)).toEqual(["a", "b", "c"]);
    await change("a", { is_archived: true });
    expect((await get(id)).json.values).toEqual({ b: "2" });
    await change("a", { is_archived: false, position: 5 });
    expect((await get(id)).json.values).toEqual({ b: "2", a: "1" });
    expect((await change("nobody", { name: "x" })).status).toBe(404);
    expect((await change("b", { options: [{ value: "x", label: "X" }] })).status).toBe(422);
    const kept = await change("b", { key: "z", type: "number" });
    expect(kept.json.columns[0]).toMatchObject({ key: "b", type: "text" });
  });

  it("are added one after the other, so that none of many concurrent ones is lost", async () => {
    const { bearer, at } = await aTable([]);
    const add = (name: string) =>
      call(columns.POST, "POST", { bearer, params: at, body: { name, type: "text" } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => add("Same")));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const state = await call(table.GET, "GET", { bearer, params: at });
    expect(new Set(keysOf(state.json)).size).toBe(6);
  });

  it("sort by values that were written while they were archived", async () => {
    const { bearer, at, add, list } = await aTable([
      { key: "a", name: "A", type: "number" },
      { key: "b", name: "B", type: "text" },
    ]);
    await add({ a: 2, b: "two" });
    const { id } = await add({ a: 1, b: "one" });
    const archive = (is_archived: boolean) =>
      call(column.PATCH, "PATCH", { bearer, params: { ...at, column_key: "a" }, body: { is_archived } });
    await archive(true);
    const body = { rows: [{ id, values: { b: "uno" } }] };
    await call(rows.PATCH, "PATCH", { bearer, params: at, body });
    await archive(false);
    const sorted = (await list({ sort: "a" })).json.map(({ values }: { values: { b: string } }) => values.b);
    expect(sorted).toEqual(["uno", "two"]);
  });
});

describe("a deleted table", () => {
  it("answers 404, can be restored with its rows, and is erased when that time is over", async () => {
    const { bearer, at, add, list } = await aTable();
    await add({ title: "a" });
    const remove = () => call(table.DELETE, "DELETE", { bearer, params: at });
    expect((await remove()).status).toBe(204);
    expect([(await list()).status, (await remove()).status]).toEqual([404, 404]);
    const params = { workspace_id: at.workspace_id };
    const deleted = await call(tables.GET, "GET", { bearer, params, query: { deleted: "true" } });
    expect(deleted.json.map(({ id }: { id: string }) => id)).toEqual([at.table_id]);
    expect((await call(restore.POST, "POST", { bearer, params: at })).json.row_count).toBe(1);
    expect((await list()).json).toHaveLength(1);
    await remove();
    await eraseDeletedTables(new Date(Date.now() + (ROW_RESTORE_DAYS - 1) * DAY_MS));
    expect(await db().dataRow.count({ where: { tableId: at.table_id } })).toBe(1);
    await eraseDeletedTables(new Date(Date.now() + (ROW_RESTORE_DAYS + 1) * DAY_MS));
    expect(await db().dataTable.count({ where: { id: at.table_id } })).toBe(0);
    expect(await db().dataRow.count({ where: { tableId: at.table_id } })).toBe(0);
  });
});

describe("a deleted table whose time is over", () => {
  it("is not listed and can't be restored, half erased as it may be", async () => {
    const { bearer, at, add } = await aTable();
    await add({ title: "a" });
    await call(table.DELETE, "DELETE", { bearer, params: at });
    const listed = async () => {
      const given = { bearer, params: { workspace_id: at.workspace_id }, query: { deleted: "true" } };
      return (await call(tables.GET, "GET", given)).json.length;
    };
    const deletedFor = (ms: number) =>
      db().dataTable.update({ where: { id: at.table_id }, data: { deletedAt: new Date(Date.now() - ms) } });
    await deletedFor(ROW_RESTORE_DAYS * DAY_MS + 1);
    expect([await listed(), (await call(restore.POST, "POST", { bearer, params: at })).status]).toEqual([
      0, 404,
    ]);
    await deletedFor((ROW_RESTORE_DAYS - 1) * DAY_MS);
    expect([await listed(), (await call(restore.POST, "POST", { bearer, params: at })).status]).toEqual([
      1, 200,
    ]);
  });
});

describe("changing tables", () => {
  it("needs the permission to manage them; all members may see them", async () => {
    const { at } = await aTable();
    const sales = await aMember(at.workspace_id, "sales");
    const params = { workspace_id: at.workspace_id };
    const bearer = sales.jwt;
    const seen = await call(tables.GET, "GET", { bearer, params });
    const made = await call(tables.POST, "POST", { bearer, params, body: { name: "x" } });
    const changed = await call(table.PATCH, "PATCH", { bearer, params: at, body: { name: "x" } });
    const removed = await call(table.DELETE, "DELETE", { bearer, params: at });
    expect([seen, made, changed, removed].map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  });

  it("is audited", async () => {
    const { at, bearer } = await aTable();
    await call(table.PATCH, "PATCH", { bearer, params: at, body: { name: "New" } });
    const events = await db().auditEvent.findMany({
      where: { workspaceId: at.workspace_id, targetType: "table" },
      orderBy: { createdAt: "asc" },
    });
    expect(events.map(({ action }) => action)).toEqual(["table.created", "table.updated"]);
    expect(events[1]).toMatchObject({ before: { name: "Orders" }, after: { name: "New" } });
  });
});
