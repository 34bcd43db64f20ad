import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as run from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/[run_id]/route";
import * as runs from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/route";
import * as test from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/test/route";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as allRuns from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/runs/route";
import * as attribute from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/[attribute_slug]/route";
import { sweepRuns } from "@/lib/crm/automations/jobs";
import { FAILURES_IN_A_ROW_MAX, RUN_DEPTH_MAX, RUNS_PER_CHAIN_MAX } from "@/lib/crm/automations/limits";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { claimRun } from "@/lib/crm/automations/runs/store";
import { triggerAutomations } from "@/lib/crm/automations/trigger-automations";
import { db, pool, transaction } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aDeveloper, aMember } from "@/tests/support/factories";
import { formsOf } from "@/tests/support/forms";
import { Subscriber } from "@/tests/support/subscriber";

const CREATED = { type: "record.created", object: "company" };
const notify = (id: string, title = "Look") => ({ type: "notify", developer_ids: [id], title });

describe("an automation", () => {
  it("runs its actions in order with the record's values, and notifies subscribers at the end", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver();
    await crm.anAutomation({
      trigger: CREATED,
      conditions: { attribute: "employees", operator: "gte", value: 10 },
      actions: [
        {
          type: "create_record",
          object: "deal",
          values: {
            name: "Deal with {{record.name}}",
            amount: "{{record.employees}}",
            company: "{{record_id}}",
          },
        },
        { type: "update_record", values: { industry: "{{record.name}}-ish" } },
        { ...notify(crm.ada.id, "{{record.name}} came"), body: "{{object}}" },
        {
          type: "http_request",
          url: `${receiver.url}/in/{{record.name}}?q={{record.name}}`,
          headers: [{ name: "X-Key", value: "s3cret-value" }],
          body: {
            name: "{{record.name}}",
            size: "{{record.employees}}",
            none: "{{record.website}}",
            "{{record.name}}": ["<{{record.name}}>"],
          },
        },
      ],
    });
    const name = 'Grüner "Tee" {{record_id}} & a/b?';
    const small = await crm.create("company", { name: "Small", employees: 9 });
    const company = await crm.create("company", { name, employees: 12 });
    await crm.drain();
    const [done, ...others] = await crm.runs();
    expect(others).toEqual([]);
    expect(done).toMatchObject({ recordId: company.id, status: "completed", error: null, depth: 1 });
    expect(done?.actions.map(({ type, status }) => [type, status])).toEqual(
      ["create_record", "update_record", "notify", "http_request"].map((type) => [type, "completed"]),
    );
    const deals = await db().crmRecord.findMany({
      where: { workspaceId: crm.workspace.id, object: { slug: "deal" } },
    });
    expect(deals.map(({ values }) => values)).toEqual([
      { name: `Deal with ${name}`, amount: 12, company: company.id },
    ]);
    const changed = await db().crmRecord.findUniqueOrThrow({ where: { id: company.id } });
    expect(changed.values).toMatchObject({ industry: `${name}-ish` });
    const told = await db().notification.findMany({ where: { workspaceId: crm.workspace.id } });
    expect(told).toMatchObject([
      {
        developerId: crm.ada.id,
        title: `${name} came`,
        body: "company",
        link: `/w/${crm.workspace.slug}/crm/company/${company.id}`,
      },
    ]);
    const [request] = receiver.received;
    const encoded = encodeURIComponent(name);
    expect(request).toMatchObject({ method: "POST", url: `/in/${encoded}?q=${encoded}` });
    expect(request?.headers).toMatchObject({
      "x-key": "s3cret-value",
      "content-type": "application/json",
      "idempotency-key": `${done?.id}:${done?.actions[3]?.actionId}`,
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      name,
      size: 12,
      none: null,
      "{{record.name}}": [`<${name}>`],
    });
    const events = await crm.events();
    expect(events.at(-1)).toMatchObject({
      type: "automation.run.completed",
      data: {
        automation_id: done?.automationId,
        run_id: done?.id,
        record_id: company.id,
        status: "completed",
      },
    });
    expect(events.filter(({ type }) => type.startsWith("automation")).length).toBe(1);
    expect(small.id).not.toBe(company.id);
  });

  it("is triggered by an update only if one of its attributes changed, and knows the former value", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: { type: "record.updated", object: "company", attributes: ["industry", "phone"] },
      actions: [notify(crm.ada.id, "{{old.industry}} → {{record.industry}}")],
    });
    const { id } = await crm.create("company", { name: "A", industry: "Tea" });
    await crm.update("company", id, { name: "B" });
    await crm.update("company", id, { industry: "Tea" });
    expect(await crm.runs()).toEqual([]);
    await crm.update("company", id, { industry: "Coffee" });
    await crm.drain();
    expect(await db().notification.findMany({ where: { workspaceId: crm.workspace.id } })).toMatchObject([
      { title: "Tea → Coffee" },
    ]);
  });

  it("is triggered by a phone number, however it is written", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: { type: "record.created", object: "person" },
      conditions: { attribute: "phone", operator: "eq", value: "+15550100" },
      actions: [notify(crm.ada.id, "Called")],
    });
    await crm.create("person", { name: "A", phone: "+1 555-0101" });
    const { id } = await crm.create("person", { name: "B", phone: "+1 (555) 0100" });
    expect((await crm.runs()).map(({ recordId }) => recordId)).toEqual([id]);
  });

  it.each(["neq", "not_in", "is_empty"])(
    "is not set off by an archived attribute that it asks to be %s, until that is back",
    async (operator) => {
      const crm = await aCrm();
      const value = { neq: "Tea", not_in: ["Tea"], is_empty: undefined }[operator];
      const { id } = await crm.anAutomation({
        trigger: CREATED,
        conditions: { attribute: "industry", operator, ...(value ? { value } : {}) },
        actions: [notify(crm.ada.id)],
      });
      const at = { bearer: crm.ada.jwt, params: { ...crm.params, object_slug: "company" } };
      const archive = async (is_archived: boolean) => {
        const params = { ...at.params, attribute_slug: "industry" };
        const answer = await call(attribute.PATCH, "PATCH", { ...at, params, body: { is_archived } });
        expect(answer.status).toBe(200);
      };
      await archive(true);
      const { id: record_id } = await crm.create("company", { name: "A" });
      expect(await crm.runs()).toEqual([]);
      const params = { ...crm.params, automation_id: id };
      const tried = await call(test.POST, "POST", { ...at, params, body: { record_id } });
      expect(tried.json.matches).toBe(false);
      await archive(false);
      await crm.create("company", { name: "B" });
      expect(await crm.runs()).toHaveLength(1);
    },
  );

  it("can use a deleted record's values, and a form's fields", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: { type: "record.deleted", object: "person" },
      actions: [notify(crm.ada.id, "Bye {{record.name}}")],
    });
    const formId = await formsOf(crm.ada.jwt, crm.workspace.id).make();
    await crm.anAutomation({
      trigger: { type: "form.submitted", form_id: formId },
      conditions: { attribute: "plan", operator: "eq", value: "PRO" },
      actions: [
        notify(crm.ada.id, "Form of {{form.email}}"),
        {
          type: "create_record",
          object: "person",
          values: { name: "{{form.name}}", email: "{{form.email}}" },
        },
      ],
    });
    const { id } = await crm.create("person", { name: "Ada" });
    await crm.remove("person", id);
    for (const [form, plan] of [
      [formId, "pro"],
      [formId, "free"],
      [randomUUID(), "pro"],
    ] as const) {
      const subject = {
        record_id: null,
        object: null,
        record: {},
        old: {},
        form: { plan, name: "Bo", email: "bo@example.com" },
      };
      const happening = { type: "form.submitted" as const, formId: form, subject, changed: [] };
      await transaction((tx) => triggerAutomations(tx, crm.workspace.id, [happening], null, new Date()));
    }
    await crm.drain();
    const told = await db().notification.findMany({
      where: { workspaceId: crm.workspace.id },
      orderBy: { createdAt: "asc" },
    });
    expect(told.map(({ title }) => title).sort()).toEqual(["Bye Ada", "Form of bo@example.com"]);
    expect(await db().crmRecord.count({ where: { workspaceId: crm.workspace.id, title: "Bo" } })).toBe(1);
  });

  it("can't be triggered by a form of another workspace, nor by a deleted one", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const own = formsOf(crm.ada.jwt, crm.workspace.id);
    const deleted = await own.make();
    await db().form.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    const foreign = await formsOf(other.ada.jwt, other.workspace.id).make();
    const body = { name: "Rule", actions: [notify(crm.ada.id)] };
    for (const form_id of [foreign, deleted, randomUUID()]) {
      const answer = await crm.saveAutomation({ ...body, trigger: { type: "form.submitted", form_id } });
      const issues = [{ path: "trigger.form_id", message: "No such form" }];
      expect([answer.status, answer.json.issues]).toEqual([422, issues]);
    }
    const trigger = { type: "form.submitted", form_id: await own.make() };
    expect((await crm.saveAutomation({ ...body, trigger })).status).toBe(201);
  });

  it("does not run for a change that was rolled back, nor while it is off", async () => {
    const crm = await aCrm();
    const { id } = await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    await expect(crm.create("company", { name: "" })).rejects.toThrow();
    await crm.create("company", { name: "First" });
    const params = { ...crm.params, automation_id: id };
    const off = await call(automation.PATCH, "PATCH", {
      bearer: crm.ada.jwt,
      params,
      body: { is_active: false },
    });
    expect(off.json.is_active).toBe(false);
    await crm.create("company", { name: "Second" });
    await crm.drain();
    expect(await crm.runs()).toMatchObject([
      { status: "skipped", error: "The automation was switched off before this ran" },
    ]);
    expect(await db().notification.count({ where: { workspaceId: crm.workspace.id } })).toBe(0);
  });

  it("does not run while its workspace is off, and says so", async () => {
    const crm = await aCrm();
    await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    await crm.create("company", { name: "First" });
    await db().workspace.update({ where: { id: crm.workspace.id }, data: { isActive: false } });
    await crm.drain();
    expect(await crm.runs()).toMatchObject([
      { status: "skipped", error: "The workspace was switched off before this ran" },
    ]);
  });

  it("stops at the first action that fails, says why, and undoes nothing that was done before", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver(500);
    const { id } = await crm.anAutomation({
      trigger: CREATED,
      actions: [
        notify(crm.ada.id),
        { type: "http_request", url: `${receiver.url}/x`, method: "GET" },
        notify(crm.ada.id, "Never"),
      ],
    });
    await crm.create("company", { name: "A" });
    await crm.drain();
    const [failed] = await crm.runs();
    expect(failed).toMatchObject({ status: "failed", error: "The destination answered 500" });
    expect(failed?.actions.map(({ status, error }) => [status, error])).toEqual([
      ["completed", null],
      ["failed", "The destination answered 500"],
    ]);
    expect(receiver.received).toMatchObject([{ method: "GET", body: "" }]);
    expect((await crm.events()).at(-1)).toMatchObject({
      type: "automation.run.failed",
      data: { automation_id: id, status: "failed", error: "The destination answered 500" },
    });
    const params = { ...crm.params, automation_id: id, run_id: failed?.id ?? "" };
    const shown = await call(run.GET, "GET", { bearer: crm.ada.jwt, params });
    expect(shown.json).toMatchObject({
      status: "failed",
      actions: [{ status: "completed" }, { status: "failed", error: "The destination answered 500" }],
    });
  });

  it("is found under its own automation only", async () => {
    const crm = await aCrm();
    const { id } = await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    await crm.create("company", { name: "A" });
    await crm.drain();
    const other = await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    const [done] = await crm.runs();
    const statusUnder = async (automation_id: string) => {
      const params = { ...crm.params, automation_id, run_id: done?.id ?? "" };
      return (await call(run.GET, "GET", { bearer: crm.ada.jwt, params })).status;
    };
    expect([await statusUnder(id), await statusUnder(other.id)]).toEqual([200, 404]);
  });

  it("fails with the reason that the record's own rules give", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: CREATED,
      actions: [{ type: "update_record", values: { employees: "{{record.name}}" } }],
    });
    await crm.create("company", { name: "many" });
    await crm.drain();
    const reasons = (await crm.runs()).map(({ status, error }) => [status, error]);
    expect(reasons).toEqual([["failed", expect.stringMatching(/^values\.employees: /)]]);
  });

  it("is skipped where its record was deleted before, and not switched off by a selection that is", async () => {
    const crm = await aCrm();
    const { id } = await crm.anAutomation({
      trigger: CREATED,
      actions: [
        { type: "create_record", object: "deal", values: { name: "{{record.name}}" } },
        { type: "update_record", values: { employees: 7 } },
      ],
    });
    const gone: string[] = [];
    for (let i = 0; i <= FAILURES_IN_A_ROW_MAX; i++) {
      gone.push((await crm.create("company", { name: `C${i}` })).id);
    }
    for (const each of gone) await crm.remove("company", each);
    await crm.drain();
    const became = (await crm.runs()).map(({ status, error }) => `${status}: ${error}`);
    expect(new Set(became)).toEqual(new Set(["skipped: Its record was deleted before this was done"]));
    expect(await db().automation.findUnique({ where: { id } })).toMatchObject({
      isActive: true,
      failuresInARow: 0,
    });
  });

  it(`is switched off after ${FAILURES_IN_A_ROW_MAX} failures in a row, and its owner hears of the failures and of that`, async () => {
    const crm = await aCrm();
    const receiver = await aReceiver(503);
    const { id } = await crm.anAutomation({
      trigger: CREATED,
      actions: [{ type: "http_request", url: receiver.url }],
    });
    for (let i = 1; i < FAILURES_IN_A_ROW_MAX; i++) await crm.create("company", { name: `C${i}` });
    await crm.drain();
    receiver.at.status = 204;
    await crm.create("company", { name: "Well" });
    await crm.drain();
    const get = async () =>
      (
        await call(automation.GET, "GET", {
          bearer: crm.ada.jwt,
          params: { ...crm.params, automation_id: id },
        })
      ).json;
    expect(await get()).toMatchObject({ is_active: true, failures_in_a_row: 0 });
    receiver.at.status = 503;
    for (let i = 0; i < FAILURES_IN_A_ROW_MAX + 2; i++) await crm.create("company", { name: `D${i}` });
    await crm.drain();
    expect(await get()).toMatchObject({
      is_active: false,
      failures_in_a_row: FAILURES_IN_A_ROW_MAX,
      disabled_reason: expect.stringContaining("The destination answered 503"),
    });
    expect((await crm.runs()).filter(({ status }) => status === "skipped").length).toBe(2);
    const notices = await db().notification.findMany({
      where: { developerId: crm.ada.id },
      orderBy: { createdAt: "asc" },
    });
    // Before and after the one that went well; the last failure switched it off.
    const failures = 2 * (FAILURES_IN_A_ROW_MAX - 1);
    expect(notices).toMatchObject([
      {
        kind: "automation",
        title: `The automation Rule failed ${failures} times`,
        body: "The destination answered 503",
        link: `/w/${crm.workspace.slug}/crm/automations/${id}/runs?status=failed`,
      },
      { title: "The automation Rule was switched off" },
    ]);
    expect(
      await db().auditEvent.count({
        where: { targetId: id, action: "automation.switched_off", actorId: null },
      }),
    ).toBe(1);
    const params = { ...crm.params, automation_id: id };
    await call(automation.PATCH, "PATCH", { bearer: crm.ada.jwt, params, body: { is_active: true } });
    expect(await get()).toMatchObject({ is_active: true, failures_in_a_row: 0, disabled_reason: null });
  });
});

describe("a run", () => {
  it("resumes after a crash where it stopped, and does nothing twice", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: CREATED,
      actions: [
        { type: "create_record", object: "deal", values: { name: "D" } },
        notify(crm.ada.id),
        { type: "create_record", object: "person", values: { name: "P" } },
      ],
    });
    await crm.create("company", { name: "A" });
    const [{ id } = { id: "" }] = await crm.runs();
    await pool().query("ALTER TABLE notification RENAME TO notification_away");
    await expect(runAutomation(id, "database", new Date())).rejects.toThrow();
    await pool().query("ALTER TABLE notification_away RENAME TO notification");
    expect(await crm.runs()).toMatchObject([{ status: "running", actions: [{ type: "create_record" }] }]);
    await runAutomation(id, "database", new Date());
    await runAutomation(id, "database", new Date());
    expect(await crm.runs()).toMatchObject([{ status: "completed", actions: [{}, {}, {}] }]);
    const records = await db().crmRecord.groupBy({
      by: ["title"],
      where: { workspaceId: crm.workspace.id },
      _count: true,
    });
    expect(records.map(({ title, _count }) => [title, _count]).sort()).toEqual([
      ["A", 1],
      ["D", 1],
      ["P", 1],
    ]);
    expect(await db().notification.count({ where: { workspaceId: crm.workspace.id } })).toBe(1);
  });

  it("that several jobs resume at once runs each action once, and ends once", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: CREATED,
      actions: [{ type: "create_record", object: "deal", values: { name: "D" } }, notify(crm.ada.id)],
    });
    await crm.create("company", { name: "A" });
    const [{ id } = { id: "" }] = await crm.runs();
    await Promise.all(Array.from({ length: 5 }, () => runAutomation(id, "database", new Date())));
    expect(await db().crmRecord.count({ where: { workspaceId: crm.workspace.id, title: "D" } })).toBe(1);
    expect(await db().notification.count({ where: { workspaceId: crm.workspace.id } })).toBe(1);
    expect((await crm.events()).filter(({ type }) => type === "automation.run.completed").length).toBe(1);
  });

  it("is taken up by one worker at a time, and by another once that one's time is over", async () => {
    const crm = await aCrm();
    await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    await crm.create("company", { name: "A" });
    const begunMs = Date.now();
    const claim = (minutes: number, sends = false) => {
      const from = new Date(begunMs + minutes * 60_000);
      return claimRun(crm.workspace.id, sends, from, new Date(from.getTime() + 60_000));
    };
    const [run] = await crm.runs();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(1)));
    expect(claims.flatMap((claimed) => claimed?.id ?? [])).toEqual([run?.id]);
    expect([await claim(1.5), await claim(2, true)]).toEqual([null, null]);
    expect((await claim(2))?.id).toBe(run?.id);
    await runAutomation(run?.id ?? "", "database", new Date());
    expect(await claim(4)).toBeNull();
  });

  it("that was ended while its request was under way does nothing more", async () => {
    const crm = await aCrm();
    const end = { status: "failed", error: "It could not run within a day", finishedAt: new Date() };
    const receiver = await aSubscriber(async (response) => {
      await db().automationRun.updateMany({ where: { workspaceId: crm.workspace.id }, data: end });
      response.end("ok");
    });
    await crm.anAutomation({
      trigger: CREATED,
      actions: [
        { type: "http_request", url: receiver.url },
        { type: "create_record", object: "deal", values: { name: "D" } },
      ],
    });
    await crm.create("company", { name: "A" });
    await crm.drain();
    expect(receiver.received).toHaveLength(1);
    expect(await crm.runs()).toMatchObject([{ status: "failed", error: end.error, actions: [] }]);
    expect(await db().crmRecord.count({ where: { workspaceId: crm.workspace.id, title: "D" } })).toBe(0);
  });

  it("that lost its job gets another; one that could not run for a day is ended", async () => {
    const crm = await aCrm();
    await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    await crm.create("company", { name: "A" });
    const count = async () => {
      const { rows } = await pool().query(
        "SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE key = $1",
        [`crm.run-automation:${crm.workspace.id}`],
      );
      return rows[0].n;
    };
    expect(await count()).toBe(1);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await sweepRuns.handler({}, { now: new Date() });
    expect(await count()).toBe(0);
    const inTenMinutes = new Date(Date.now() + 600_000);
    await sweepRuns.handler({}, { now: inTenMinutes });
    await sweepRuns.handler({}, { now: inTenMinutes });
    expect(await count()).toBe(1);
    await sweepRuns.handler({}, { now: new Date(Date.now() + 25 * 3_600_000) });
    expect(await crm.runs()).toMatchObject([{ status: "failed", error: "It could not run within a day" }]);
    await sweepRuns.handler({}, { now: new Date(Date.now() + 91 * 86_400_000) });
    expect(await crm.runs()).toEqual([]);
  });
});

describe("long texts with emoji", () => {
  it("are cut between characters, in notifications and in a destination's response", async () => {
    const crm = await aCrm();
    const name = `x${"🍵".repeat(2_500)}`;
    const subscriber = new Subscriber((response) => response.end(name));
    await subscriber.listen();
    onTestFinished(() => subscriber.close());
    await crm.anAutomation({
      trigger: CREATED,
      actions: [
        { ...notify(crm.ada.id, "{{record.name}}"), body: "{{record.name}}" },
        { type: "http_request", url: subscriber.url },
      ],
    });
    await crm.create("company", { name });
    await crm.drain();
    const [done] = await crm.runs();
    expect(done).toMatchObject({ status: "completed", error: null });
    const [notification] = await db().notification.findMany({ where: { developerId: crm.ada.id } });
    const answer = done?.actions[1]?.result as { body: string } | undefined;
    expect(notification?.title).toMatch(/^x🍵+…$/u);
    expect(notification?.body).toMatch(/^x🍵+…$/u);
    expect(answer?.body).toMatch(/^x🍵+\uFFFD$/u);
  });
});

describe("automations that trigger each other", () => {
  it("stop at the fifth run in a row, which is recorded as failed", async () => {
    const crm = await aCrm();
    await crm.anAutomation({
      trigger: CREATED,
      actions: [{ type: "create_record", object: "person", values: { name: "P" } }],
    });
    await crm.anAutomation({
      trigger: { type: "record.created", object: "person" },
      actions: [{ type: "create_record", object: "company", values: { name: "C" } }],
    });
    await crm.create("company", { name: "A" });
    await crm.drain();
    const all = await crm.runs();
    expect(all.map(({ depth, status }) => [depth, status])).toEqual([
      ...[1, 2, 3, 4, 5].map((depth) => [depth, "completed"]),
      [6, "failed"],
    ]);
    expect(all.at(-1)?.error).toBe("Stopped: automations triggered each other more than 5 times in a row");
    expect(new Set(all.map(({ rootRunId }) => rootRunId))).toEqual(new Set([all[0]?.id]));
    expect((await crm.events()).filter(({ type }) => type === "automation.run.failed").length).toBe(1);
  });

  it("run no deeper than 5 and come to an end, whatever they are", { timeout: 120_000 }, async () => {
    const objects = ["company", "person", "deal"] as const;
    const object = fc.constantFrom(...objects);
    const trigger = fc.record({ type: fc.constantFrom("record.created", "record.updated"), object });
    const action = fc.oneof(
      fc.record({ type: fc.constant("create_record"), object, values: fc.constant({ name: "made" }) }),
      fc.record({
        type: fc.constant("update_record"),
        values: fc.constantFrom({ description: "a" }, { description: "b" }),
      }),
    );
    const rule = fc.record({ trigger, actions: fc.array(action, { minLength: 1, maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 3 }), object, async (rules, first) => {
        const crm = await aCrm();
        for (const each of rules) await crm.anAutomation(each);
        await crm.create(first, { name: "first" });
        await crm.drain();
        const all = await crm.runs();
        const begun = all.filter(({ startedAt }) => startedAt !== null);
        expect(Math.max(0, ...begun.map(({ depth }) => depth))).toBeLessThanOrEqual(RUN_DEPTH_MAX);
        expect(begun.length).toBeLessThanOrEqual(RUNS_PER_CHAIN_MAX);
        expect(all.filter(({ status }) => status === "pending" || status === "running")).toEqual([]);
        for (const refused of all.filter(({ startedAt }) => startedAt === null)) {
          expect([refused.status, refused.error]).toEqual(["failed", expect.stringMatching(/^Stopped: /)]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("can't multiply endlessly: a chain has at most 500 runs", async () => {
    const crm = await aCrm();
    const make = { type: "create_record", object: "company", values: { name: "C" } };
    await crm.anAutomation({ trigger: CREATED, actions: Array(5).fill(make) });
    await crm.create("company", { name: "A" });
    const [first] = await crm.runs();
    await pool().query(
      `INSERT INTO automation_run (id, workspace_id, automation_id, trigger_type, subject, depth, root_run_id, status, created_at)
       SELECT gen_random_uuid(), workspace_id, automation_id, trigger_type, subject, 2, id, 'completed', created_at
       FROM automation_run, generate_series(1, $2) WHERE id = $1`,
      [first?.id, RUNS_PER_CHAIN_MAX - 3],
    );
    await runAutomation(first?.id ?? "", "database", new Date());
    const caused = (await crm.runs()).filter(({ causeRunId }) => causeRunId === first?.id);
    const reason = `Stopped: one change triggered more than ${RUNS_PER_CHAIN_MAX} runs`;
    expect(caused.map(({ status, error }) => [status, error])).toEqual([
      ["pending", null],
      ["pending", null],
      ...Array(3).fill(["failed", reason]),
    ]);
  });
});

describe("secrets in headers", () => {
  const SECRET = "Bearer very-secret-value";

  async function withSecret() {
    const crm = await aCrm();
    const receiver = await aReceiver();
    const request = {
      type: "http_request",
      url: `${receiver.url}/a`,
      headers: [{ name: "Authorization", value: SECRET }],
    };
    const made = await crm.anAutomation({ trigger: CREATED, actions: [request] });
    const params = { ...crm.params, automation_id: made.id };
    const patch = (body: object) => call(automation.PATCH, "PATCH", { bearer: crm.ada.jwt, params, body });
    return { crm, receiver, made, params, patch };
  }

  it("are never shown again: not in responses, the log, the audit trail or the database", async () => {
    const { crm, made, params } = await withSecret();
    await crm.create("company", { name: "A" });
    await crm.drain();
    const [done] = await crm.runs();
    const answers = [
      await call(automation.GET, "GET", { bearer: crm.ada.jwt, params }),
      await call(automations.GET, "GET", { bearer: crm.ada.jwt, params }),
      await call(run.GET, "GET", { bearer: crm.ada.jwt, params: { ...params, run_id: done?.id ?? "" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.json.actions[0].headers).toEqual([{ name: "Authorization", value: null }]);
    const rows = await pool().query(
      "SELECT a::text AS t FROM automation a UNION ALL SELECT r::text FROM automation_run_action r UNION ALL SELECT e::text FROM audit_event e UNION ALL SELECT r::text FROM automation_run r",
    );
    for (const text of [
      JSON.stringify(made),
      ...answers.map((each) => each.text),
      ...rows.rows.map(({ t }) => t),
    ]) {
      expect(text).not.toContain("very-secret-value");
    }
  });

  it("are kept by an edit without them, while the destination stays", async () => {
    const { crm, receiver, made, patch } = await withSecret();
    const action = {
      ...made.actions[0],
      url: `${receiver.url}/b?x=1`,
      headers: [{ name: "authorization", value: null }],
    };
    expect((await patch({ actions: [action] })).status).toBe(200);
    expect((await patch({ name: "Other" })).status).toBe(200);
    await crm.create("company", { name: "A" });
    await crm.drain();
    expect(receiver.received).toMatchObject([{ url: "/b?x=1", headers: { authorization: SECRET } }]);
  });

  it("don't move to another destination, or into another action, by an edit", async () => {
    const { receiver, made, patch } = await withSecret();
    const thief = await aReceiver();
    const [action] = made.actions;
    for (const url of [thief.url, `http://localhost:${new URL(receiver.url).port}/a`]) {
      const answer = await patch({ actions: [{ ...action, url }] });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, "actions.0.headers.0.value"]);
    }
    const other = { ...action, id: undefined };
    expect((await patch({ actions: [other] })).json.issues[0].path).toBe("actions.0.headers.0.value");
    expect((await patch({ actions: [action, action] })).json.issues[0].path).toBe("actions.1.id");
  });
});

describe("POST …/test", () => {
  it("says what would match and run, without running it", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver();
    const { id, actions } = await crm.anAutomation({
      is_active: false,
      trigger: CREATED,
      conditions: {
        or: [
          { attribute: "name", operator: "starts_with", value: "ÉCO" },
          {
            and: [
              { attribute: "employees", operator: "lt", value: 5 },
              { attribute: "industry", operator: "is_empty" },
            ],
          },
        ],
      },
      actions: [
        { type: "http_request", url: `${receiver.url}/{{record.name}}` },
        { type: "update_record", values: { employees: "{{record.employees}}" } },
      ],
    });
    const tried = async (values: object) => {
      const record = await crm.create("company", values);
      return (
        await call(test.POST, "POST", {
          bearer: crm.ada.jwt,
          params: { ...crm.params, automation_id: id },
          body: { record_id: record.id },
        })
      ).json;
    };
    const eco = await tried({ name: "éco-tea", employees: 9 });
    expect(eco).toMatchObject({
      matches: true,
      actions: [
        {
          action_id: actions[0]?.id,
          type: "http_request",
          error: null,
          input: { method: "POST", url: `${receiver.url}/${encodeURIComponent("éco-tea")}` },
        },
        { action_id: actions[1]?.id, input: { values: { employees: 9 } } },
      ],
    });
    expect((await tried({ name: "B", employees: 4 })).matches).toBe(true);
    expect((await tried({ name: "C", employees: 4, industry: "Tea" })).matches).toBe(false);
    expect((await tried({ name: "..", employees: 1 })).actions[0].error).toBe(
      "A value would change where the URL leads",
    );
    expect(receiver.received).toEqual([]);
    expect(await crm.runs()).toEqual([]);
    const person = await crm.create("person", { name: "P" });
    for (const body of [{}, { record_id: person.id }, { record_id: randomUUID() }]) {
      const answer = await call(test.POST, "POST", {
        bearer: crm.ada.jwt,
        params: { ...crm.params, automation_id: id },
        body,
      });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, "record_id"]);
    }
  });
});

describe("bad input", () => {
  it("is refused with the path of the error, and nothing is stored", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const sequence = await crm.aSequence([{ type: "wait", amount: 1, unit: "days" }], "person");
    const theirs = await other.aSequence([{ type: "wait", amount: 1, unit: "days" }]);
    const stranger = await aDeveloper();
    const ok = [notify(crm.ada.id)];
    const http = (given: object) => ({
      trigger: CREATED,
      actions: [{ type: "http_request", url: "https://example.com/x", ...given }],
    });
    const does = (action: object, trigger: object = CREATED) => ({ trigger, actions: [action] });
    const cases: [object, string][] = [
      [{ trigger: CREATED, actions: [] }, "actions"],
      [{ trigger: CREATED, actions: Array(21).fill(ok[0]) }, "actions"],
      [{ trigger: { type: "record.created", object: "spaceship" }, actions: ok }, "trigger.object"],
      [{ trigger: { type: "record.renamed", object: "company" }, actions: ok }, "trigger.type"],
      [
        {
          trigger: { type: "record.updated", object: "company", attributes: ["name", "colour"] },
          actions: ok,
        },
        "trigger.attributes.1",
      ],
      [
        { trigger: CREATED, conditions: { attribute: "colour", operator: "eq", value: "red" }, actions: ok },
        "conditions",
      ],
      [
        {
          trigger: CREATED,
          conditions: {
            and: [
              { attribute: "name", operator: "is_empty" },
              { attribute: "name", operator: "eq" },
            ],
          },
          actions: ok,
        },
        "conditions.and.1",
      ],
      [
        { trigger: CREATED, conditions: { attribute: "name", operator: "like", value: "x" }, actions: ok },
        "conditions.operator",
      ],
      [
        {
          trigger: CREATED,
          conditions: { attribute: "employees", operator: "gt", value: "many" },
          actions: ok,
        },
        "conditions",
      ],
      [
        {
          trigger: CREATED,
          conditions: { attribute: "created_at", operator: "gt", value: "2026-01-01T00:00:00Z" },
          actions: ok,
        },
        "conditions",
      ],
      [
        { trigger: { type: "form.submitted" }, conditions: { attribute: "x", operator: "eq" }, actions: ok },
        "conditions.value",
      ],
      [does({ type: "explode" }), "actions.0.type"],
      [does({ type: "create_record", object: "spaceship", values: {} }), "actions.0.object"],
      [does({ type: "create_record", object: "deal", values: {} }), "actions.0.values.name"],
      [
        does({ type: "create_record", object: "deal", values: { name: "x", colour: 1 } }),
        "actions.0.values.colour",
      ],
      [does({ type: "update_record", values: { employees: "many" } }), "actions.0.values.employees"],
      [does({ type: "update_record", values: { name: "{{record.colour}}" } }), "actions.0.values.name"],
      [does({ type: "update_record", values: { name: "{{old.name}}" } }), "actions.0.values.name"],
      [does({ type: "update_record", values: { name: "{{constructor}}" } }), "actions.0.values.name"],
      [does({ type: "update_record", values: { name: "{{form.x}}" } }), "actions.0.values.name"],
      [
        does({ type: "update_record", values: { name: "x" } }, { type: "record.deleted", object: "company" }),
        "actions.0.type",
      ],
      [does({ type: "update_record", values: {} }, { type: "form.submitted" }), "actions.0.type"],
      [does({ type: "enroll_in_sequence", sequence_id: theirs.id }), "actions.0.sequence_id"],
      [does({ type: "enroll_in_sequence", sequence_id: sequence.id }), "actions.0.sequence_id"],
      [does({ type: "exit_sequence", sequence_id: "x" }), "actions.0.sequence_id"],
      [does(notify(stranger.id)), "actions.0.developer_ids.0"],
      [does(notify(crm.ada.id, "{{record.nope}}")), "actions.0.title"],
      [does({ type: "notify", developer_ids: [], title: "x" }), "actions.0.developer_ids"],
      [does({ ...ok[0], id: randomUUID() }), "actions.0.id"],
      [http({ url: "ftp://example.com" }), "actions.0.url"],
      [http({ url: "https://{{record.website}}/x" }), "actions.0.url"],
      [http({ headers: [{ name: "X-Name", value: "{{record.name}}" }] }), "actions.0.headers.0.value"],
      [http({ url: "https://exa{{record.name}}mple.com/" }), "actions.0.url"],
      [http({ url: "https://a:b@example.com/" }), "actions.0.url"],
      [http({ url: "https://example.com\\@evil.example/" }), "actions.0.url"],
      [http({ url: `https://example.com/${"x".repeat(2_000)}` }), "actions.0.url"],
      [http({ url: "https://example.com/{{record.nope}}" }), "actions.0.url"],
      [http({ url: "https://example.com/a/%2E./b" }), "actions.0.url"],
      [http({ method: "TRACE" }), "actions.0.method"],
      [http({ body: "x".repeat(70_000) }), "actions.0.body"],
      [http({ body: { a: [{ b: "{{record.nope}}" }] } }), "actions.0.body.a.0.b"],
      [http({ headers: [{ name: "Host", value: "x" }] }), "actions.0.headers.0.name"],
      [http({ headers: [{ name: "content-LENGTH", value: "1" }] }), "actions.0.headers.0.name"],
      [http({ headers: [{ name: "X A", value: "1" }] }), "actions.0.headers.0.name"],
      [http({ headers: [{ name: "X-A", value: "1\r\nX-B: 2" }] }), "actions.0.headers.0.value"],
      [http({ headers: [{ name: "X-A", value: null }] }), "actions.0.headers.0.value"],
      [
        http({
          headers: [
            { name: "X-A", value: "1" },
            { name: "x-a", value: "2" },
          ],
        }),
        "actions.0.headers",
      ],
      [{ name: " ", trigger: CREATED, actions: ok }, "name"],
    ];
    for (const [body, path] of cases) {
      const answer = await crm.saveAutomation({ name: "Rule", ...body });
      expect([body, answer.status, answer.json.issues?.[0].path]).toEqual([body, 422, path]);
    }
    expect(await db().automation.count({ where: { workspaceId: crm.workspace.id } })).toBe(0);
  });
});

describe("lists", () => {
  it("filter runs by automation, status, record and time, and page them newest first", async () => {
    const crm = await aCrm();
    const one = await crm.anAutomation({ trigger: CREATED, actions: [notify(crm.ada.id)] });
    const two = await crm.anAutomation({ name: "Second", trigger: CREATED, actions: [notify(crm.ada.id)] });
    const a = await crm.create("company", { name: "A" });
    await crm.drain();
    await crm.create("company", { name: "B" });
    const list = async (query: Record<string, string>, id?: string) => {
      const answer = id
        ? await call(runs.GET, "GET", {
            bearer: crm.ada.jwt,
            params: { ...crm.params, automation_id: id },
            query,
          })
        : await call(allRuns.GET, "GET", { bearer: crm.ada.jwt, params: crm.params, query });
      expect(answer.status).toBe(200);
      return answer;
    };
    expect((await list({})).json.length).toBe(4);
    expect((await list({ status: "pending" })).json.length).toBe(2);
    expect((await list({ record_id: a.id })).json.length).toBe(2);
    expect((await list({ automation_id: two.id, status: "completed" })).json).toMatchObject([
      { automation_name: "Second", object: "company", record_id: a.id },
    ]);
    expect((await list({}, one.id)).json.length).toBe(2);
    expect((await list({ since: new Date(Date.now() + 60_000).toISOString() })).json).toEqual([]);
    const first = await list({ limit: "3" });
    const next =
      new URL(first.headers.get("link")?.slice(1).split(">")[0] ?? "", "http://x").searchParams.get(
        "cursor",
      ) ?? "";
    const rest = await list({ limit: "3", cursor: next });
    expect(new Set([...first.json, ...rest.json].map(({ id }: { id: string }) => id)).size).toBe(4);
    const named = await call(automations.GET, "GET", {
      bearer: crm.ada.jwt,
      params: crm.params,
      query: { search: "sec" },
    });
    expect(named.json.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  });
});

describe("a person who may not edit records", () => {
  it("can't do so through an automation, but may build others", async () => {
    const crm = await aCrm();
    const role = await db().customRole.create({
      data: {
        workspaceId: crm.workspace.id,
        name: "x",
        slug: "builder",
        storedPermissions: ["can_view_crm", "can_manage_automations"],
        priority: 5,
      },
    });
    const bob = await aMember(crm.workspace.id, role.slug);
    const save = (actions: object[]) =>
      call(automations.POST, "POST", {
        bearer: bob.jwt,
        params: crm.params,
        body: { name: "x", trigger: CREATED, actions },
      });
    expect((await save([notify(bob.id)])).status).toBe(201);
    expect((await save([notify(bob.id), { type: "update_record", values: {} }])).status).toBe(403);
    const { id } = await crm.anAutomation({
      is_active: false,
      trigger: CREATED,
      actions: [{ type: "update_record", values: {} }],
    });
    const params = { ...crm.params, automation_id: id };
    const patch = (body: object) => call(automation.PATCH, "PATCH", { bearer: bob.jwt, params, body });
    expect([(await patch({ is_active: true })).status, (await patch({ name: "y" })).status]).toEqual([
      403, 200,
    ]);
  });
});
