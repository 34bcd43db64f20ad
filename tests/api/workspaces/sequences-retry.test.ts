import { describe, expect, it } from "vitest";
import * as retryOne from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/retry/route";
import * as enrollment from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/route";
import * as enrollments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/route";
import * as retryAll from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/retry/route";
import * as sequence from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route";
import { advanceEnrollment, sendStepRequest } from "@/lib/crm/sequences/advance-enrollment";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { sweepEnrollments } from "@/lib/crm/sequences/jobs";
import { notifyFailedStep } from "@/lib/crm/sequences/notify-failed";
import { claimRetry } from "@/lib/crm/sequences/retries/store";
import { takeStepRequestTurn } from "@/lib/crm/sequences/take-step-turn";
import { db, pool, transaction } from "@/lib/platform/database";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith } from "@/tests/support/factories";

const WAIT = { type: "wait", amount: 5, unit: "days" };

/** Records in a sequence whose request failed: they now wait at its last step. */
async function failed(names = ["Anvils"], after: object[] = [WAIT]) {
  const crm = await aCrm();
  const receiver = await aReceiver(500);
  const made = await crm.aSequence([{ type: "http_request", url: receiver.url }, ...after]);
  const params = { ...crm.params, sequence_id: made.id };
  const bearer = crm.ada.jwt;
  const ids: string[] = [];
  for (const name of names) {
    const { id: record_id } = await crm.create("company", { name });
    const { json } = await call(enrollments.POST, "POST", { bearer, params, body: { record_id } });
    ids.push(json.id);
    await advanceEnrollment(json.id, new Date());
    await sendStepRequest(json.id, new Date());
    await advanceEnrollment(json.id, new Date());
  }
  const one = { ...params, enrollment_id: ids[0] ?? "" };
  return {
    crm,
    receiver,
    made,
    params,
    one,
    ids,
    get: async (id = ids[0] ?? "") =>
      (await call(enrollment.GET, "GET", { bearer, params: { ...params, enrollment_id: id } })).json,
    ask: (as = bearer, given: object = {}) =>
      call(retryOne.POST, "POST", { bearer: as, params: { ...one, ...given } }),
    askAll: (body: object = {}, as = bearer, given: object = {}) =>
      call(retryAll.POST, "POST", { bearer: as, params: { ...params, ...given }, body }),
    edit: (body: object) => call(sequence.PATCH, "PATCH", { bearer, params, body }),
    set: (status: string) => call(enrollment.PATCH, "PATCH", { bearer, params: one, body: { status } }),
    work: (at = new Date()) => takeStepRequestTurn(crm.workspace.id, at),
    waiting: () => db().sequenceStepRetry.count({ where: { workspaceId: crm.workspace.id } }),
  };
}

describe("trying the failed steps of a record again", () => {
  it("sends the same request once more, and leaves the record where it is", async () => {
    const at = await failed();
    const before = await at.get();
    at.receiver.at.status = 204;
    const answer = await at.ask();
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({ steps_failed: 1, steps_retrying: 1 });
    expect(answer.json.steps_done).toMatchObject([{ status: "failed", is_retrying: true }]);
    await at.work();
    const after = await at.get();
    expect(after.steps_done).toMatchObject([{ status: "completed", error: null, is_retrying: false }]);
    expect(after).toMatchObject({
      steps_failed: 0,
      steps_retrying: 0,
      step_id: before.step_id,
      next_step_at: before.next_step_at,
    });
    const [first, second] = at.receiver.received;
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
    expect(second?.body).toBe(first?.body);
    expect(at.receiver.received).toHaveLength(2);
    const { id: targetId } = at.made;
    const audited = await db().auditEvent.findMany({
      where: { targetId, action: "sequence.steps_retried" },
      select: { after: true },
    });
    const { enrollment_id } = at.one;
    expect(audited).toEqual([{ after: { name: "Onboarding", steps: 1, enrollment_id } }]);
  });

  it("may fail again with the new reason, and be tried once more", async () => {
    const at = await failed();
    at.receiver.at.status = 404;
    await at.ask();
    await at.work();
    expect((await at.get()).steps_done).toMatchObject([
      { status: "failed", error: "The destination answered 404", is_retrying: false },
    ]);
    expect((await at.ask()).status).toBe(202);
  });

  it("also works for a record that has been through all steps", async () => {
    const at = await failed(["Anvils"], []);
    expect(await at.get()).toMatchObject({ status: "completed", steps_failed: 1 });
    at.receiver.at.status = 204;
    expect((await at.ask()).status).toBe(202);
    await at.work();
    expect(await at.get()).toMatchObject({ status: "completed", steps_failed: 0 });
  });

  it("gives a task whose title can be filled in by now, once", async () => {
    const crm = await aCrm();
    const made = await crm.aSequence([{ type: "task", title: "Call {{record.name}}" }, WAIT]);
    const params = { ...crm.params, sequence_id: made.id };
    const bearer = crm.ada.jwt;
    const { id: record_id } = await crm.create("company", { name: "Tea" });
    const { json } = await call(enrollments.POST, "POST", { bearer, params, body: { record_id } });
    await advanceEnrollment(json.id, new Date());
    // As it would be had its title held something that no longer exists.
    await db().crmTask.deleteMany({ where: { enrollmentId: json.id } });
    await db().sequenceStepDone.updateMany({
      where: { enrollmentId: json.id },
      data: { status: "failed", error: "Nothing is called record.gone" },
    });
    const one = { ...params, enrollment_id: json.id };
    await Promise.all([0, 1, 2].map(() => call(retryOne.POST, "POST", { bearer, params: one })));
    await Promise.all([0, 1, 2].map(() => takeStepRequestTurn(crm.workspace.id, new Date())));
    const tasks = await db().crmTask.findMany({ where: { enrollmentId: json.id } });
    expect(tasks.map(({ title }) => title)).toEqual(["Call Tea"]);
  });

  it("sends once if many ask at once", async () => {
    const at = await failed();
    at.receiver.at.status = 204;
    const answers = await Promise.all([at.ask(), at.ask(), at.ask()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await Promise.all([at.work(), at.work(), at.work()]);
    expect(at.receiver.received).toHaveLength(2);
    expect((await at.ask()).json.detail).toBe("No step of it failed, so there is nothing to try again");
  });

  it("is claimed by one worker at a time, and by another once that one is dead", async () => {
    const at = await failed();
    await at.ask();
    const { id } = at.crm.workspace;
    const now = new Date();
    const until = new Date(now.getTime() + MINUTE_MS);
    const claims = await Promise.all([0, 1, 2].map(() => claimRetry(id, now, until)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await claimRetry(id, new Date(until.getTime() - 1), until)).toBeNull();
    expect(await claimRetry(id, until, until)).not.toBeNull();
  });

  it("waits while the sequence or the record is paused, and is refused then", async () => {
    const at = await failed();
    await at.ask();
    at.receiver.at.status = 204;
    await at.set("paused");
    await at.work();
    expect((await at.ask()).json.detail).toBe("The record is paused. Resume it, then try again");
    await at.set("active");
    await at.edit({ is_paused: true });
    await at.work();
    expect((await at.ask()).json.detail).toBe("The sequence is paused. Resume it, then try again");
    expect(at.receiver.received).toHaveLength(1);
    await at.edit({ is_paused: false });
    await at.work();
    expect(await at.get()).toMatchObject({ steps_failed: 0 });
  });

  it("does nothing for a record that left meanwhile, and is refused for one that has left", async () => {
    const at = await failed();
    await at.ask();
    await transaction((tx) =>
      exitEnrollments(tx, at.crm.workspace.id, { enrollmentId: at.one.enrollment_id }, "manual", new Date()),
    );
    await at.work();
    expect(at.receiver.received).toHaveLength(1);
    expect(await at.waiting()).toBe(0);
    expect((await at.ask()).json.detail).toBe("The record has left this sequence");
  });

  it("sends nothing of a record that was deleted after it had been through all steps", async () => {
    const at = await failed(["Anvils"], []);
    const { recordId } = await db().sequenceEnrollment.findUniqueOrThrow({ where: { id: at.ids[0] ?? "" } });
    await at.crm.remove("company", recordId);
    at.receiver.at.status = 204;
    await at.askAll();
    await at.work();
    expect(at.receiver.received).toHaveLength(1);
    expect((await at.get()).steps_done).toMatchObject([{ status: "failed", error: "The record is gone" }]);
  });

  it("gives no task about a record that was deleted after it had been through all steps", async () => {
    const crm = await aCrm();
    const made = await crm.aSequence([{ type: "task", title: "Call {{record.name}}" }]);
    const params = { ...crm.params, sequence_id: made.id };
    const bearer = crm.ada.jwt;
    const { id: record_id } = await crm.create("company", { name: "Tea" });
    const { json } = await call(enrollments.POST, "POST", { bearer, params, body: { record_id } });
    await advanceEnrollment(json.id, new Date());
    await db().crmTask.deleteMany({ where: { enrollmentId: json.id } });
    await db().sequenceStepDone.updateMany({ where: { enrollmentId: json.id }, data: { status: "failed" } });
    await crm.remove("company", record_id);
    await call(retryAll.POST, "POST", { bearer, params, body: {} });
    await takeStepRequestTurn(crm.workspace.id, new Date());
    expect(await db().crmTask.count({ where: { enrollmentId: json.id } })).toBe(0);
  });

  it("does not do a step that was removed, and does one as the sequence is now", async () => {
    const at = await failed();
    const elsewhere = await aReceiver(204);
    const [request, wait] = at.made.steps;
    await at.edit({ steps: [{ ...request, type: "http_request", url: elsewhere.url }, wait] });
    await at.ask();
    await at.work();
    expect([at.receiver.received.length, elsewhere.received.length]).toEqual([1, 1]);
    const other = await failed();
    await other.ask();
    await other.edit({ steps: [other.made.steps[1]] });
    await other.work();
    expect([other.receiver.received.length, await other.waiting()]).toEqual([1, 0]);
    expect((await other.ask()).status).toBe(409);
  });

  it("sends nothing for an owner who may not see records any more: the sequence is paused and the step waits", async () => {
    const at = await failed();
    const builder = await aMemberWith(at.crm.workspace.id, ["can_view_crm", "can_manage_automations"]);
    await db().sequence.update({ where: { id: at.made.id }, data: { ownerId: builder.id } });
    await db().workspaceMember.deleteMany({ where: { developerId: builder.id } });
    at.receiver.at.status = 204;
    await at.ask();
    await at.work();
    expect(at.receiver.received).toHaveLength(1);
    expect(await db().sequence.findUnique({ where: { id: at.made.id } })).toMatchObject({ isPaused: true });
    await at.edit({ is_paused: false });
    await at.work(new Date(Date.now() + HOUR_MS));
    expect(at.receiver.received).toHaveLength(2);
  });

  it("gets its job again from the sweep if that was lost", async () => {
    const at = await failed();
    await at.ask();
    const jobs = async () => {
      const { rows } = await pool().query(
        `SELECT 1 FROM graphile_worker._private_jobs WHERE key LIKE 'crm.send-step-requests:%'
           AND payload->>'workspace_id' = $1`,
        [at.crm.workspace.id],
      );
      return rows.length;
    };
    await pool().query(
      "DELETE FROM graphile_worker._private_jobs WHERE payload->>'workspace_id' = $1 AND key LIKE 'crm.send-step%'",
      [at.crm.workspace.id],
    );
    await sweepEnrollments.handler({}, { now: new Date() });
    expect(await jobs()).toBe(0);
    await sweepEnrollments.handler({}, { now: new Date(Date.now() + 3 * MINUTE_MS) });
    expect(await jobs()).toBe(1);
  });

  it("is for those who edit records, and for the workspace's own enrolments", async () => {
    const at = await failed();
    const [viewer, stranger] = [await aMember(at.crm.workspace.id, "viewer"), await aDeveloper()];
    const other = await failed();
    expect((await at.ask(viewer.jwt)).status).toBe(403);
    expect((await at.ask(stranger.jwt)).status).toBe(403);
    expect((await at.ask(undefined, { enrollment_id: other.ids[0] ?? "" })).status).toBe(404);
    expect((await at.ask(undefined, { sequence_id: other.made.id })).status).toBe(404);
    expect((await at.ask(other.crm.ada.jwt, { workspace_id: other.crm.workspace.id })).status).toBe(404);
    expect([await at.waiting(), await other.waiting()]).toEqual([0, 0]);
  });
});

describe("trying all failed steps of a sequence again", () => {
  it("counts and does them, but not those of records that are paused or left early, nor what failed before", async () => {
    const at = await failed(["Anvils", "Bellows", "Cogs", "Dyes"]);
    const [, paused = "", left = "", old = ""] = at.ids;
    await db().sequenceEnrollment.update({ where: { id: paused }, data: { status: "paused" } });
    await transaction((tx) =>
      exitEnrollments(tx, at.crm.workspace.id, { enrollmentId: left }, "bounced", new Date()),
    );
    const anHourAgo = new Date(Date.now() - HOUR_MS);
    await db().sequenceStepDone.updateMany({
      where: { enrollmentId: old },
      data: { finishedAt: new Date(anHourAgo.getTime() - 1) },
    });
    at.receiver.at.status = 204;
    const recent = await at.askAll({ since: anHourAgo.toISOString() });
    expect([recent.status, recent.json]).toEqual([202, { steps: 1 }]);
    expect((await at.askAll()).json).toEqual({ steps: 2 });
    await at.work();
    expect(at.receiver.received).toHaveLength(6);
    const counts = await Promise.all(at.ids.map(async (id) => (await at.get(id)).steps_failed));
    expect(counts).toEqual([0, 1, 1, 0]);
    expect((await at.askAll()).json).toEqual({ steps: 0 });
  });

  it("is for those who manage automations, and for no paused or foreign sequence", async () => {
    const at = await failed();
    const editor = await aMemberWith(at.crm.workspace.id, ["can_view_crm", "can_edit_records"]);
    expect((await at.askAll({}, editor.jwt)).status).toBe(403);
    expect((await at.askAll({ since: "yesterday" })).status).toBe(422);
    const other = await failed();
    expect((await at.askAll({}, at.crm.ada.jwt, { sequence_id: other.made.id })).status).toBe(404);
    await at.edit({ is_paused: true });
    expect((await at.askAll()).status).toBe(409);
    expect(await at.waiting()).toBe(0);
  });
});

describe("a failed step", () => {
  const noticesOf = (developerId: string) => db().notification.findMany({ where: { developerId } });

  it("is told to the sequence's owner, all of them in one notification while that is unread", async () => {
    const at = await failed();
    const records = `/w/${at.crm.workspace.slug}/crm/sequences/${at.made.id}/enrollments`;
    expect(await noticesOf(at.crm.ada.id)).toMatchObject([
      {
        kind: "automation",
        title: "A step of the sequence Onboarding failed",
        body: "The destination answered 500",
        link: `${records}?enrollment=${at.one.enrollment_id}`,
      },
    ]);
    at.receiver.at.status = 404;
    await at.ask();
    await at.work();
    expect(await noticesOf(at.crm.ada.id)).toMatchObject([
      {
        title: "2 steps of the sequence Onboarding failed",
        body: "The destination answered 404",
        link: `${records}?has_failed_steps=true`,
      },
    ]);
  });

  it("is told to whoever answers for the sequence now, and to all who could where nobody does", async () => {
    const at = await failed();
    const builder = await aMemberWith(at.crm.workspace.id, ["can_view_crm", "can_manage_automations"]);
    const other = await aMemberWith(at.crm.workspace.id, ["can_view_crm", "can_manage_automations"]);
    const where = { id: at.made.id };
    await db().sequence.update({ where, data: { ownerId: builder.id } });
    await at.ask();
    await at.work();
    expect([(await noticesOf(builder.id)).length, (await noticesOf(other.id)).length]).toEqual([1, 0]);
    await db().sequence.update({ where, data: { ownerId: null, createdById: null } });
    const enrollmentRow = await db().sequenceEnrollment.findUniqueOrThrow({ where: { id: at.ids[0] ?? "" } });
    await transaction((tx) => notifyFailedStep(tx, enrollmentRow, "No", new Date()));
    expect((await noticesOf(other.id)).map(({ body }) => body)).toEqual(["No"]);
  });
});

describe("the list of enrolments", () => {
  it("can be narrowed to those with failed steps", async () => {
    const at = await failed(["Anvils", "Bellows"]);
    await db().sequenceStepDone.updateMany({
      where: { enrollmentId: at.ids[0] ?? "" },
      data: { status: "completed", error: null },
    });
    const list = async (has_failed_steps?: string) => {
      const query = has_failed_steps === undefined ? {} : { has_failed_steps };
      const { json } = await call(enrollments.GET, "GET", {
        bearer: at.crm.ada.jwt,
        params: at.params,
        query,
      });
      return json.map(({ id }: { id: string }) => id);
    };
    expect(await list("true")).toEqual([at.ids[1]]);
    expect(await list("false")).toEqual([at.ids[0]]);
    expect(await list()).toHaveLength(2);
  });
});
