import { beforeAll, describe, expect, it } from "vitest";
import * as restore from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/restore/route";
import * as exit from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/exit/route";
import * as enrollments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/route";
import * as testing from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/test/route";
import * as row from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/route";
import * as restoring from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/restore/route";
import { db } from "@/lib/platform/database";
import { EVENTS } from "@/lib/webhooks/catalog";
import { aCrm } from "@/tests/support/automations";
import { type Answer, call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { formsOf, visit } from "@/tests/support/forms";
import { aProjectPage } from "@/tests/support/project-page";
import { aTable } from "@/tests/support/tables";

/** Everything that the service has sent, as subscribers get it. */
const sent: { type: string; data: unknown }[] = [];

async function subscribe(workspaceId: string, ownerId: string): Promise<void> {
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const webhook = { url: "https://example.com/hook", events: ["*"], secretEncrypted: "", ...at };
  await db().webhook.create({ data: { workspaceId, ownerId, ...webhook } });
}

function expectDone(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(answer.text);
  return answer;
}

/** Records of every kind of value through their whole life, with the automations and sequences that follow. */
async function useTheCrm(): Promise<void> {
  const crm = await aCrm();
  const bearer = crm.ada.jwt;
  const created = { type: "record.created", object: "company" };
  const notify = { type: "notify", developer_ids: [crm.ada.id], title: "New" };
  await crm.anAutomation({ trigger: created, actions: [notify] });
  const numberOfName = { type: "update_record", values: { employees: "{{record.name}}" } };
  await crm.anAutomation({ trigger: created, actions: [numberOfName] });
  const company = await crm.create("company", { name: "Tea & Co", domain: "tea.example", owner: crm.ada.id });
  await crm.create("person", { name: "Bea", email: "bea@example.com", company: company.id });
  await crm.create("deal", { name: "Tea", amount: 12.5, close_date: "2026-11-20", stage: "lead" });
  await crm.update("company", company.id, { employees: 3, domain: null });
  await crm.drain();

  const sequence = await crm.aSequence([{ type: "wait", amount: 1, unit: "days" }]);
  const at = { ...crm.params, sequence_id: sequence.id };
  const body = { record_id: company.id };
  const enrolled = expectDone(await call(enrollments.POST, "POST", { bearer, params: at, body }));
  const params = { ...at, enrollment_id: enrolled.json.id };
  expectDone(await call(exit.POST, "POST", { bearer, params }));

  await crm.remove("company", company.id);
  const gone = { ...crm.params, object_slug: "company", record_id: company.id };
  expectDone(await call(restore.POST, "POST", { bearer, params: gone }));

  const forms = formsOf(bearer, crm.workspace.id);
  await crm.anAutomation({ trigger: { type: "form.submitted", form_id: null }, actions: [notify] });
  const kept = await forms.make();
  const destination = { type: "crm", object: "person", mapping: { name: "name", email: "email" } };
  const passedOn = await forms.make({ destination });
  expectDone(await visit.submit(kept, { name: "Cleo" }));
  expectDone(await visit.submit(passedOn, { name: "Cleo", email: "cleo@example.com" }));
  await crm.drain();

  const { id } = await db().webhook.findFirstOrThrow({ where: { workspaceId: crm.workspace.id } });
  expectDone(await call(testing.POST, "POST", { bearer, params: { ...crm.params, webhook_id: id } }));
}

async function useTables(): Promise<void> {
  const { owner, bearer, at, add, update } = await aTable();
  await subscribe(at.workspace_id, owner.id);
  const { id } = await add({
    title: "Order 1042",
    amount: 12.5,
    done: true,
    due: "2026-11-20",
    tags: ["open"],
  });
  expectDone(await update(id, { values: { title: null, tags: ["won"], fee: -3 } }));
  expectDone(await call(row.DELETE, "DELETE", { bearer, params: { ...at, row_id: id } }));
  expectDone(await call(restoring.POST, "POST", { bearer, params: at, body: { row_ids: [id] } }));
}

async function useProjectPages(): Promise<void> {
  const page = await aProjectPage();
  await subscribe(page.workspace.id, page.ada.id);
  await page.asked(await aDeveloper());
}

beforeAll(async () => {
  await useTheCrm();
  await useTables();
  await useProjectPages();
  const deliveries = await db().webhookDelivery.findMany();
  sent.push(...deliveries.map(({ body }) => JSON.parse(body ?? "")));
}, 120_000);

describe.each(EVENTS)("$type", ({ type, data, example }) => {
  it("is sent with the data that its schema in the catalog describes, and no more", () => {
    const found = sent.filter((event) => event.type === type);
    expect(found.length).toBeGreaterThan(0);
    for (const event of found) expect(data.parse(event.data)).toEqual(event.data);
  });

  it("has an example that its schema describes", () => {
    expect(data.parse(example)).toEqual(example);
  });
});
