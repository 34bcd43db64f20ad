import { setImmediate as others } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as attribute from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route";
import * as cancelling from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/cancel/route";
import * as one from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/route";
import * as starting from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/start/route";
import * as undoing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/[import_id]/undo/route";
import * as list from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/imports/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route";
import { FAILURES_IN_A_ROW_MAX, RUNS_SKIPPED_AT_ONCE } from "@/lib/crm/automations/limits";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { eraseOldImports, runImportJob, sweepImports } from "@/lib/crm/import/jobs";
import {
  IMPORT_CHUNK_ROWS,
  IMPORT_INLINE_ROWS_MAX,
  IMPORTS_CHECKED_MAX,
  IMPORTS_RUNNING_MAX,
} from "@/lib/crm/import/limits";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { aCrm as anAutomationCrm } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aMember, waysToLose } from "@/tests/support/factories";

function bring(crm: Crm, object: string, csv: string, given: object = {}) {
  const body = { csv, background: true, ...given };
  return call(importing.POST, "POST", { bearer: crm.bearer, params: crm.at(object), body });
}

const at = (crm: Crm, object: string, id: string) => ({
  bearer: crm.bearer,
  params: { ...crm.at(object), import_id: id },
});
const found = (crm: Crm, object: string, id: string) => call(one.GET, "GET", at(crm, object, id));
const undo = (crm: Crm, object: string, id: string) => call(undoing.POST, "POST", at(crm, object, id));
const cancel = (crm: Crm, object: string, id: string) => call(cancelling.POST, "POST", at(crm, object, id));
const start = (crm: Crm, object: string, id: string, body: object = {}) =>
  call(starting.POST, "POST", { ...at(crm, object, id), body });

/** Runs an import's job as the engine does, until it asks for no more. */
async function run(crm: Crm, id: string): Promise<void> {
  const payload = { import_id: id, workspace_id: crm.workspaceId };
  while ((await runImportJob.handler(payload, { now: new Date() })) !== undefined) await others();
}

/** Imports in the background, to the end; the import as it then is. */
async function imported(crm: Crm, object: string, csv: string, given: object = {}) {
  const begun = await bring(crm, object, csv, given);
  if (begun.status !== 202) throw new Error(begun.text);
  await run(crm, begun.json.id);
  return (await found(crm, object, begun.json.id)).json;
}

async function countOf(crm: Crm): Promise<number> {
  return db().crmRecord.count({ where: { workspaceId: crm.workspaceId, deletedAt: null } });
}

const companies = (count: number, from = 0) =>
  ["name,domain", ...Array.from({ length: count }, (_, n) => `Company ${n + from},${n + from}.example`)].join(
    "\n",
  );

describe("an import as a job", () => {
  it("checks and writes all rows, shows its progress, and deletes its rows once it is finished", async () => {
    const crm = await aCrm();
    const rows = IMPORT_CHUNK_ROWS * 2 + 1;
    const begun = await bring(crm, "company", companies(rows), { file_name: "companies.csv" });
    expect(begun.status).toBe(202);
    expect(begun.json).toMatchObject({ state: "queued", rows, rows_done: 0, file_name: "companies.csv" });
    await run(crm, begun.json.id);
    const { json } = await found(crm, "company", begun.json.id);
    expect(json).toMatchObject({ state: "done", rows_done: rows, created: rows, failed: 0, can_undo: true });
    expect(await countOf(crm)).toBe(rows);
    const importId = begun.json.id;
    expect(await db().crmImportChunk.count({ where: { importId } })).toBe(0);
    expect(await db().crmImportClaim.count({ where: { importId } })).toBe(0);
    const told = await db().notification.findMany({ where: { workspaceId: crm.workspaceId } });
    expect(told.map(({ title }) => title)).toEqual(["companies.csv is imported"]);
    const listed = await call(list.GET, "GET", { bearer: crm.bearer, params: crm.at("company") });
    expect(listed.json).toMatchObject([{ id: importId, state: "done" }]);
  });

  it("is created for a file that is too large for a request", { timeout: 120_000 }, async () => {
    const crm = await aCrm();
    const rows = IMPORT_INLINE_ROWS_MAX + 1;
    const begun = await bring(crm, "company", `\uFEFF${companies(rows)}`, { background: false });
    expect(begun.status).toBe(202);
    await run(crm, begun.json.id);
    expect(await countOf(crm)).toBe(rows);
  });

  it("checks every row before it writes one, including equal values in distant chunks", async () => {
    const crm = await aCrm();
    const csv = `${companies(IMPORT_CHUNK_ROWS + 5)}\nAgain,0.EXAMPLE\n,nameless.example\n`;
    const json = await imported(crm, "company", csv);
    expect(json).toMatchObject({ state: "failed", created: 0, failed: 2, can_undo: false });
    const last = IMPORT_CHUNK_ROWS + 7;
    expect(json.errors).toEqual([
      { row: last, column: "domain", message: "The same value as in row 2" },
      { row: last + 1, column: "name", message: "Required" },
    ]);
    expect(json.error).toMatch(/nothing was imported/);
    expect(await countOf(crm)).toBe(0);
    const some = await imported(crm, "company", csv, { skip_invalid: true });
    expect(some).toMatchObject({ state: "done", created: IMPORT_CHUNK_ROWS + 5, failed: 2 });
  });

  it("writes no more once whoever started it may not import any more, or has closed their account", async () => {
    for (const way of ["a deactivated account", "an override"]) {
      const crm = await aCrm();
      const member = await aMember(crm.workspaceId, "admin");
      const { id } = (await bring(crmOf(member.jwt, crm.workspaceId), "company", companies(2))).json;
      await waysToLose(crm.workspaceId, member.id, "can_export_records")[way as "an override"]();
      await run(crm, id);
      expect((await found(crm, "company", id)).json).toMatchObject({
        state: "failed",
        error: "Whoever started it may not import records any more.",
      });
      expect(await countOf(crm)).toBe(0);
    }
  });

  it("resumes exactly where it was interrupted, and writes no row twice", async () => {
    const crm = await aCrm();
    const rows = IMPORT_CHUNK_ROWS * 3;
    const { id } = (await bring(crm, "company", companies(rows).replaceAll(/,\d+\.example/g, ","))).json;
    // A batch that the database refuses half way is what a killed process leaves: nothing of it, all before it.
    await db().$executeRawUnsafe(`
      CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.position = 2 AND NEW.state = 'writing' THEN RAISE EXCEPTION 'cut off'; END IF; RETURN NEW; END $$`);
    await db().$executeRawUnsafe(
      "CREATE TRIGGER cut_off BEFORE UPDATE ON crm_import FOR EACH ROW EXECUTE FUNCTION cut_off()",
    );
    try {
      await expect(run(crm, id)).rejects.toThrow(/cut off/);
      expect(await countOf(crm)).toBe(IMPORT_CHUNK_ROWS);
    } finally {
      await db().$executeRawUnsafe("DROP TRIGGER cut_off ON crm_import");
      await db().$executeRawUnsafe("DROP FUNCTION cut_off()");
    }
    await Promise.all([run(crm, id), run(crm, id)]);
    expect((await found(crm, "company", id)).json).toMatchObject({ state: "done", created: rows });
    const { _count } = await db().crmRecord.aggregate({
      where: { workspaceId: crm.workspaceId },
      _count: { _all: true },
    });
    expect(_count._all).toBe(rows);
    const titles = await db().crmRecord.findMany({
      where: { workspaceId: crm.workspaceId },
      distinct: ["title"],
    });
    expect(titles).toHaveLength(rows);
  });

  it("fails once its rows have failed repeatedly, and can then be undone", async () => {
    const crm = await aCrm();
    const { id } = (await bring(crm, "company", companies(IMPORT_CHUNK_ROWS + 1))).json;
    await db().$executeRawUnsafe(`
      CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.position = 2 AND NEW.state = 'writing' THEN RAISE EXCEPTION 'never'; END IF; RETURN NEW; END $$`);
    await db().$executeRawUnsafe(
      "CREATE TRIGGER never BEFORE UPDATE ON crm_import FOR EACH ROW EXECUTE FUNCTION never()",
    );
    try {
      for (let tries = 1; tries < 5; tries++) await expect(run(crm, id)).rejects.toThrow();
      await run(crm, id);
    } finally {
      await db().$executeRawUnsafe("DROP TRIGGER never ON crm_import");
      await db().$executeRawUnsafe("DROP FUNCTION never()");
    }
    const { json } = await found(crm, "company", id);
    expect(json).toMatchObject({ state: "failed", created: IMPORT_CHUNK_ROWS, can_undo: true });
    await undo(crm, "company", id);
    await run(crm, id);
    expect(await countOf(crm)).toBe(0);
  });

  it("takes turns with others of its object, so that the same file twice creates nothing twice", async () => {
    const crm = await aCrm();
    const csv = companies(IMPORT_CHUNK_ROWS + 10);
    const [first, second] = [
      await bring(crm, "company", csv, { match: "domain" }),
      await bring(crm, "company", csv, { match: "domain" }),
    ];
    await Promise.all([run(crm, second.json.id), run(crm, first.json.id)]);
    const rows = IMPORT_CHUNK_ROWS + 10;
    expect((await found(crm, "company", first.json.id)).json).toMatchObject({ created: rows, unchanged: 0 });
    expect((await found(crm, "company", second.json.id)).json).toMatchObject({ created: 0, unchanged: rows });
    expect(await countOf(crm)).toBe(rows);
  });

  it("can be tested first, shows what would change, and is started without another upload", async () => {
    const crm = await aCrm();
    await crm.make("company", { name: "Old", domain: "0.example" });
    const csv = `${companies(30)}\n,bad.example`;
    const tried = await imported(crm, "company", csv, { match: "domain", dry_run: true });
    expect(tried).toMatchObject({ state: "checked", is_dry_run: true, created: 29, updated: 1, failed: 1 });
    expect(tried.preview[0]).toMatchObject({ before: { name: "Old" }, after: { name: "Company 0" } });
    expect(await countOf(crm)).toBe(1);
    expect((await start(crm, "company", tried.id)).status).toBe(409);
    const started = await start(crm, "company", tried.id, { skip_invalid: true });
    expect(started.json).toMatchObject({ state: "queued", is_dry_run: false });
    await run(crm, tried.id);
    expect((await found(crm, "company", tried.id)).json).toMatchObject({
      state: "done",
      created: 29,
      updated: 1,
    });
    expect((await start(crm, "company", tried.id, { skip_invalid: true })).status).toBe(409);
  });

  it("adds options once, before the first row is written", async () => {
    const crm = await aCrm();
    const json = await imported(crm, "deal", "name,stage\nA,On hold\nB,on hold\n", { create_options: true });
    expect(json).toMatchObject({
      created: 2,
      new_options: { stage: [{ value: "on_hold", label: "On hold" }] },
    });
    const { json: deals } = await crm.list("deal");
    expect(deals.map(({ values }: { values: { stage: string } }) => values.stage)).toEqual([
      "on_hold",
      "on_hold",
    ]);
  });

  it.each([
    [{ is_unique: false }, "Rows are matched by domain, which is not unique any more."],
    [{ is_archived: true }, "The attribute domain, which takes the column domain, was archived."],
  ])("fails where its file would be read otherwise than it was checked: %j", async (change, error) => {
    const crm = await aCrm();
    await crm.make("company", { name: "Acme", domain: "acme.example" });
    const csv = "name,domain\nAcme Ltd,acme.example\n";
    const { id } = await imported(crm, "company", csv, { match: "domain", dry_run: true });
    const changed = await call(attribute.PATCH, "PATCH", {
      bearer: crm.bearer,
      params: { ...crm.at("company"), attribute_slug: "domain" },
      body: change,
    });
    expect(changed.status).toBe(200);
    await start(crm, "company", id);
    await run(crm, id);
    const { json } = await found(crm, "company", id);
    expect(json).toMatchObject({ state: "failed", error, created: 0, updated: 0 });
    expect(await countOf(crm)).toBe(1);
  });

  it("stops when it is cancelled, keeps what it wrote, and can be undone", async () => {
    const crm = await aCrm();
    const { id } = (await bring(crm, "company", companies(5))).json;
    expect((await undo(crm, "company", id)).json.detail).toContain("has not ended");
    expect((await cancel(crm, "company", id)).json).toMatchObject({ state: "cancelled", can_undo: false });
    expect((await cancel(crm, "company", id)).status).toBe(409);
    await run(crm, id);
    expect(await countOf(crm)).toBe(0);
  });

  it("that is cancelled before it wrote says that it created nothing", async () => {
    const crm = await aCrm();
    const checked = await imported(crm, "company", companies(5), { dry_run: true });
    expect(checked).toMatchObject({ state: "checked", created: 5 });
    expect((await cancel(crm, "company", checked.id)).json).toMatchObject({ state: "cancelled", created: 0 });
  });

  it("stops if the person who began it may no longer import", async () => {
    const crm = await aCrm();
    const member = await aMember(crm.workspaceId, "sales");
    const sales = crmOf(member.jwt, crm.workspaceId);
    const { id } = (await bring(sales, "company", companies(5))).json;
    await db().workspaceMember.updateMany({
      where: { workspaceId: crm.workspaceId, developerId: member.id },
      data: { status: "suspended" },
    });
    await run(crm, id);
    expect((await found(crm, "company", id)).json).toMatchObject({ state: "failed", created: 0 });
  });

  it("stops if its workspace is switched off, and says that it was the workspace", async () => {
    const crm = await aCrm();
    const { id } = (await bring(crm, "company", companies(5))).json;
    const where = { id: crm.workspaceId };
    await db().workspace.update({ where, data: { isActive: false } });
    await run(crm, id);
    await db().workspace.update({ where, data: { isActive: true } });
    const { json } = await found(crm, "company", id);
    expect(json).toMatchObject({ state: "failed", error: "The workspace was switched off meanwhile." });
  });

  it("that is stopped so before it wrote says that it created nothing, whatever its check counted", async () => {
    const crm = await aCrm();
    const member = await aMember(crm.workspaceId, "sales");
    const sales = crmOf(member.jwt, crm.workspaceId);
    const { id, created } = await imported(sales, "company", companies(5), { dry_run: true });
    expect(created).toBe(5);
    await start(sales, "company", id);
    const where = { workspaceId: crm.workspaceId, developerId: member.id };
    await db().workspaceMember.updateMany({ where, data: { status: "suspended" } });
    await run(crm, id);
    const shown = (await found(crm, "company", id)).json;
    expect(shown).toMatchObject({ state: "failed", created: 0, can_undo: false });
    expect(await countOf(crm)).toBe(0);
  });

  it("is refused if there are too many others, and deleted if its rows never all arrived", async () => {
    const crm = await aCrm();
    for (let n = 0; n < IMPORTS_RUNNING_MAX; n++) await bring(crm, "company", companies(1, n));
    expect((await bring(crm, "company", companies(1))).status).toBe(409);
    const where = { workspaceId: crm.workspaceId };
    await db().crmImport.updateMany({ where, data: { state: "receiving" } });
    await eraseOldImports.handler({}, { now: new Date(Date.now() + DAY_MS) });
    expect(await db().crmImport.count({ where })).toBe(0);
  });

  it("takes the place of its person's oldest checked one, once they have many, and of nobody else's", async () => {
    const crm = await aCrm();
    const other = crmOf((await aMember(crm.workspaceId, "admin")).jwt, crm.workspaceId);
    const checked = async (as: typeof other) => {
      const { id } = (await bring(as, "company", companies(1), { dry_run: true })).json;
      await db().crmImport.update({ where: { id }, data: { state: "checked" } });
      return id as string;
    };
    const theirs = await checked(other);
    const ids: string[] = [];
    for (let n = 0; n <= IMPORTS_CHECKED_MAX; n++) ids.push(await checked(crm));
    const stateOf = async (id = "") => (await found(crm, "company", id)).json.state;
    expect([await stateOf(theirs), await stateOf(ids[0]), await stateOf(ids[1])]).toEqual([
      "checked",
      "cancelled",
      "checked",
    ]);
    expect(await db().crmImportChunk.count({ where: { importId: ids[0] ?? "" } })).toBe(0);
    expect(await db().crmImport.count({ where: { id: { in: ids }, state: "checked" } })).toBe(
      IMPORTS_CHECKED_MAX,
    );
  });

  it("gets a lost job back", async () => {
    const crm = await aCrm();
    const { id } = (await bring(crm, "company", companies(1))).json;
    const jobs = () => db().$queryRaw<unknown[]>`
      SELECT 1 AS one FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${id}%`}`;
    expect(await jobs()).toHaveLength(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${id}%`}`;
    await sweepImports.handler({}, { now: new Date(Date.now() + 3_600_000) });
    expect(await jobs()).toHaveLength(1);
  });

  it("can't be seen from another workspace, another object, or by people who may not import", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const { id } = await imported(crm, "company", companies(1));
    for (const stranger of [found, undo, cancel, start]) {
      expect((await stranger(other, "company", id)).status).toBe(404);
      expect((await stranger(crm, "person", id)).status).toBe(404);
      const support = crmOf((await aMember(crm.workspaceId, "support")).jwt, crm.workspaceId);
      expect((await stranger(support, "company", id)).status).toBe(403);
    }
    expect(await countOf(crm)).toBe(1);
  });
});

describe("undoing an import", () => {
  const NAMES = "name,email,phone,job_title\n";

  it("deletes what it created and restores what it changed, once", async () => {
    const crm = await aCrm();
    const values = { name: "Ada", email: "ada@example.com", phone: "123", job_title: "Boss" };
    const id = await crm.make("person", values);
    const body = {
      csv: `${NAMES}Ada L.,ada@example.com,,\nNew,new@example.com,1,`,
      match: "email",
      blank: "clear",
    };
    const done = await call(importing.POST, "POST", { bearer: crm.bearer, params: crm.at("person"), body });
    expect(done.json).toMatchObject({ created: 1, updated: 1 });
    const importId = done.json.import_id;
    expect((await undo(crm, "person", importId)).json).toMatchObject({ state: "undoing", can_undo: false });
    await run(crm, importId);
    const { json } = await found(crm, "person", importId);
    expect(json).toMatchObject({ state: "undone", restored: 1, deleted: 1, left: 0, left_records: [] });
    expect((await crm.get("person", id)).json.values).toMatchObject(values);
    expect(await countOf(crm)).toBe(1);
    expect((await crm.list("person", { deleted: "true" })).json).toMatchObject([{ title: "New" }]);
    expect((await undo(crm, "person", importId)).status).toBe(409);
  });

  it("stops what it triggered and has not run yet, without switching any automation off", async () => {
    const rules = await anAutomationCrm();
    const crm = crmOf(rules.ada.jwt, rules.workspace.id);
    const { id: ruleId } = await rules.anAutomation({
      trigger: { type: "record.created", object: "company" },
      actions: [
        { type: "create_record", object: "deal", values: { name: "{{record.name}}" } },
        { type: "update_record", values: { phone: "1" } },
      ],
    });
    // Older ones of another automation, as many as are skipped at once.
    const { id: otherId } = await rules.anAutomation({
      name: "Other",
      trigger: { type: "record.created", object: "person" },
      actions: [{ type: "update_record", values: { phone: "1" } }],
    });
    await db().$executeRaw`
      INSERT INTO automation_run (id, workspace_id, automation_id, trigger_type, subject, depth, root_run_id, status, created_at)
      SELECT u, ${rules.workspace.id}::uuid, ${otherId}::uuid, 'record.created', '{}', 1, u, 'pending', now()
      FROM (SELECT uuidv7() AS u FROM generate_series(1, ${RUNS_SKIPPED_AT_ONCE}::int)) AS made`;
    const { id } = await imported(crm, "company", companies(FAILURES_IN_A_ROW_MAX + 1));
    await undo(crm, "company", id);
    await run(crm, id);
    const kept = await crm.make("company", { name: "Kept" });
    // The first that is looked at has all others skipped with it: nothing waits behind those of a large import.
    const [first] = await db().automationRun.findMany({
      orderBy: { id: "asc" },
      where: { automationId: ruleId },
    });
    await runAutomation(first?.id ?? "", "database", new Date());
    expect(await db().automationRun.count({ where: { automationId: ruleId, status: "pending" } })).toBe(1);
    await db().automationRun.deleteMany({ where: { automationId: otherId } });
    await rules.drain();
    const runs = await rules.runs();
    expect(new Set(runs.filter(({ recordId }) => recordId !== kept).map((each) => each.status))).toEqual(
      new Set(["skipped"]),
    );
    expect(runs.find(({ recordId }) => recordId === kept)).toMatchObject({ status: "completed" });
    expect(runs[0]?.error).toBe("The import of its record was undone before this ran");
    expect(await db().automation.findUnique({ where: { id: ruleId } })).toMatchObject({ isActive: true });
    expect(await countOf(crm)).toBe(2);
  });

  it("stops what it triggered and is at work, also between two actions", async () => {
    const rules = await anAutomationCrm();
    const crm = crmOf(rules.ada.jwt, rules.workspace.id);
    const { id: ruleId } = await rules.anAutomation({
      trigger: { type: "record.created", object: "company" },
      actions: [{ type: "update_record", values: { phone: "1" } }],
    });
    const { id } = await imported(crm, "company", companies(FAILURES_IN_A_ROW_MAX + 1));
    const [begun] = await db().automationRun.findMany({ where: { automationId: ruleId }, take: 1 });
    await db().automationRun.update({ where: { id: begun?.id ?? "" }, data: { status: "running" } });
    // As if the undoing came between a run's look at its record and its action.
    await db().$executeRawUnsafe(`
      CREATE FUNCTION take_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE crm_record SET deleted_at = now() WHERE id = NEW.record_id;
        DELETE FROM crm_record_event WHERE record_id = NEW.record_id;
        INSERT INTO crm_record_event (id, record_id, type, actor_kind, changes, created_at)
          VALUES (gen_random_uuid(), NEW.record_id, 'deleted', 'import', '[]', now());
        RETURN NEW; END $$`);
    await db().$executeRawUnsafe(`
      CREATE TRIGGER take_back AFTER UPDATE ON automation_run FOR EACH ROW
      WHEN (NEW.status = 'running' AND OLD.status = 'pending') EXECUTE FUNCTION take_back()`);
    try {
      const waiting = await db().automationRun.findMany({
        where: { automationId: ruleId, status: "pending" },
      });
      for (const each of waiting) await runAutomation(each.id, "database", new Date());
    } finally {
      await db().$executeRawUnsafe("DROP TRIGGER take_back ON automation_run");
      await db().$executeRawUnsafe("DROP FUNCTION take_back()");
    }
    await undo(crm, "company", id);
    await run(crm, id);
    await rules.drain();
    const runs = await rules.runs();
    expect(new Set(runs.map((each) => `${each.status}: ${each.error}`))).toEqual(
      new Set(["skipped: The import of its record was undone before this ran"]),
    );
    expect(await db().automation.findUnique({ where: { id: ruleId } })).toMatchObject({
      isActive: true,
      failuresInARow: 0,
    });
  });

  it("leaves alone what somebody has changed or deleted since, and says so", async () => {
    const crm = await aCrm();
    for (const name of ["A", "B", "C"]) await crm.make("person", { name, email: `${name}@example.com` });
    const csv = `${NAMES}A,a@example.com,,New\nB,b@example.com,,New\nC,c@example.com,,New\nD,d@example.com,,\n`;
    const { id } = await imported(crm, "person", csv, { match: "email" });
    const idOf = async (name: string) => (await crm.list("person", { search: name })).json[0].id;
    await crm.update("person", await idOf("a@example"), { phone: "1" });
    await crm.remove("person", await idOf("b@example"));
    await crm.update("person", await idOf("d@example"), { phone: "2" });
    await undo(crm, "person", id);
    await run(crm, id);
    const { json } = await found(crm, "person", id);
    expect(json).toMatchObject({ state: "undone", restored: 1, deleted: 0, left: 3 });
    const reasons = json.left_records.map(({ title, reason }: { title: string; reason: string }) => [
      title,
      reason,
    ]);
    expect(reasons.sort()).toEqual([
      ["A", "Changed since"],
      ["B", "Deleted since"],
      ["D", "Changed since"],
    ]);
    const { json: people } = await crm.list("person", { sort: "name" });
    const jobs = people.map(({ values }: { values: { job_title: string | null } }) => values.job_title);
    expect(jobs).toEqual(["New", null, null]);
  });

  it("can go back over several imports, newest first", async () => {
    const crm = await aCrm();
    const first = await imported(crm, "person", `${NAMES}A,a@example.com,1,First\n`);
    const second = await imported(crm, "person", `${NAMES}A,a@example.com,2,Second\n`, { match: "email" });
    await undo(crm, "person", second.id);
    await run(crm, second.id);
    expect((await crm.list("person")).json[0].values).toMatchObject({ phone: "1", job_title: "First" });
    await undo(crm, "person", first.id);
    await run(crm, first.id);
    expect((await found(crm, "person", first.id)).json).toMatchObject({ deleted: 1, left: 0 });
    expect(await countOf(crm)).toBe(0);
  });

  it("leaves a record whose former unique value another one has taken", async () => {
    const crm = await aCrm();
    await crm.make("company", { name: "Acme", domain: "acme.example" });
    await crm.attribute("company", { name: "Code", slug: "code", type: "text", is_unique: true });
    const id = (await crm.list("company")).json[0].id;
    await crm.update("company", id, { code: "X1" });
    const { id: importId } = await imported(crm, "company", "domain,code\nacme.example,X2\n", {
      match: "domain",
    });
    await crm.make("company", { name: "Other", code: "X1" });
    await undo(crm, "company", importId);
    await run(crm, importId);
    const { json } = await found(crm, "company", importId);
    expect(json.left_records).toEqual([
      { record_id: id, title: "Acme", reason: "Another record has its former value" },
    ]);
  });

  it("gives back one of two equal values where only one record may have it since", async () => {
    const crm = await aCrm();
    await crm.attribute("company", { name: "Code", slug: "code", type: "text" });
    await crm.make("company", { name: "Acme", domain: "acme.example", code: "X" });
    await crm.make("company", { name: "Beta", domain: "beta.example", code: "X" });
    const csv = "domain,code\nacme.example,A\nbeta.example,B\n";
    const { id: importId } = await imported(crm, "company", csv, { match: "domain" });
    const made = await call(attribute.PATCH, "PATCH", {
      bearer: crm.bearer,
      params: { ...crm.at("company"), attribute_slug: "code" },
      body: { is_unique: true },
    });
    expect(made.status).toBe(200);
    await undo(crm, "company", importId);
    await run(crm, importId);
    const { json } = await found(crm, "company", importId);
    expect(json).toMatchObject({ state: "undone", restored: 1, left: 1 });
    expect(json.left_records[0].reason).toBe("Another record has its former value");
  });

  it("leaves a record whose former option was removed", async () => {
    const crm = await aCrm();
    const stages = (...options: string[]) => options.map((value) => ({ value, label: value }));
    await crm.attribute("company", {
      name: "Stage",
      slug: "stage",
      type: "select",
      options: stages("lead", "won"),
    });
    await crm.make("company", { name: "Acme", domain: "acme.example", stage: "lead" });
    await crm.make("company", { name: "Beta", domain: "beta.example", stage: "won" });
    const { id: importId } = await imported(
      crm,
      "company",
      "domain,stage\nacme.example,won\nbeta.example,lead\n",
      { match: "domain" },
    );
    const options = await call(attribute.PATCH, "PATCH", {
      bearer: crm.bearer,
      params: { ...crm.at("company"), attribute_slug: "stage" },
      body: { options: stages("won"), on_removed: { lead: { move_to: "won" } } },
    });
    expect(options.status).toBe(200);
    await undo(crm, "company", importId);
    await run(crm, importId);
    const { left_records: left } = (await found(crm, "company", importId)).json;
    const reasons = left.map(({ title, reason }: { title: string; reason: string }) => [title, reason]);
    expect(reasons).toContainEqual(["Acme", "Its former value is no option any more"]);
    const { json } = await crm.list("company");
    expect(json.map(({ values }: { values: { stage: string } }) => values.stage)).toEqual(["won", "won"]);
  });

  it("is possible for 30 days", async () => {
    const crm = await aCrm();
    const { id } = await imported(crm, "company", companies(2));
    const where = { importId: id };
    await eraseOldImports.handler({}, { now: new Date(Date.now() + 29 * DAY_MS) });
    expect(await db().crmImportChange.count({ where })).toBe(2);
    await eraseOldImports.handler({}, { now: new Date(Date.now() + 31 * DAY_MS) });
    expect(await db().crmImportChange.count({ where })).toBe(0);
    expect((await undo(crm, "company", id)).status).toBe(409);
  });
});
