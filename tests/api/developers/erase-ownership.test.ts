import { expect, it } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/v1/developers/me/route";
import { GET as look } from "@/app/api/v1/public/tables/[share_link]/route";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as sequence from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route";
import * as webhook from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { DELETE as removeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as link from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/[link_id]/route";
import { advanceEnrollment, sendStepRequest } from "@/lib/crm/sequences/advance-enrollment";
import { enrollRecord } from "@/lib/crm/sequences/enroll-record";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { db, transaction } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { type Answer, call } from "@/tests/support/call";
import { aMember } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";
import { aWebhook, deliveriesOf } from "@/tests/support/webhooks";

type Person = Awaited<ReturnType<typeof aMember>>;

const expectDone = ({ status, text }: Answer) => expect([status, text]).toEqual([200, expect.anything()]);

async function leaveAndErase(workspaceId: string, owner: { jwt: string }, { id, jwt }: Person) {
  const params = { workspace_id: workspaceId, developer_id: id };
  expect((await call(removeMember, "DELETE", { bearer: owner.jwt, params })).status).toBe(204);
  expect((await call(deleteAccount, "DELETE", { bearer: jwt, query: { erase: "true" } })).status).toBe(204);
  while (await eraseDeveloperJob.handler({ developer_id: id }, { now: new Date() }));
}

it("Erasing somebody lets nothing that they took over go on in the name of whoever made it", async () => {
  const crm = await aCrm();
  const { ada, params } = crm;
  const gone = await aMember(crm.workspace.id, "admin");
  const receiver = await aReceiver();
  const theirs = { type: "http_request", url: receiver.url };
  const take = async (route: Parameters<typeof call>[0], id: Record<string, string>, body: object) =>
    expectDone(await call(route, "PATCH", { bearer: gone.jwt, params: { ...params, ...id }, body }));

  const hook = await aWebhook({ owner: ada, workspaceId: crm.workspace.id }, "https://example.com/hook");
  await take(webhook.PATCH, { webhook_id: hook.id }, { url: receiver.url });
  const rule = await crm.anAutomation({
    trigger: { type: "record.created", object: "company" },
    actions: [{ type: "http_request", url: "https://example.com/hook" }],
  });
  await take(automation.PATCH, { automation_id: rule.id }, { actions: [theirs] });
  const steps = await crm.aSequence([{ type: "http_request", url: "https://example.com/hook" }]);
  await take(sequence.PATCH, { sequence_id: steps.id }, { steps: [theirs] });
  await leaveAndErase(crm.workspace.id, ada, gone);

  const { id: recordId } = await crm.create("company", { name: "Tea & Co" });
  expect(await deliveriesOf(hook.id)).toEqual([]);
  const read = await call(webhook.GET, "GET", {
    bearer: ada.jwt,
    params: { ...params, webhook_id: hook.id },
  });
  expect(read.json).toMatchObject({ owner: null, held_events: { count: 1 } });
  await crm.drain();
  const [run] = await crm.runs();
  expect([run?.status, run?.error]).toEqual(["skipped", expect.stringContaining("no owner any more")]);
  const now = new Date();
  const enrolled = await transaction((tx) =>
    enrollRecord(tx, crm.workspace.id, steps.id, recordId, null, now),
  );
  await advanceEnrollment(enrolled?.id ?? "", now);
  await sendStepRequest(enrolled?.id ?? "", now);
  const paused = await db().sequence.findUniqueOrThrow({ where: { id: steps.id } });
  expect(paused.pausedReason).toContain("no owner any more");
  expect(receiver.received).toEqual([]);
});

it("Erasing somebody closes the share links that they changed", async () => {
  const table = await aTable();
  const gone = await aMember(table.at.workspace_id, "admin");
  const [kept, changed] = [
    await table.share({ permission: "view" }),
    await table.share({ permission: "view", hidden_columns: ["fee"] }),
  ];
  const params = { ...table.at, link_id: changed.id };
  expectDone(await call(link.PATCH, "PATCH", { bearer: gone.jwt, params, body: { hidden_columns: [] } }));
  await leaveAndErase(table.at.workspace_id, table.owner, gone);
  const statusOf = async ({ token }: { token: string }) =>
    (await call(look, "GET", { params: { share_link: token } })).status;
  expect([await statusOf(kept), await statusOf(changed)]).toEqual([200, 404]);
});
