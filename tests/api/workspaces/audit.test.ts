import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import * as tokens from "@/app/api/v1/developers/me/api-tokens/route";
import { GET as exportCsv } from "@/app/api/v1/workspaces/[workspace_id]/audit/export/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/audit/route";
import * as workspace from "@/app/api/v1/workspaces/[workspace_id]/route";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { db, transaction } from "@/lib/platform/database";
import { frontDoor } from "@/lib/platform/front-door";
import { AUDIT_CSV_PAGE_ROWS } from "@/lib/workspaces/audit/limits";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

const BYTE_ORDER_MARK = "\ufeff";
const HEADER =
  "id,actor_id,actor_name,token_id,token_prefix,action,target_type,target_id,subject_name,before,after,ip,request_id,created_at";

/** Rows as they could have come about, a second apart; the first given is the oldest. */
async function writeRows(
  workspaceId: string,
  rows: { action?: string; actorId?: string; target?: string }[],
) {
  const start = Date.parse("2026-11-01T00:00:00Z");
  await db().auditEvent.createMany({
    data: rows.map(({ action = "member.updated", actorId, target = "t" }, index) => ({
      id: randomUUID(),
      workspaceId,
      actorId: actorId ?? null,
      action,
      targetType: action.split(".")[0] ?? "",
      targetId: target,
      createdAt: new Date(start + index * 1000),
    })),
  });
}

async function anAuditedWorkspace() {
  const owner = await aDeveloper({ name: "Ada" });
  const { id } = await aWorkspace(owner);
  await db().auditEvent.deleteMany({ where: { workspaceId: id } });
  return { owner, id, asOwner: { bearer: owner.jwt, params: { workspace_id: id } } };
}

describe("GET /workspaces/{workspace_id}/audit", () => {
  it("shows the address that the front door adds, not one that a client forged before it", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    frontDoor().notesAddresses = true;
    onTestFinished(() => {
      frontDoor().notesAddresses = false;
    });
    const headers = { "x-forwarded-for": "203.0.113.66, 198.51.100.7" };
    await call(workspace.PATCH, "PATCH", { ...asOwner, headers, body: { name: "Renamed" } });
    const [row] = (await call(GET, "GET", asOwner)).json;
    expect([row.target_id, row.ip]).toEqual([id, "198.51.100.7"]);
  });

  it.each([
    [{ action: "member" }, ["b", "a"]],
    [{ action: "member.removed" }, ["b"]],
    [{ target_type: "role" }, ["c"]],
    [{ target_id: "a" }, ["a"]],
    [{ since: "2026-11-01T00:00:01.000Z" }, ["c", "b"]],
    [{ until: "2026-11-01T00:00:01.000Z" }, ["b", "a"]],
  ])("narrows to what %j asks for, newest first", async (query, expected) => {
    const { id, asOwner } = await anAuditedWorkspace();
    await writeRows(id, [
      { target: "a" },
      { target: "b", action: "member.removed" },
      { target: "c", action: "role.updated" },
    ]);
    const answer = await call(GET, "GET", { ...asOwner, query });
    expect(answer.json.map((row: { target_id: string }) => row.target_id)).toEqual(expected);
  });

  it("has nothing of a change that was rolled back", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    const entry = { action: "test.changed", target: { type: "test", id } };
    const change = transaction(async (tx) => {
      await recordAudit(tx, { workspaceId: id, actor: SERVICE_ACTOR }, entry, new Date());
      throw new Error("rolled back");
    });
    await expect(change).rejects.toThrow("rolled back");
    expect((await call(GET, "GET", asOwner)).json).toEqual([]);
  });

  it("names the people whose ids are in what was before and after", async () => {
    const { owner, id, asOwner } = await anAuditedWorkspace();
    const gone = randomUUID();
    const entry = {
      action: "webhook.updated",
      target: { type: "webhook", id: randomUUID() },
      before: { name: "Billing", owner_id: gone },
      after: { name: "Billing", owner_id: owner.id },
    };
    await recordAudit(db(), { workspaceId: id, actor: SERVICE_ACTOR }, entry, new Date());
    const [row] = (await call(GET, "GET", asOwner)).json;
    expect(row.after.owner_id).toBe(owner.id);
    expect(row.names).toEqual({ [owner.id]: "Ada" });
  });

  it("filters by the person who acted", async () => {
    const { owner, id, asOwner } = await anAuditedWorkspace();
    await writeRows(id, [{ target: "a", actorId: owner.id }, { target: "b" }]);
    const answer = await call(GET, "GET", { ...asOwner, query: { actor_id: owner.id } });
    expect(answer.json).toMatchObject([{ target_id: "a", actor_name: "Ada" }]);
  });

  it("names the person a change was about, until that person is erased", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    const grace = await aDeveloper({ name: "Grace" });
    const row = { workspaceId: id, action: "x.y", targetType: "team", createdAt: new Date() };
    await db().auditEvent.createMany({
      data: [
        { ...row, targetType: "member", targetId: grace.id },
        { ...row, targetId: "t", after: { developer_id: grace.id } },
        { ...row, targetId: "t", before: { developer_id: grace.id } },
        { ...row, targetId: grace.id, after: { developer_id: "nobody" } },
        { ...row, targetType: "member", targetId: "nobody" },
      ],
    });
    const names = async () =>
      (await call(GET, "GET", asOwner)).json.map(
        (event: { subject_name: string | null }) => event.subject_name,
      );
    expect((await names()).sort()).toEqual(["Grace", "Grace", "Grace", null, null]);
    await db().developer.delete({ where: { id: grace.id } });
    expect(await names()).toEqual([null, null, null, null, null]);
  });

  it("names the API token that acted by its prefix, until it is revoked", async () => {
    const { owner, asOwner } = await anAuditedWorkspace();
    const minted = await call(tokens.POST, "POST", { bearer: owner.jwt, body: { name: "CI" } });
    const { token, token_prefix: prefix, id: tokenId } = minted.json;
    const change = { bearer: token, params: asOwner.params, body: { name: "By token" } };
    await call(workspace.PATCH, "PATCH", change);
    const shown = { token_id: tokenId, token_prefix: prefix, after: { name: "By token" } };
    expect((await call(GET, "GET", asOwner)).json).toMatchObject([shown]);
    await db().apiToken.delete({ where: { id: tokenId } });
    expect((await call(GET, "GET", asOwner)).json).toMatchObject([{ ...shown, token_prefix: null }]);
  });
});

describe("GET /workspaces/{workspace_id}/audit/export", () => {
  it("is a UTF-8 file with a byte order mark, one line per row, newest first", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    await writeRows(id, [{ target: "a" }, { target: "b" }]);
    const answer = await call(exportCsv, "GET", asOwner);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    // Decoding drops the mark; the call reads text, so it is looked for in the bytes.
    const raw = await exportCsv(
      new Request("http://localhost/x", { headers: { authorization: `Bearer ${asOwner.bearer}` } }),
      { params: Promise.resolve(asOwner.params) },
    );
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await raw.arrayBuffer())).toMatch(
      new RegExp(`^${BYTE_ORDER_MARK}id,`),
    );
    const lines = answer.text.replace(BYTE_ORDER_MARK, "").trimEnd().split("\n");
    expect(lines[0]).toBe(HEADER);
    expect(lines.slice(1).map((line) => line.split(",")[7])).toEqual(["b", "a"]);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠1"])(
    "keeps a spreadsheet from running %j",
    async (target) => {
      const { id, asOwner } = await anAuditedWorkspace();
      await writeRows(id, [{ target }]);
      const { text } = await call(exportCsv, "GET", asOwner);
      expect(text).toContain(`'${target}`);
      expect(text).not.toMatch(new RegExp(`[,"]${target.replace(/[+()]/g, "\\$&")}`));
    },
  );

  it("keeps separators, quotes and line breaks inside their cell", async () => {
    const { owner, id, asOwner } = await anAuditedWorkspace();
    await db().developer.update({ where: { id: owner.id }, data: { name: 'Ada, "the first"\nof all' } });
    await writeRows(id, [{ actorId: owner.id }]);
    const { text } = await call(exportCsv, "GET", asOwner);
    expect(text).toContain(`,"Ada, ""the first""\nof all",`);
  });

  it("writes every row once across several pages, and applies the filters", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    const count = AUDIT_CSV_PAGE_ROWS * 2 + 1;
    await writeRows(
      id,
      Array.from({ length: count }, (_, index) => ({
        target: String(index),
        action: index === 0 ? "role.created" : "member.updated",
      })),
    );
    const targets = async (query: Record<string, string>) => {
      const { text } = await call(exportCsv, "GET", { ...asOwner, query });
      return text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => Number(line.split(",")[7]));
    };
    expect(await targets({})).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
    expect(await targets({ action: "role" })).toEqual([0]);
  });

  it("needs can_view_audit, and shows nothing of another workspace", async () => {
    const { id, asOwner } = await anAuditedWorkspace();
    await writeRows(id, [{ target: "secret" }]);
    const manager = await aMember(id, "manager");
    const refused = await call(exportCsv, "GET", { bearer: manager.jwt, params: asOwner.params });
    expect([refused.status, refused.json]).toEqual([403, { detail: "Permission denied" }]);
    const other = await anAuditedWorkspace();
    expect((await call(exportCsv, "GET", other.asOwner)).text).not.toContain("secret");
  });
});
