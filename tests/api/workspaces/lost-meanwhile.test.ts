import { expect, it } from "vitest";
import { POST as createKey } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { POST as rotate } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/rotate-secret/route";
import { POST as createWebhook } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { lockAccess } from "@/lib/access/store";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

/** How many wait for a lock on a workspace. */
async function waiting(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM workspace WHERE id%'`;
  return row?.count ?? 0;
}

it.each(["a key", "a secret"])("who is removed while they ask for %s gets none", async (what) => {
  const owner = await aDeveloper();
  const { id: workspace_id } = await aWorkspace(owner);
  const admin = await aMember(workspace_id, "admin");
  const webhook = await call(createWebhook, "POST", {
    bearer: owner.jwt,
    params: { workspace_id },
    body: { name: "Hook", url: "https://example.com/hook", events: ["record.created"] },
  });
  expect(webhook.status).toBe(201);
  const ask = () =>
    what === "a key"
      ? call(createKey, "POST", { bearer: admin.jwt, params: { workspace_id }, body: { name: "Mine" } })
      : call(rotate, "POST", { bearer: admin.jwt, params: { workspace_id, webhook_id: webhook.json.id } });
  expect((await ask()).status).toBeLessThan(300);
  const before = await db().webhook.findUniqueOrThrow({ where: { id: webhook.json.id } });
  let asked: ReturnType<typeof ask> | undefined;
  await transaction(async (tx) => {
    await lockAccess(tx, workspace_id);
    asked = ask();
    while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await tx.workspaceMember.delete({
      where: { workspaceId_developerId: { workspaceId: workspace_id, developerId: admin.id } },
    });
  });
  expect((await asked)?.status).toBe(403);
  expect(await db().workspaceKey.count({ where: { workspaceId: workspace_id } })).toBe(
    what === "a key" ? 1 : 0,
  );
  expect(await db().webhook.findUniqueOrThrow({ where: { id: webhook.json.id } })).toEqual(before);
});
