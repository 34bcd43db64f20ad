import { describe, expect, it } from "vitest";
import { POST as UPLOAD } from "@/app/api/v1/event-ingestion/events/route";
import { DELETE } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/[key_id]/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

async function aHouse() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  return { owner, bearer: owner.jwt, params: { workspace_id: workspace.id } };
}

type House = Awaited<ReturnType<typeof aHouse>>;

async function aKey({ bearer, params }: House, name = "web shop") {
  const answer = await call(POST, "POST", { bearer, params, body: { name } });
  expect(answer.status).toBe(201);
  return answer.json as { id: string; key: string; key_prefix: string };
}

const upload = (key: string) => call(UPLOAD, "POST", { bearer: key, body: { events: [{ type: "x" }] } });

describe("POST /workspaces/{id}/api-keys", () => {
  it("shows the key once and stores only its hash and 12-character prefix", async () => {
    const house = await aHouse();
    const created = await aKey(house);
    expect(created.key).toMatch(/^wsk_[0-9A-Za-z]{46}$/);
    expect(created.key_prefix).toBe(created.key.slice(0, 12));
    const row = await db().workspaceKey.findUniqueOrThrow({ where: { id: created.id } });
    expect(row.keyHash).toBe(sha256Hex(created.key));
    const list = await call(GET, "GET", house);
    const audit = await db().auditEvent.findFirstOrThrow({ where: { targetId: created.id } });
    expect(audit.action).toBe("api_key.created");
    for (const told of [row, list.json, audit]) {
      expect(JSON.stringify(told)).not.toContain(created.key.slice(12));
    }
  });

  it.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "nul\u0000" }, "name"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const house = await aHouse();
    const answer = await call(POST, "POST", { ...house, body });
    expect(answer.status).toBe(422);
    expect(answer.json.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });
});

describe("a workspace key", () => {
  it("is refused as a bearer everywhere else", async () => {
    const house = await aHouse();
    const { key } = await aKey(house);
    expect((await call(GET, "GET", { bearer: key, params: house.params })).status).toBe(401);
  });

  it("records when it was last used", async () => {
    const house = await aHouse();
    const { id, key } = await aKey(house);
    expect((await upload(key)).status).toBe(200);
    const row = await db().workspaceKey.findUniqueOrThrow({ where: { id } });
    expect(row.lastUsedAt).not.toBeNull();
  });

  it("is refused as soon as it is revoked, and revoking it is audited", async () => {
    const house = await aHouse();
    const { id, key } = await aKey(house);
    const params = { ...house.params, key_id: id };
    expect((await call(DELETE, "DELETE", { bearer: house.bearer, params })).status).toBe(204);
    expect((await upload(key)).status).toBe(401);
    expect((await call(DELETE, "DELETE", { bearer: house.bearer, params })).status).toBe(404);
    const actions = await db().auditEvent.findMany({ where: { targetId: id }, select: { action: true } });
    expect(actions.map(({ action }) => action).sort()).toEqual(["api_key.created", "api_key.deleted"]);
  });

  it("is refused while its workspace is switched off", async () => {
    const house = await aHouse();
    const { key } = await aKey(house);
    await db().workspace.update({ where: { id: house.params.workspace_id }, data: { isActive: false } });
    expect((await upload(key)).status).toBe(401);
  });
});

describe("GET /workspaces/{id}/api-keys", () => {
  it("pages newest first through a Link header, without gaps or repeats", async () => {
    const house = await aHouse();
    for (const name of ["a", "b", "c"]) await aKey(house, name);
    const first = await call(GET, "GET", { ...house, query: { limit: "2" } });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call(GET, "GET", { ...house, query: { limit: "2", cursor } });
    const names = [...first.json, ...second.json].map((key: { name: string }) => key.name);
    expect(names).toEqual(["c", "b", "a"]);
    expect(second.headers.get("link")).toBeNull();
  });
});
