import { describe, expect, it } from "vitest";
import * as shared from "@/app/api/v1/public/tables/[share_link]/route";
import * as sharedRows from "@/app/api/v1/public/tables/[share_link]/rows/route";
import * as link from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/[link_id]/route";
import * as links from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aMember } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";

const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });

describe("POST …/share-links", () => {
  it("shows token and address once, stores the token's hash, and describes what the link allows", async () => {
    const { bearer, at, share } = await aTable();
    const made = await share({
      permission: "edit",
      name: "Suppliers",
      password: "long enough",
      hidden_columns: ["fee", "fee"],
      row_filter: where("stage", "eq", "open"),
    });
    expect(made.url).toMatch(new RegExp(`/t/${made.token}$`));
    expect(made).toMatchObject({
      has_password: true,
      status: "active",
      hidden_columns: ["fee"],
      last_used_at: null,
    });
    const list = await call(links.GET, "GET", { bearer, params: at });
    expect(list.json).toHaveLength(1);
    expect(list.text).not.toContain(made.token);
    expect(list.json[0]).toMatchObject({ name: "Suppliers", row_filter: where("stage", "eq", "open") });
    const row = await db().shareLink.findUniqueOrThrow({ where: { id: made.id } });
    expect(row.tokenHash).toBe(sha256Hex(made.token));
  });

  it.each([
    [{}, "permission"],
    [{ permission: "own" }, "permission"],
    [{ permission: "view", password: "short" }, "password"],
    [{ permission: "view", password: "x".repeat(201) }, "password"],
    [{ permission: "view", expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ permission: "view", expires_at: "soon" }, "expires_at"],
    [{ permission: "view", hidden_columns: ["nobody"] }, "hidden_columns.0"],
    [{ permission: "view", row_filter: where("nobody", "eq", 1) }, "filter"],
    [{ permission: "view", row_filter: where("amount", "contains", "x") }, "filter"],
  ])("refuses %j with a 422 that names the place", async (body, path) => {
    const { bearer, at } = await aTable();
    const answer = await call(links.POST, "POST", { bearer, params: at, body });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
    expect(await db().shareLink.count({ where: { tableId: at.table_id } })).toBe(0);
  });
});

describe("a share link", () => {
  it("has a name that can't change the reading direction of the history", async () => {
    const { bearer, at, share } = await aTable();
    const { id } = await share({ permission: "edit", name: " Supp\u202Esreil\n2 " });
    const named = async () => (await call(links.GET, "GET", { bearer, params: at })).json[0].name;
    expect(await named()).toBe("Suppsreil 2");
    const params = { ...at, link_id: id };
    await call(link.PATCH, "PATCH", { bearer, params, body: { name: "Part\u2066ners" } });
    expect(await named()).toBe("Partners");
  });

  it("follows its settings from the next request on", async () => {
    const { bearer, at, share, add } = await aTable();
    await add({ title: "a", stage: "open" });
    await add({ title: "b", stage: "won" });
    const { id, token } = await share({ permission: "view" });
    const change = (body: object) =>
      call(link.PATCH, "PATCH", { bearer, params: { ...at, link_id: id }, body });
    const params = { share_link: token };
    const count = async () => (await call(sharedRows.GET, "GET", { params })).json.length;
    expect(await count()).toBe(2);
    await change({ row_filter: where("stage", "eq", "open") });
    expect(await count()).toBe(1);
    await change({ row_filter: null });
    expect(await count()).toBe(2);
    await change({ hidden_columns: ["stage"] });
    expect((await call(shared.GET, "GET", { params })).text).not.toContain("stage");
    const add2 = { values: { title: "c" } };
    expect((await call(sharedRows.POST, "POST", { params, body: add2 })).status).toBe(403);
    await change({ permission: "edit" });
    expect((await call(sharedRows.POST, "POST", { params, body: add2 })).status).toBe(201);
    expect((await change({ expires_at: "2020-01-01T00:00:00Z" })).status).toBe(422);
  });

  it("hides what several people hide at once, and unhides only what is named", async () => {
    const { bearer, at, share } = await aTable();
    const { id } = await share({ permission: "view", hidden_columns: ["title"] });
    const change = (body: object) =>
      call(link.PATCH, "PATCH", { bearer, params: { ...at, link_id: id }, body });
    const answers = await Promise.all([
      change({ hide_columns: ["stage"] }),
      change({ hide_columns: ["fee", "fee"] }),
      change({ show_columns: ["title", "gone"] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const hidden = async () => (await call(links.GET, "GET", { bearer, params: at })).json[0].hidden_columns;
    expect((await hidden()).toSorted()).toEqual(["fee", "stage"]);
    await change({ hide_columns: ["fee"], show_columns: ["fee", "stage"] });
    expect(await hidden()).toEqual(["fee"]);
    await change({ name: "Partners" });
    expect(await hidden()).toEqual(["fee"]);
    const refused = await change({ hide_columns: ["stage", "nobody"] });
    expect([refused.status, refused.json.issues[0].path]).toEqual([422, "hide_columns.1"]);
    expect(await hidden()).toEqual(["fee"]);
  });

  it("records its last use, and can't be changed once it is revoked", async () => {
    const { bearer, at, share } = await aTable();
    const { id, token } = await share({ permission: "view" });
    await call(shared.GET, "GET", { params: { share_link: token } });
    const params = { ...at, link_id: id };
    expect((await call(links.GET, "GET", { bearer, params: at })).json[0].last_used_at).not.toBeNull();
    expect((await call(link.DELETE, "DELETE", { bearer, params })).status).toBe(204);
    expect((await call(link.DELETE, "DELETE", { bearer, params })).status).toBe(204);
    expect((await call(link.PATCH, "PATCH", { bearer, params, body: { permission: "edit" } })).status).toBe(
      409,
    );
    expect((await call(links.GET, "GET", { bearer, params: at })).json[0].status).toBe("revoked");
    const actions = await db().auditEvent.findMany({
      where: { workspaceId: at.workspace_id, targetType: "share_link" },
      orderBy: { createdAt: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual(["share_link.created", "share_link.revoked"]);
  });

  it("can be managed only by people who may share tables", async () => {
    const { at, share } = await aTable();
    const { id } = await share({ permission: "view" });
    const developer = await aMember(at.workspace_id, "developer");
    const bearer = developer.jwt;
    const params = { ...at, link_id: id };
    const answers = [
      await call(links.GET, "GET", { bearer, params: at }),
      await call(links.POST, "POST", { bearer, params: at, body: { permission: "edit" } }),
      await call(link.PATCH, "PATCH", { bearer, params, body: { permission: "edit" } }),
      await call(link.DELETE, "DELETE", { bearer, params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it("of another table is not found by its id", async () => {
    const [here, there] = [await aTable(), await aTable()];
    const { id } = await there.share({ permission: "view" });
    const params = { ...here.at, link_id: id };
    const answer = await call(link.DELETE, "DELETE", { bearer: here.bearer, params });
    expect([answer.status, answer.json.detail]).toEqual([404, "Share link not found"]);
  });
});
