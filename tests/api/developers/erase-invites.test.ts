import { expect, it } from "vitest";
import { DELETE } from "@/app/api/v1/developers/me/route";
import { POST as accept } from "@/app/api/v1/invites/[token]/accept/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

type Person = Awaited<ReturnType<typeof aDeveloper>>;

async function aGuest(owner: Person, workspace: { id: string }): Promise<Person> {
  const guest = await aDeveloper();
  const role = await db().customRole.findFirstOrThrow({
    where: { workspaceId: workspace.id, slug: "developer" },
  });
  const params = { workspace_id: workspace.id };
  const body = { email: guest.email, custom_role_id: role.id };
  const { json } = await call(invite, "POST", { bearer: owner.jwt, params, body });
  expect((await call(accept, "POST", { bearer: guest.jwt, params: { token: json.token } })).status).toBe(200);
  return guest;
}

it("Erasing somebody leaves their address neither in invites that they accepted nor in what the audit says of these", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const [gone, stays] = [await aGuest(owner, workspace), await aGuest(owner, workspace)];
  const kept = async ({ email }: Person) => {
    const [invites, entries] = await Promise.all([
      db().workspaceInvite.findMany({ where: { workspaceId: workspace.id } }),
      db().auditEvent.findMany({ where: { workspaceId: workspace.id } }),
    ]);
    const naming = (rows: object[]) => rows.filter((row) => JSON.stringify(row).includes(email)).length;
    return { invites: naming(invites), entries: naming(entries) };
  };
  const before = await kept(stays);
  expect(await kept(gone)).toEqual(before);
  expect([before.invites, before.entries > 0]).toEqual([1, true]);
  const entries = await db().auditEvent.count({ where: { workspaceId: workspace.id } });

  const answer = await call(DELETE, "DELETE", { bearer: gone.jwt, query: { erase: "true" } });
  expect(answer.status).toBe(204);
  while (await eraseDeveloperJob.handler({ developer_id: gone.id }, { now: new Date() }));

  expect(await kept(gone)).toEqual({ invites: 0, entries: 0 });
  expect(await kept(stays)).toEqual(before);
  // Other entries come with the erasure; none goes.
  expect(await db().auditEvent.count({ where: { workspaceId: workspace.id } })).toBeGreaterThanOrEqual(
    entries,
  );
});
