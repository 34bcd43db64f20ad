import pg from "pg";
import { expect, it } from "vitest";
import * as runs from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/runs/route";
import * as imports from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route";
import * as enrolments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/enrollments/route";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { db } from "@/lib/platform/database";
import { aCrm } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aCrm as aCrmOfRecords } from "@/tests/support/crm-records";

/*
 * What belongs to something is read after it, by a statement of its own. Here what it belongs to is deleted between the
 * two: a lock on its table holds the second statement back.
 */

/** How many wait for a lock on a table of this database. */
async function waiting(table: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`;
  return row?.count ?? 0;
}

/**
 * Does `work`, and deletes a row once `work` waits to read its table.
 * @param first tables that `work` reads before it, the last of them after having read `table` for another reason
 */
async function deletedDuring<T>(
  work: () => Promise<T>,
  { table, id, first = [] }: { table: string; id: string; first?: string[] },
): Promise<T> {
  const locks = [...first, table];
  const clients = locks.map(() => new pg.Client({ connectionString: process.env.DATABASE_URL }));
  await Promise.all(clients.map((client) => client.connect()));
  let working: Promise<T> | undefined;
  try {
    for (const [index, name] of locks.entries()) {
      await clients[index]?.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
      await clients[index - 1]?.query("COMMIT");
      working ??= work();
      working.catch(() => {});
      await expect.poll(() => waiting(name), { timeout: 20_000, interval: 5 }).toBe(1);
    }
    const last = clients.at(-1);
    await last?.query(`DELETE FROM ${table} WHERE id = '${id}'`);
    await last?.query("COMMIT");
    return await (working as Promise<T>);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const CREATED = { type: "record.created", object: "company" };

it("runs of an automation that is deleted while they are listed are left out of the list", async () => {
  const crm = await aCrm();
  const gone = await crm.anAutomation({
    trigger: CREATED,
    actions: [{ type: "notify", ...note(crm.ada.id) }],
  });
  await crm.create("company", { name: "Acme" });
  const list = () => call(runs.GET, "GET", { bearer: crm.ada.jwt, params: crm.params });
  expect((await list()).json).toHaveLength(1);
  const answer = await deletedDuring(list, { table: "automation", id: gone.id });
  expect([answer.status, answer.json]).toEqual([200, []]);
});

it("a run whose automation is deleted as it begins does nothing, and is no failure", async () => {
  const crm = await aCrm();
  const gone = await crm.anAutomation({
    trigger: CREATED,
    actions: [{ type: "notify", ...note(crm.ada.id) }],
  });
  await crm.create("company", { name: "Acme" });
  const [run] = await crm.runs();
  const begin = () => runAutomation(run?.id ?? "", "database", new Date());
  await deletedDuring(begin, { table: "automation", id: gone.id });
  expect(await crm.runs()).toEqual([]);
  expect(
    await db().notification.count({ where: { workspaceId: crm.workspace.id, kind: "automation" } }),
  ).toBe(0);
});

it("enrolments in a sequence that is deleted while they are listed are left out of the list", async () => {
  const crm = await aCrm();
  const sequence = await crm.aSequence([{ type: "wait", amount: 1, unit: "days" }]);
  const { id: record_id } = await crm.create("company", { name: "Acme" });
  await db().sequenceEnrollment.create({
    data: {
      workspaceId: crm.workspace.id,
      sequenceId: sequence.id,
      recordId: record_id,
      createdAt: new Date(),
    },
  });
  const list = () => call(enrolments.GET, "GET", { bearer: crm.ada.jwt, params: crm.params });
  expect((await list()).json).toHaveLength(1);
  const answer = await deletedDuring(list, { table: "sequence", id: sequence.id });
  expect([answer.status, answer.json]).toEqual([200, []]);
});

it("imports of an object that is deleted while they are listed are left out of the list", async () => {
  const crm = await aCrmOfRecords();
  const at = { bearer: crm.bearer, params: crm.at("company") };
  const body = { csv: "name\nAcme", background: true };
  expect((await call(importing.POST, "POST", { ...at, body })).status).toBe(202);
  const list = () => call(imports.GET, "GET", at);
  expect((await list()).json).toHaveLength(1);
  const object = await db().crmObject.findFirstOrThrow({
    where: { workspaceId: crm.workspaceId, slug: "company" },
  });
  const answer = await deletedDuring(list, { table: "crm_object", id: object.id, first: ["crm_import"] });
  expect([answer.status, answer.json]).toEqual([200, []]);
});

function note(developerId: string) {
  return { developer_ids: [developerId], title: "Look", body: "A company came" };
}
