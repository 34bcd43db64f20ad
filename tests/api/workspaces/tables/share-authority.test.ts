import { describe, expect, it } from "vitest";
import * as publicRows from "@/app/api/v1/public/tables/[share_link]/rows/route";
import * as link from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/[link_id]/route";
import * as links from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/route";
import { CATALOG } from "@/lib/access/catalog";
import { call } from "@/tests/support/call";
import { aMemberWith, waysToLose } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";

type Table = Awaited<ReturnType<typeof aTable>>;

const SHARES = "can_share_tables";
const ALL = CATALOG.map(({ slug }) => slug);

const share = ({ at: params }: Table, { jwt: bearer }: { jwt: string }, permission: "view" | "edit") =>
  call(links.POST, "POST", { bearer, params, body: { permission } });
const change = ({ at }: Table, { jwt: bearer }: { jwt: string }, link_id: string, body: object) =>
  call(link.PATCH, "PATCH", { bearer, params: { ...at, link_id }, body });
const listed = async ({ at: params, bearer }: Table) =>
  (await call(links.GET, "GET", { bearer, params })).json[0];
const look = (token: string) => call(publicRows.GET, "GET", { params: { share_link: token } });
const write = (token: string) =>
  call(publicRows.POST, "POST", { params: { share_link: token }, body: { values: { title: "x" } } });

describe("a share link", () => {
  it("can be created and changed only by people who may themselves do what it lets visitors do", async () => {
    const table = await aTable();
    const { workspace_id: workspaceId } = table.at;
    const [view, edit] = [
      await table.share({ permission: "view" }),
      await table.share({ permission: "edit" }),
    ];
    for (const [permission, needed] of [
      ["view", ["can_view_tables"]],
      ["edit", ["can_view_tables", "can_edit_rows"]],
    ] as const) {
      for (const missing of needed) {
        const member = await aMemberWith(
          workspaceId,
          ALL.filter((slug) => slug !== missing),
        );
        const { id } = permission === "view" ? view : edit;
        for (const answer of [
          await share(table, member, permission),
          await change(table, member, id, { hidden_columns: [] }),
          await change(table, member, view.id, { permission }),
        ]) {
          expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining(missing)]);
        }
      }
      const able = await aMemberWith(workspaceId, [SHARES, ...needed]);
      expect((await share(table, able, permission)).status).toBe(201);
    }
    const sharer = await aMemberWith(workspaceId, [SHARES]);
    const params = { ...table.at, link_id: view.id };
    expect((await call(link.DELETE, "DELETE", { bearer: sharer.jwt, params })).status).toBe(204);
  });

  it("opens nothing once its owner may no longer see tables, for whatever reason, until somebody who may changes it", async () => {
    const ways = Object.keys(waysToLose("", "", "can_view_tables"));
    for (const way of ways) {
      const table = await aTable();
      await table.add({ title: "MARK" });
      const member = await aMemberWith(table.at.workspace_id, [SHARES, "can_view_tables", "can_edit_rows"]);
      const { json } = await share(table, member, "edit");
      expect([(await look(json.token)).status, (await write(json.token)).status]).toEqual([200, 201]);
      const lose = waysToLose(table.at.workspace_id, member.id, "can_view_tables");
      await lose[way as keyof typeof lose]?.();
      for (const answer of [await look(json.token), await write(json.token)]) {
        expect([answer.status, answer.json.detail], way).toEqual([404, "Share link not found"]);
      }
      expect(await listed(table), way).toMatchObject({
        status: "suspended",
        permission: "edit",
        granted_permission: null,
      });
      expect((await change(table, table.owner, json.id, { name: "Taken over" })).json).toMatchObject({
        status: "active",
        granted_permission: "edit",
        owner: { id: table.owner.id },
        created_by_id: member.id,
      });
      expect((await look(json.token)).status).toBe(200);
    }
  });

  it("is read-only for visitors once its owner may no longer edit rows", async () => {
    const table = await aTable();
    const { workspace_id: workspaceId } = table.at;
    const member = await aMemberWith(workspaceId, [SHARES, "can_view_tables", "can_edit_rows"]);
    const { json } = await share(table, member, "edit");
    await waysToLose(workspaceId, member.id, "can_edit_rows")["an override"]();
    expect((await look(json.token)).status).toBe(200);
    const refused = await write(json.token);
    expect([refused.status, refused.json.detail]).toEqual([403, "Permission denied"]);
    expect(await listed(table)).toMatchObject({ status: "active", granted_permission: "view" });
  });
});
