import { describe, expect, it } from "vitest";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as run from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/[run_id]/route";
import * as trying from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/test/route";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import { CATALOG, type PermissionSlug } from "@/lib/access/catalog";
import { PERMISSION_OF_TRIGGER, TRIGGER_TYPES, type TriggerType } from "@/lib/crm/automations/catalog";
import { triggerAutomations } from "@/lib/crm/automations/trigger-automations";
import { db, transaction } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aMember, aMemberWith, waysToLose } from "@/tests/support/factories";

type Crm = Awaited<ReturnType<typeof aCrm>>;
type Person = { jwt: string };

const BUILDS = "can_manage_automations";
const ALL = CATALOG.map(({ slug }) => slug);
const TRIGGERS = TRIGGER_TYPES.map((type) => ({ type, permission: PERMISSION_OF_TRIGGER[type] }));

function bodyOf(type: TriggerType, url = "https://example.com/hook") {
  const object = type.startsWith("record.") ? { object: "company" } : {};
  return { name: "Rule", trigger: { type, ...object }, actions: [{ type: "http_request", url }] };
}

const build = ({ params }: Crm, { jwt: bearer }: Person, body: object) =>
  call(automations.POST, "POST", { bearer, params, body });
const change = ({ params }: Crm, { jwt: bearer }: Person, automation_id: string, body: object) =>
  call(automation.PATCH, "PATCH", { bearer, params: { ...params, automation_id }, body });

async function happen({ workspace }: Crm, type: TriggerType): Promise<void> {
  const isRecord = type.startsWith("record.");
  const subject = {
    record_id: null,
    object: isRecord ? "company" : null,
    record: isRecord ? { name: "MARK" } : {},
    old: {},
    form: isRecord ? {} : { text: "MARK" },
  };
  const happening = { type, formId: null, subject, changed: [] };
  await transaction((tx) => triggerAutomations(tx, workspace.id, [happening], null, new Date()));
}

describe.each(TRIGGERS)("an automation on $type", ({ type, permission }) => {
  it("can be built, switched on and tested only by those who may see its trigger", async () => {
    const crm = await aCrm();
    const without = await aMemberWith(
      crm.workspace.id,
      ALL.filter((slug) => slug !== permission),
    );
    const detail = `You don't have permission to see the data of ${type} events: that needs ${permission}`;
    const refused = await build(crm, without, bodyOf(type));
    expect([refused.status, refused.json.detail]).toEqual([403, detail]);
    const able = await aMemberWith(crm.workspace.id, [BUILDS, permission]);
    const made = await build(crm, able, bodyOf(type));
    expect([made.status, made.json.owner?.id]).toEqual([201, able.id]);
    const params = { ...crm.params, automation_id: made.json.id };
    for (const answer of [
      await change(crm, without, made.json.id, { actions: bodyOf(type).actions }),
      await change(crm, without, made.json.id, { is_active: true }),
      await call(trying.POST, "POST", { bearer: without.jwt, params, body: {} }),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([403, detail]);
    }
    expect((await change(crm, without, made.json.id, { is_active: false })).status).toBe(200);
  });

  it("sends nothing once its owner may not see that, and is switched off with the reason", async () => {
    const receiver = await aReceiver();
    const ways = Object.keys(waysToLose("", "", permission));
    for (const way of ways) {
      const crm = await aCrm();
      const admin = await aMember(crm.workspace.id, "admin");
      const builder = await aMemberWith(crm.workspace.id, [BUILDS, permission]);
      const made = await build(crm, builder, bodyOf(type, receiver.url));
      expect(made.status).toBe(201);
      const lose = waysToLose(crm.workspace.id, builder.id, permission);
      await lose[way as keyof typeof lose]?.();
      await happen(crm, type);
      await crm.drain();
      const reason = expect.stringContaining(`its owner, who lacks ${permission} now`);
      expect(await crm.runs(), way).toMatchObject([{ status: "skipped", error: reason, actions: [] }]);
      const params = { ...crm.params, automation_id: made.json.id };
      const seen = await call(automation.GET, "GET", { bearer: crm.ada.jwt, params });
      expect(seen.json, way).toMatchObject({ is_active: false, disabled_reason: reason });
      const where = { workspaceId: crm.workspace.id, developerId: admin.id };
      expect(await db().notification.findMany({ where })).toMatchObject([
        { title: "The automation Rule was switched off", body: reason },
      ]);
      expect(receiver.received, way).toEqual([]);
      await happen(crm, type);
      expect(await crm.runs(), way).toHaveLength(1);
      expect((await change(crm, crm.ada, made.json.id, { is_active: true })).json.owner.id).toBe(crm.ada.id);
      await happen(crm, type);
      await crm.drain();
      expect(receiver.received, way).toHaveLength(1);
      receiver.received.length = 0;
    }
  });
});

describe("a run", () => {
  it("of a workspace that is deactivated by then does nothing, and switches no automation off", async () => {
    const receiver = await aReceiver();
    const crm = await aCrm();
    const { id } = await crm.anAutomation(bodyOf("record.created", receiver.url));
    await happen(crm, "record.created");
    await db().workspace.update({ where: { id: crm.workspace.id }, data: { isActive: false } });
    await crm.drain();
    await db().workspace.update({ where: { id: crm.workspace.id }, data: { isActive: true } });
    expect(receiver.received).toEqual([]);
    expect(await crm.runs()).toMatchObject([{ status: "skipped", actions: [] }]);
    expect(await db().automation.findUnique({ where: { id } })).toMatchObject({ isActive: true });
  });

  it.each(TRIGGERS)(
    "of $type shows what it was given only to those who may see that",
    async ({ type, permission }) => {
      const crm = await aCrm();
      const content = type.startsWith("record.") ? "{{record.name}}" : "{{form.text}}";
      const actions = [{ type: "notify", developer_ids: [crm.ada.id], title: content }];
      const { id: automation_id } = await crm.anAutomation({ ...bodyOf(type), actions });
      await happen(crm, type);
      await crm.drain();
      const [ran] = await crm.runs();
      const params = { ...crm.params, automation_id, run_id: ran?.id ?? "" };
      const read = ({ jwt: bearer }: Person) => call(run.GET, "GET", { bearer, params });
      const able = await read(await aMemberWith(crm.workspace.id, ["can_view_crm", permission]));
      expect(able.json).toMatchObject({ is_withheld: false, actions: [{ input: { title: "MARK" } }] });
      const without = await read(
        await aMemberWith(
          crm.workspace.id,
          ALL.filter((slug) => slug !== permission),
        ),
      );
      if (permission === "can_view_crm") expect(without.status).toBe(403);
      else
        expect(without.json).toMatchObject({ is_withheld: true, actions: [{ input: null, result: null }] });
      expect(without.text).not.toContain("MARK");
    },
  );
});

describe("an automation that changes records", () => {
  it.each([
    { type: "create_record", object: "person", values: { name: "Made" } },
    { type: "update_record", values: { name: "Changed" } },
    { type: "enroll_in_sequence" },
    { type: "exit_sequence" },
  ])("can't be built without can_edit_records: $type", async (action) => {
    const crm = await aCrm();
    const { id: sequence_id } = await crm.aSequence([{ type: "task", title: "Call" }]);
    const actions = [{ ...action, ...(action.type.endsWith("sequence") ? { sequence_id } : {}) }];
    const body = { ...bodyOf("record.created"), actions };
    const refused = await build(crm, await aMemberWith(crm.workspace.id, [BUILDS, "can_view_crm"]), body);
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining("can_edit_records")]);
    const able = await aMemberWith(crm.workspace.id, [BUILDS, "can_view_crm", "can_edit_records"]);
    expect((await build(crm, able, body)).status).toBe(201);
  });

  it("does so only while its owner could edit them by hand", async () => {
    const crm = await aCrm();
    const permissions: PermissionSlug[] = [BUILDS, "can_view_crm", "can_edit_records"];
    const builder = await aMemberWith(crm.workspace.id, permissions);
    const actions = [{ type: "create_record", object: "person", values: { name: "Made" } }];
    const made = await build(crm, builder, { ...bodyOf("record.created"), actions });
    expect(made.status).toBe(201);
    await happen(crm, "record.created");
    await crm.drain();
    expect(await crm.runs()).toMatchObject([{ status: "completed" }]);
    await waysToLose(crm.workspace.id, builder.id, "can_edit_records")["an override"]();
    await happen(crm, "record.created");
    await crm.drain();
    const error = expect.stringContaining("who lacks can_edit_records now");
    expect((await crm.runs()).at(-1)).toMatchObject({ status: "skipped", error });
  });
});

describe("a sequence", () => {
  it("can be built only by those who may see the records that its steps read", async () => {
    const crm = await aCrm();
    const body = {
      name: "Steps",
      object: "company",
      steps: [{ type: "http_request", url: "https://example.com/hook" }],
    };
    const save = ({ jwt: bearer }: Person) =>
      call(sequences.POST, "POST", { bearer, params: crm.params, body });
    const refused = await save(await aMemberWith(crm.workspace.id, [BUILDS]));
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining("can_view_crm")]);
    expect((await save(await aMemberWith(crm.workspace.id, [BUILDS, "can_view_crm"]))).status).toBe(201);
  });
});
