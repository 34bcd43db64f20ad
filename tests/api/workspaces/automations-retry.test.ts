import { describe, expect, it } from "vitest";
import * as retryAll from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/retry/route";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as retry from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/runs/[run_id]/retry/route";
import { sweepRuns } from "@/lib/crm/automations/jobs";
import { RUN_DEPTH_MAX } from "@/lib/crm/automations/limits";
import { db } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith } from "@/tests/support/factories";

const CREATED = { type: "record.created", object: "company" };

/** A workspace whose automation makes a deal, sends a request that fails, and notifies. */
async function aFailedRun() {
  const crm = await aCrm();
  const receiver = await aReceiver(500);
  const { id } = await crm.anAutomation({
    trigger: CREATED,
    actions: [
      { type: "create_record", object: "deal", values: { name: "{{record.name}}: first order" } },
      { type: "http_request", url: receiver.url },
      { type: "notify", developer_ids: [crm.ada.id], title: "Sent" },
    ],
  });
  await crm.create("company", { name: "Anvils" });
  await crm.drain();
  const [failed] = await crm.runs();
  const params = { ...crm.params, automation_id: id, run_id: failed?.id ?? "" };
  const ask = (bearer = crm.ada.jwt, given: object = {}) =>
    call(retry.POST, "POST", { bearer, params: { ...params, ...given } });
  const set = (body: object) => call(automation.PATCH, "PATCH", { bearer: crm.ada.jwt, params, body });
  const deals = () =>
    db().crmRecord.count({ where: { workspaceId: crm.workspace.id, object: { slug: "deal" } } });
  return { crm, receiver, id, params, ask, set, deals };
}

describe("trying a run again", () => {
  it("goes on with the action that failed, and does nothing twice", async () => {
    const { crm, receiver, id, ask, deals } = await aFailedRun();
    receiver.at.status = 204;
    const answer = await ask();
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({
      status: "pending",
      error: null,
      finished_at: null,
      actions: [{ type: "create_record", status: "completed" }],
    });
    await crm.drain();
    const [run] = await crm.runs();
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(run?.actions.map(({ type, status }) => [type, status])).toEqual([
      ["create_record", "completed"],
      ["http_request", "completed"],
      ["notify", "completed"],
    ]);
    expect([await deals(), receiver.received.length]).toEqual([1, 2]);
    // The receiver can tell that it is the same request.
    const keys = receiver.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toBe(keys[1]);
    expect((await crm.events()).at(-1)).toMatchObject({
      type: "automation.run.completed",
      data: { automation_id: id, run_id: run?.id },
    });
    expect(await db().auditEvent.count({ where: { targetId: id, action: "automation.run_retried" } })).toBe(
      1,
    );
  });

  it("may fail again, with the new reason, and be tried once more", async () => {
    const { crm, receiver, ask } = await aFailedRun();
    receiver.at.status = 404;
    await ask();
    await crm.drain();
    expect(await crm.runs()).toMatchObject([{ status: "failed", error: "The destination answered 404" }]);
    expect((await ask()).status).toBe(202);
  });

  it("does what the automation says now", async () => {
    const { crm, receiver, ask, set, deals } = await aFailedRun();
    await set({ actions: [{ type: "notify", developer_ids: [crm.ada.id], title: "Only this" }] });
    await ask();
    await crm.drain();
    expect(await crm.runs()).toMatchObject([{ status: "completed" }]);
    expect([await deals(), receiver.received.length]).toEqual([1, 1]);
  });

  it("restarts it once if many ask at once, and not while it is under way or when it has completed", async () => {
    const { crm, receiver, ask, deals } = await aFailedRun();
    receiver.at.status = 204;
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 409, 409]);
    await crm.drain();
    const { status, json } = await ask();
    expect([status, json.detail]).toEqual([409, "The run completed, so there is nothing to try again"]);
    expect([await deals(), receiver.received.length]).toEqual([1, 2]);
  });

  it("needs the automation to be on, also for a run that was skipped while it was off", async () => {
    const { crm, receiver, ask, set, params } = await aFailedRun();
    await crm.create("company", { name: "Bellows" });
    await set({ is_active: false });
    await crm.drain();
    const [, skipped] = await crm.runs();
    expect(skipped?.status).toBe("skipped");
    const again = () => ask(crm.ada.jwt, { ...params, run_id: skipped?.id });
    expect((await again()).status).toBe(409);
    await set({ is_active: true });
    receiver.at.status = 200;
    expect((await again()).status).toBe(202);
    await crm.drain();
    expect((await crm.runs()).map(({ status }) => status)).toEqual(["failed", "completed"]);
  });

  it("is refused for a run that was stopped because automations trigger each other", async () => {
    const { crm, ask, params } = await aFailedRun();
    const error = `Stopped: automations triggered each other more than ${RUN_DEPTH_MAX} times in a row`;
    await db().automationRun.update({ where: { id: params.run_id }, data: { error } });
    expect((await ask()).status).toBe(409);
    expect(await crm.runs()).toMatchObject([{ status: "failed" }]);
  });

  it("counts the age of a run anew, so that an old one is not given up at once", async () => {
    const { crm, ask, params } = await aFailedRun();
    const createdAt = new Date(Date.now() - 3 * DAY_MS);
    await db().automationRun.update({ where: { id: params.run_id }, data: { createdAt } });
    await ask();
    await sweepRuns.handler({}, { now: new Date() });
    expect(await crm.runs()).toMatchObject([{ status: "pending", error: null }]);
    await sweepRuns.handler({}, { now: new Date(Date.now() + DAY_MS + 60_000) });
    expect(await crm.runs()).toMatchObject([{ status: "failed", error: "It could not run within a day" }]);
  });

  it("is for those who manage automations, and for the workspace's own runs", async () => {
    const { crm, ask } = await aFailedRun();
    const viewer = await aMember(crm.workspace.id, "viewer");
    const stranger = await aDeveloper();
    const other = await aFailedRun();
    expect((await ask(viewer.jwt)).status).toBe(403);
    expect((await ask(stranger.jwt)).status).toBe(403);
    expect((await ask(crm.ada.jwt, { run_id: other.params.run_id })).status).toBe(404);
    expect((await ask(other.crm.ada.jwt, other.crm.params)).status).toBe(404);
    expect((await ask(crm.ada.jwt, { run_id: "no-id" })).status).toBe(404);
    expect(await crm.runs()).toMatchObject([{ status: "failed" }]);
  });
});

describe("a failed run", () => {
  it("is told to whoever answers for the automation now, not to who made it, and leads to the run", async () => {
    const { crm, id, ask } = await aFailedRun();
    const builder = await aMember(crm.workspace.id, "admin");
    await db().automation.update({ where: { id }, data: { ownerId: builder.id } });
    await ask();
    await crm.drain();
    const [run] = await crm.runs();
    const of = (developerId: string) => db().notification.findMany({ where: { developerId } });
    expect(await of(builder.id)).toMatchObject([
      {
        kind: "automation",
        title: "The automation Rule failed",
        body: "The destination answered 500",
        link: `/w/${crm.workspace.slug}/crm/automations/${id}/runs?run=${run?.id}`,
      },
    ]);
    expect(await of(crm.ada.id)).toHaveLength(1);
  });
});

describe("trying all failed runs of an automation again", () => {
  /** Four failed runs, of which the last was skipped, the second stopped as part of a loop, and the first is old. */
  async function four() {
    const at = await aFailedRun();
    for (const name of ["Bellows", "Cogs", "Dyes"]) await at.crm.create("company", { name });
    await at.crm.drain();
    const runs = await at.crm.runs();
    const [old, stopped, , skipped] = runs.map(({ id }) => id);
    const anHourAgo = new Date(Date.now() - HOUR_MS);
    const change = (id = "", data: object) => db().automationRun.update({ where: { id }, data });
    await change(old, { createdAt: new Date(anHourAgo.getTime() - 1) });
    await change(stopped, { error: "Stopped: automations triggered each other" });
    await change(skipped, { status: "skipped", error: "The automation was switched off before this ran" });
    const askAll = (body: object = {}, bearer = at.crm.ada.jwt, given: object = {}) =>
      call(retryAll.POST, "POST", { bearer, params: { ...at.params, ...given }, body });
    return { ...at, anHourAgo, askAll };
  }

  it("counts and does those of a time or later, but none that was stopped as part of a loop", async () => {
    const { crm, receiver, id, anHourAgo, askAll, deals } = await four();
    receiver.at.status = 204;
    const recent = await askAll({ since: anHourAgo.toISOString() });
    expect([recent.status, recent.json]).toEqual([202, { runs: 2 }]);
    expect((await askAll()).json).toEqual({ runs: 1 });
    expect((await askAll()).json).toEqual({ runs: 0 });
    await crm.drain();
    expect((await crm.runs()).map(({ status }) => status)).toEqual([
      "completed",
      "failed",
      "completed",
      "completed",
    ]);
    // Each was made once, by the action before the one that failed.
    expect([await deals(), receiver.received.length]).toEqual([4, 7]);
    const audited = await db().auditEvent.findMany({
      where: { targetId: id, action: "automation.runs_retried" },
      orderBy: { createdAt: "asc" },
    });
    expect(audited.map(({ after }) => after)).toMatchObject([{ runs: 2 }, { runs: 1 }]);
  });

  it("is for those who manage automations, and for none that is off or another workspace's", async () => {
    const { crm, set, askAll } = await four();
    const editor = await aMemberWith(crm.workspace.id, ["can_view_crm", "can_edit_records"]);
    const other = await aFailedRun();
    expect((await askAll({}, editor.jwt)).status).toBe(403);
    expect((await askAll({ since: "yesterday" })).status).toBe(422);
    expect((await askAll({}, crm.ada.jwt, { automation_id: other.id })).status).toBe(404);
    await set({ is_active: false });
    expect((await askAll()).status).toBe(409);
    expect((await crm.runs()).filter(({ status }) => status === "pending")).toEqual([]);
  });
});
