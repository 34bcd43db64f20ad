import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { DELETE as revoke } from "@/app/api/v1/developers/me/api-tokens/[token_id]/route";
import { POST as mint } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as makeRecord } from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import { GET as exportRows } from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/export/route";
import { db } from "@/lib/platform/database";
import { EXPORT_PAGE_ROWS } from "@/lib/tables/limits";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

/* Who is removed, or signed out, while their request's body arrives or their file is sent: either may take minutes. */

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Sends a body whose end comes more than a second after its begin, once `meanwhile` has happened. */
async function sendSlowly(
  handler: Handler,
  { bearer, params = {}, body }: { bearer: string; params?: Record<string, string>; body: object },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const text = JSON.stringify(body);
  const parts = [text.slice(0, 5), text.slice(5)];
  const slow = new ReadableStream({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      if (parts.length === 0) {
        await meanwhile();
        await new Promise((resolve) => setTimeout(resolve, 1_100));
      }
      controller.enqueue(Buffer.from(part));
    },
  });
  const request = new Request("http://localhost:3000/", {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: slow,
    duplex: "half",
  } as RequestInit);
  return (await handler(request, { params: Promise.resolve(params) })).status;
}

async function aPlace() {
  const owner = await aDeveloper();
  const { id: workspace_id } = await aWorkspace(owner);
  const member = await aMember(workspace_id, "admin");
  const params = { workspace_id, object_slug: "company" };
  const records = () => db().crmRecord.count({ where: { workspaceId: workspace_id } });
  return { workspace_id, member, params, records, body: { values: { name: "Late" } } };
}

it("a member who stays one may take their time", async () => {
  const { member, params, body, records } = await aPlace();
  const nothing = async () => {};
  expect(await sendSlowly(makeRecord, { bearer: member.jwt, params, body }, nothing)).toBe(201);
  expect(await records()).toBe(1);
});

it("a member who is removed meanwhile writes nothing", async () => {
  const { workspace_id: workspaceId, member, params, body, records } = await aPlace();
  const where = { workspaceId_developerId: { workspaceId, developerId: member.id } };
  const remove = () => db().workspaceMember.delete({ where });
  expect(await sendSlowly(makeRecord, { bearer: member.jwt, params, body }, remove)).toBe(403);
  expect(await records()).toBe(0);
});

it("a token that is revoked meanwhile writes nothing", async () => {
  const { member, params, body, records } = await aPlace();
  const { json } = await call(mint, "POST", { bearer: member.jwt, body: { name: "CI" } });
  const end = () => call(revoke, "DELETE", { bearer: member.jwt, params: { token_id: json.id } });
  expect(await sendSlowly(makeRecord, { bearer: json.token, params, body }, end)).toBe(401);
  expect(await records()).toBe(0);
});

it("an account that is deactivated meanwhile makes no token", async () => {
  const { member } = await aPlace();
  const body = { name: "Mine for good" };
  const deactivate = () => db().developer.update({ where: { id: member.id }, data: { isActive: false } });
  expect(await sendSlowly(mint, { bearer: member.jwt, body }, deactivate)).toBe(401);
  expect(await db().apiToken.count({ where: { developerId: member.id } })).toBe(0);
});

it("a member who is removed while they read a file slowly gets no more of it", async () => {
  const { workspace_id: workspaceId, member } = await aPlace();
  const table = await db().dataTable.create({
    data: {
      workspaceId,
      name: "Long",
      columns: [
        { key: "title", name: "Title", type: "text", options: [], currency_code: null, is_archived: false },
      ],
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  const rows = Array.from({ length: 5 * EXPORT_PAGE_ROWS }, (_, place) => ({
    id: randomUUID(),
    tableId: table.id,
    values: { title: "x".repeat(1_000) },
    keys: {},
    search: "",
    createdAt: new Date(Date.now() + place),
    updatedAt: new Date(),
  }));
  await db().dataRow.createMany({ data: rows });
  const headers = { authorization: `Bearer ${member.jwt}` };
  const file = await exportRows(new Request("http://localhost:3000/", { headers }), {
    params: Promise.resolve({ workspace_id: workspaceId, table_id: table.id }),
  });
  const reader = file.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await db().workspaceMember.delete({
    where: { workspaceId_developerId: { workspaceId, developerId: member.id } },
  });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow("Permission denied");
});
