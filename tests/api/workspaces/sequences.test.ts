import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as exit from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/exit/route";
import * as enrollment from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/[enrollment_id]/route";
import * as enrollments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/route";
import * as sequence from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route";
import * as allEnrollments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/enrollments/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import * as task from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/[task_id]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/crm/tasks/route";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as read from "@/app/api/v1/workspaces/[workspace_id]/notifications/[notification_id]/read/route";
import * as readAll from "@/app/api/v1/workspaces/[workspace_id]/notifications/read-all/route";
import * as notifications from "@/app/api/v1/workspaces/[workspace_id]/notifications/route";
import { advanceEnrollment, sendStepRequest } from "@/lib/crm/sequences/advance-enrollment";
import { advanceEnrollmentJob, sendStepRequestsJob, sweepEnrollments } from "@/lib/crm/sequences/jobs";
import { claimEnrollment, listNeglectedSteps } from "@/lib/crm/sequences/store";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { catalogue } from "@/lib/server/catalogue";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aDeveloper, aMember, aMemberWith, waysToLose } from "@/tests/support/factories";

const wait = (amount: number, unit = "hours") => ({ type: "wait", amount, unit });

type Crm = Awaited<ReturnType<typeof aCrm>>;

function enrol(crm: Crm, sequenceId: string, recordId: string) {
  return call(enrollments.POST, "POST", {
    bearer: crm.ada.jwt,
    params: { ...crm.params, sequence_id: sequenceId },
    body: { record_id: recordId },
  });
}

/** A record enrolled in a sequence of these steps. */
async function anEnrollment(steps: object[]) {
  const crm = await aCrm();
  const made = await crm.aSequence(steps);
  const company = await crm.create("company", { name: "Tea & Co", employees: 3 });
  const answer = await enrol(crm, made.id, company.id);
  expect(answer.status).toBe(201);
  const id: string = answer.json.id;
  const params = { ...crm.params, sequence_id: made.id, enrollment_id: id };
  const bearer = crm.ada.jwt;
  return {
    crm,
    company,
    sequence: made,
    id,
    params,
    get: async () => (await call(enrollment.GET, "GET", { bearer, params })).json,
    set: (status: string) => call(enrollment.PATCH, "PATCH", { bearer, params, body: { status } }),
    edit: (body: object) => call(sequence.PATCH, "PATCH", { bearer, params, body }),
    /** What its jobs do so many hours from now. */
    advance: async (hours: number) => {
      const now = new Date(Date.now() + hours * HOUR_MS);
      for (;;) {
        await advanceEnrollment(id, now);
        const { sends } = await db().sequenceEnrollment.findUniqueOrThrow({ where: { id } });
        if (!sends) return;
        await sendStepRequest(id, now);
      }
    },
    tasks: () => db().crmTask.findMany({ where: { enrollmentId: id }, orderBy: { createdAt: "asc" } }),
  };
}

const jobsOf = async ({ crm }: { crm: Crm }) => {
  const { rows } = await pool().query<{ run_at: Date; due_at: string | null }>(
    `SELECT run_at, payload->>'due_at' AS due_at FROM graphile_worker._private_jobs
     WHERE key LIKE 'crm.advance-enrollment:%' AND payload->>'workspace_id' = $1 ORDER BY run_at`,
    [crm.workspace.id],
  );
  return rows;
};

describe("a sequence", () => {
  it("takes a record through its steps, including waits, and notifies subscribers at the start and the end", async () => {
    const receiver = await aReceiver();
    const at = await anEnrollment([
      { type: "task", title: "Call {{record.name}}" },
      wait(2),
      {
        type: "http_request",
        url: `${receiver.url}/{{record.employees}}`,
        headers: [{ name: "X-Key", value: "k" }],
      },
    ]);
    await at.advance(0);
    expect(await at.tasks()).toMatchObject([
      { title: "Call Tea & Co", recordId: at.company.id, isDone: false },
    ]);
    const waiting = await at.get();
    expect(waiting).toMatchObject({ status: "active", step_id: at.sequence.steps[1]?.id });
    const due = new Date(waiting.next_step_at);
    expect(due.getTime() - Date.now()).toBeGreaterThan(1.9 * HOUR_MS);
    const [wakeUp, ...others] = (await jobsOf(at)).filter(({ due_at }) => due_at !== null);
    expect(others).toEqual([]);
    const wokenAt = new Date(wakeUp?.due_at ?? "");
    expect(wokenAt.getTime()).toBe(Math.ceil(due.getTime() / 1_000) * 1_000);
    const payload = { workspace_id: at.crm.workspace.id, due_at: wokenAt.toISOString() };
    const inAnHour = new Date(Date.now() + HOUR_MS);
    expect(await advanceEnrollmentJob.handler(payload, { now: inAnHour })).toEqual({ againAt: wokenAt });
    await at.advance(1);
    expect(await at.get()).toMatchObject({ step_id: at.sequence.steps[1]?.id });
    await at.crm.update("company", at.company.id, { employees: 4 });
    await at.advance(3);
    const [request] = receiver.received;
    expect(request).toMatchObject({
      url: "/4",
      headers: { "x-key": "k", "idempotency-key": `${at.id}:${at.sequence.steps[2]?.id}` },
    });
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      sequence_id: at.sequence.id,
      enrollment_id: at.id,
      record_id: at.company.id,
      record: { name: "Tea & Co", employees: 4 },
    });
    expect(await at.get()).toMatchObject({
      status: "completed",
      exit_reason: "completed",
      step_id: null,
      next_step_at: null,
      steps_done: [{ type: "task" }, { type: "wait" }, { type: "http_request", status: "completed" }],
    });
    await at.advance(4);
    const told = (await at.crm.events()).filter(({ type }) => type.startsWith("sequence"));
    const data = { sequence_id: at.sequence.id, enrollment_id: at.id, record_id: at.company.id };
    expect(told).toMatchObject([
      { type: "sequence.enrolled", data },
      { type: "sequence.exited", data: { ...data, reason: "completed" } },
    ]);
    expect((await at.tasks()).length).toBe(1);
    expect((await enrol(at.crm, at.sequence.id, at.company.id)).status).toBe(201);
  });

  it("continues after a failed step, and records why", async () => {
    const receiver = await aReceiver(500);
    const at = await anEnrollment([
      { type: "http_request", url: receiver.url },
      { type: "task", title: "x" },
    ]);
    await at.advance(0);
    expect(await at.get()).toMatchObject({
      status: "completed",
      steps_failed: 1,
      steps_done: [{ status: "failed", error: "The destination answered 500" }, { status: "completed" }],
    });
    const listed = await call(allEnrollments.GET, "GET", { bearer: at.crm.ada.jwt, params: at.crm.params });
    expect(listed.json).toMatchObject([{ id: at.id, status: "completed", steps_failed: 1 }]);
  });

  it("contains a record once at a time, even if 50 enrol it at once", async () => {
    const crm = await aCrm();
    const { id } = await crm.aSequence([wait(1)]);
    const company = await crm.create("company", { name: "A" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => enrol(crm, id, company.id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(409)]);
    expect(await db().sequenceEnrollment.count({ where: { sequenceId: id } })).toBe(1);
    expect((await crm.events()).filter(({ type }) => type === "sequence.enrolled").length).toBe(1);
  });

  it("runs each step once, even if several jobs advance it at once", async () => {
    const at = await anEnrollment([
      { type: "task", title: "a" },
      { type: "task", title: "b" },
      wait(1),
      { type: "task", title: "c" },
    ]);
    await Promise.all(Array.from({ length: 5 }, () => at.advance(0)));
    expect((await at.tasks()).map(({ title }) => title)).toEqual(["a", "b"]);
    await Promise.all(Array.from({ length: 5 }, () => at.advance(2)));
    expect((await at.tasks()).length).toBe(3);
    expect((await at.crm.events()).filter(({ type }) => type === "sequence.exited").length).toBe(1);
  });

  it("is taken up by one worker at a time, and by another once that one's time is over", async () => {
    const at = await anEnrollment([wait(1)]);
    const { id: workspaceId } = at.crm.workspace;
    const now = Date.now();
    const claim = (minutes: number) => {
      const from = new Date(now + minutes * 60_000);
      return claimEnrollment(workspaceId, false, from, new Date(from.getTime() + 60_000));
    };
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(1)));
    expect(claims.flatMap((claimed) => claimed?.id ?? [])).toEqual([at.id]);
    expect(await claim(1.5)).toBeNull();
    const neglected = async (minutes: number) => {
      const from = new Date(now + minutes * 60_000);
      return (await listNeglectedSteps(from, from)).some((each) => each.workspaceId === workspaceId);
    };
    expect([await neglected(1.5), await neglected(2)]).toEqual([false, true]);
    await at.edit({ is_paused: true });
    expect([await claim(2), await neglected(2)]).toEqual([null, false]);
    await at.edit({ is_paused: false });
    expect((await claim(2))?.id).toBe(at.id);
    expect(await claimEnrollment(workspaceId, true, new Date(now + 600_000), new Date())).toBeNull();
    await at.advance(0);
    expect(await claim(4)).toBeNull();
  });

  it("resumes after a crash where it stopped", async () => {
    const at = await anEnrollment([
      { type: "task", title: "a" },
      { type: "task", title: "b", assignee_id: null },
      wait(1),
    ]);
    await pool().query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.title = 'b' THEN RAISE 'away'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON crm_task FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await expect(at.advance(0)).rejects.toThrow();
    await pool().query("DROP TRIGGER refuse ON crm_task; DROP FUNCTION refuse");
    expect((await at.tasks()).map(({ title }) => title)).toEqual(["a"]);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await sweepEnrollments.handler({}, { now: new Date() });
    expect(await jobsOf(at)).toEqual([]);
    const later = new Date(Date.now() + 600_000);
    await sweepEnrollments.handler({}, { now: later });
    await sweepEnrollments.handler({}, { now: later });
    const [job, ...others] = await jobsOf(at);
    expect(others).toEqual([]);
    expect(job?.due_at).toBeNull();
    await advanceEnrollmentJob.handler({ workspace_id: at.crm.workspace.id }, { now: later });
    expect((await at.tasks()).map(({ title }) => title)).toEqual(["a", "b"]);
    expect((await at.get()).step_id).toBe(at.sequence.steps[2]?.id);
  });

  it("removes a deleted record, and accepts no deleted or foreign one", async () => {
    const [at, other] = [await anEnrollment([wait(1), { type: "task", title: "x" }]), await aCrm()];
    await at.crm.remove("company", at.company.id);
    expect(await at.get()).toMatchObject({ status: "exited", exit_reason: "record_deleted" });
    expect((await at.crm.events()).at(-1)).toMatchObject({
      type: "sequence.exited",
      data: { reason: "record_deleted" },
    });
    await at.advance(2);
    expect(await at.tasks()).toEqual([]);
    const person = await at.crm.create("person", { name: "P" });
    const theirs = await other.create("company", { name: "T" });
    for (const id of [at.company.id, person.id, theirs.id, randomUUID()]) {
      const answer = await enrol(at.crm, at.sequence.id, id);
      expect([answer.status, answer.json.issues[0]]).toEqual([
        422,
        { path: "record_id", message: "No such company" },
      ]);
    }
  });

  it("does nothing while it or the enrolment is paused, and runs what became due when it is resumed", async () => {
    const at = await anEnrollment([wait(1), { type: "task", title: "x" }]);
    await at.advance(0);
    expect((await at.edit({ is_paused: true })).json).toMatchObject({ is_paused: true, open_enrollments: 1 });
    await at.advance(2);
    expect((await at.set("paused")).json.status).toBe("paused");
    await at.edit({ is_paused: false });
    await at.advance(2);
    expect(await at.tasks()).toEqual([]);
    expect((await at.set("active")).json.status).toBe("active");
    await at.advance(2);
    expect(await at.tasks()).toMatchObject([{ title: "x" }]);
    expect((await at.set("paused")).status).toBe(409);
  });

  it("does nothing while its workspace is deactivated, and goes on where it was once that is back", async () => {
    const receiver = await aReceiver();
    const at = await anEnrollment([
      { type: "task", title: "x" },
      { type: "http_request", url: receiver.url },
    ]);
    const turn = (isActive: boolean) =>
      db().workspace.update({ where: { id: at.crm.workspace.id }, data: { isActive } });
    await turn(false);
    await advanceEnrollment(at.id, new Date());
    expect(await at.tasks()).toEqual([]);
    await turn(true);
    await advanceEnrollment(at.id, new Date());
    expect(await at.tasks()).toHaveLength(1);
    await turn(false);
    await sendStepRequest(at.id, new Date());
    expect(receiver.received).toEqual([]);
    await turn(true);
    expect((await at.get()).status).toBe("active");
    await sendStepRequest(at.id, new Date());
    expect(receiver.received).toHaveLength(1);
  });

  it("sends the requests that a pause of it or of the enrolment caught just before they went out, once it is resumed", async () => {
    const receiver = await aReceiver();
    const request = { type: "http_request", method: "POST", url: receiver.url };
    const at = await anEnrollment([request, wait(1)]);
    const queued = async () => {
      const { rows } = await pool().query(
        `SELECT id FROM graphile_worker._private_jobs
         WHERE key LIKE 'crm.send-step-requests:%' AND payload->>'workspace_id' = $1`,
        [at.crm.workspace.id],
      );
      return rows.length;
    };
    /** Runs the job that found it paused, as the engine does. */
    const runAndForget = async () => {
      await sendStepRequestsJob.handler({ workspace_id: at.crm.workspace.id, place: 0 }, { now: new Date() });
      await pool().query("DELETE FROM graphile_worker._private_jobs");
    };
    await advanceEnrollment(at.id, new Date());
    await at.edit({ is_paused: true });
    await runAndForget();
    await at.edit({ is_paused: false });
    expect(await queued()).toBe(1);
    await at.set("paused");
    await runAndForget();
    await at.set("active");
    expect(await queued()).toBe(1);
    await runAndForget();
    expect(receiver.received).toHaveLength(1);
  });

  it("can be left once by hand, with the reason", async () => {
    const at = await anEnrollment([wait(1)]);
    const leave = () => call(exit.POST, "POST", { bearer: at.crm.ada.jwt, params: at.params });
    expect((await leave()).json).toMatchObject({ status: "exited", exit_reason: "manual" });
    expect((await leave()).status).toBe(409);
  });

  it("reports everybody who is in it when it is deleted", async () => {
    const at = await anEnrollment([wait(1)]);
    const gone = await call(sequence.DELETE, "DELETE", { bearer: at.crm.ada.jwt, params: at.params });
    expect(gone.status).toBe(204);
    expect((await at.crm.events()).at(-1)).toMatchObject({
      type: "sequence.exited",
      data: { reason: "sequence_deleted" },
    });
    expect(await at.advance(2).catch(() => "gone")).toBe("gone");
  });
});

describe("an edit of a sequence", () => {
  it("moves those at a deleted step to the next one, and never runs a step twice", async () => {
    const at = await anEnrollment([
      { type: "task", title: "a" },
      wait(5),
      { type: "task", title: "b" },
      { type: "task", title: "c" },
    ]);
    await at.advance(0);
    const [a, , b, c] = at.sequence.steps;
    const edited = await at.edit({ steps: [b, a, c, { type: "task", title: "d" }] });
    expect(edited.json.steps.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual([b?.id, a?.id, c?.id]);
    expect((await at.get()).step_id).toBe(b?.id);
    await at.advance(0.01);
    expect((await at.tasks()).map(({ title }) => title)).toEqual(["a", "b", "c", "d"]);
  });

  it("counts the answer to a request that was under way for no other step", async () => {
    const receiver = await aSubscriber(async (response) => {
      await at.edit({ steps: at.sequence.steps.slice(1) });
      response.end("ok");
    });
    const at = await anEnrollment([
      { type: "http_request", url: receiver.url },
      { type: "task", title: "b" },
    ]);
    // By a clock that is ahead, so that the next step is due.
    await at.advance(1);
    await at.advance(1);
    expect(receiver.received).toHaveLength(1);
    expect(await at.tasks()).toMatchObject([{ title: "b" }]);
    expect((await at.get()).status).toBe("completed");
    expect(await db().sequenceStepDone.findMany({ where: { enrollmentId: at.id } })).toMatchObject([
      { type: "task" },
    ]);
  });

  it("ends it for those at the last step if that is deleted", async () => {
    const at = await anEnrollment([{ type: "task", title: "a" }, wait(5)]);
    await at.advance(0);
    await at.edit({ steps: [at.sequence.steps[0]] });
    await at.advance(0.01);
    expect(await at.get()).toMatchObject({ status: "completed" });
  });

  it("keeps the secrets of requests that it does not include, and shows none", async () => {
    const receiver = await aReceiver();
    const at = await anEnrollment([
      wait(1),
      { type: "http_request", url: receiver.url, headers: [{ name: "X-Key", value: "very-secret" }] },
    ]);
    const shown = await call(sequence.GET, "GET", { bearer: at.crm.ada.jwt, params: at.params });
    expect(shown.text).not.toContain("very-secret");
    expect((await at.edit({ steps: shown.json.steps })).status).toBe(200);
    await at.advance(0);
    await at.advance(2);
    expect(receiver.received).toMatchObject([{ headers: { "x-key": "very-secret" } }]);
    const elsewhere = shown.json.steps.map((step: object) => ({ ...step, url: "https://example.com/" }));
    expect((await at.edit({ steps: elsewhere })).json.issues[0].path).toBe("steps.1.headers.0.value");
  });
});

describe("bad input", () => {
  it("is refused with the path of the error, and nothing is stored", async () => {
    const crm = await aCrm();
    const stranger = await aDeveloper();
    const cases: [object, string][] = [
      [{ steps: [] }, "steps"],
      [{ steps: Array(51).fill(wait(1)) }, "steps"],
      [{ object: "spaceship" }, "object"],
      [{ steps: [wait(0)] }, "steps.0.amount"],
      [{ steps: [wait(1.5)] }, "steps.0.amount"],
      [{ steps: [wait(366, "days")] }, "steps.0.amount"],
      [{ steps: [wait(1, "years")] }, "steps.0.unit"],
      [{ steps: [{ type: "sms" }] }, "steps.0.type"],
      [{ steps: [{ type: "task", title: "" }] }, "steps.0.title"],
      [{ steps: [{ type: "task", title: "{{record.colour}}" }] }, "steps.0.title"],
      [{ steps: [{ type: "task", title: "{{old.name}}" }] }, "steps.0.title"],
      [{ steps: [{ type: "task", title: "x", assignee_id: stranger.id }] }, "steps.0.assignee_id"],
      [{ steps: [{ ...wait(1), id: randomUUID() }] }, "steps.0.id"],
      [{ steps: [{ type: "http_request", url: "gopher://x" }] }, "steps.0.url"],
      [{ name: "" }, "name"],
    ];
    for (const [body, path] of cases) {
      const answer = await crm.saveSequence({ name: "S", object: "company", steps: [wait(1)], ...body });
      expect([body, answer.status, answer.json.issues?.[0].path]).toEqual([body, 422, path]);
    }
    expect(await db().sequence.count({ where: { workspaceId: crm.workspace.id } })).toBe(0);
  });
});

describe("enrolments", () => {
  it("are found under their own sequence only", async () => {
    const at = await anEnrollment([wait(1)]);
    const other = await at.crm.aSequence([wait(1)]);
    const elsewhere = { bearer: at.crm.ada.jwt, params: { ...at.params, sequence_id: other.id } };
    const answers = [
      await call(enrollment.GET, "GET", elsewhere),
      await call(enrollment.PATCH, "PATCH", { ...elsewhere, body: { status: "paused" } }),
      await call(exit.POST, "POST", elsewhere),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await at.get()).status).toBe("active");
  });

  it("are listed by sequence, record, status and time", async () => {
    const at = await anEnrollment([wait(1)]);
    const { crm } = at;
    const list = async (query: Record<string, string>) =>
      (await call(allEnrollments.GET, "GET", { bearer: crm.ada.jwt, params: crm.params, query })).json;
    expect(
      await list({ record_id: at.company.id, status: "active", sequence_id: at.sequence.id }),
    ).toMatchObject([{ id: at.id, sequence_name: "Onboarding", enrolled_by_id: crm.ada.id }]);
    expect(await list({ record_id: randomUUID() })).toEqual([]);
    expect(await list({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  });

  it("can be started and ended by automations too", async () => {
    const crm = await aCrm();
    const { id } = await crm.aSequence([wait(1)]);
    const trigger = (type: string) => ({ type, object: "company" });
    await crm.anAutomation({
      trigger: trigger("record.created"),
      actions: [
        { type: "enroll_in_sequence", sequence_id: id },
        { type: "enroll_in_sequence", sequence_id: id },
      ],
    });
    await crm.anAutomation({
      trigger: trigger("record.updated"),
      actions: [{ type: "exit_sequence", sequence_id: id }],
    });
    const company = await crm.create("company", { name: "A" });
    await crm.drain();
    expect((await crm.runs())[0]?.actions.map(({ result }) => result)).toEqual([
      { enrollment_id: expect.any(String) },
      { skipped: "The record is in this sequence already" },
    ]);
    await crm.update("company", company.id, { name: "B" });
    await crm.drain();
    expect(await db().sequenceEnrollment.findMany({ where: { sequenceId: id } })).toMatchObject([
      { status: "exited", exitReason: "automation", enrolledById: null },
    ]);
  });
});

describe("a task about a record", () => {
  it("is assigned, listed, ticked off with the person's name, and unassigned when a member leaves", async () => {
    const crm = await aCrm();
    const bob = await aMember(crm.workspace.id, "admin");
    const company = await crm.create("company", { name: "A" });
    const bearer = crm.ada.jwt;
    const made = await call(tasks.POST, "POST", {
      bearer,
      params: crm.params,
      body: { record_id: company.id, title: " Call ", assignee_id: bob.id },
    });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        title: "Call",
        record: { id: company.id, object: "company", title: "A" },
        is_done: false,
      }),
    ]);
    expect(await db().notification.findMany({ where: { developerId: bob.id } })).toMatchObject([
      { title: "New task: Call", link: `/w/${crm.workspace.slug}/crm/company/${company.id}` },
    ]);
    const list = async (query: Record<string, string>) =>
      (await call(tasks.GET, "GET", { bearer, params: crm.params, query })).json.length;
    expect([
      await list({ is_done: "false", assignee_id: bob.id, record_id: company.id }),
      await list({ is_done: "true" }),
    ]).toEqual([1, 0]);
    const params = { ...crm.params, task_id: made.json.id };
    const tick = (is_done: boolean) =>
      call(task.PATCH, "PATCH", { bearer: bob.jwt, params, body: { is_done } });
    expect((await tick(true)).json).toMatchObject({ is_done: true, completed_by_id: bob.id });
    expect((await tick(false)).json).toMatchObject({
      is_done: false,
      completed_at: null,
      completed_by_id: null,
    });
    const leave = { ...crm.params, developer_id: bob.id };
    expect((await call(member.DELETE, "DELETE", { bearer, params: leave })).status).toBe(204);
    expect(await list({ assignee_id: bob.id })).toBe(0);
    const stranger = await aDeveloper();
    for (const [body, path] of [
      [{ record_id: randomUUID(), title: "x" }, "record_id"],
      [{ record_id: company.id, title: "x", assignee_id: stranger.id }, "assignee_id"],
    ] as const) {
      const answer = await call(tasks.POST, "POST", { bearer, params: crm.params, body });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
    }
    await crm.remove("company", company.id);
    expect([
      await list({}),
      (await call(task.PATCH, "PATCH", { bearer, params, body: { is_done: true } })).status,
    ]).toEqual([0, 404]);
  });
});

describe("notifications", () => {
  it("are one's own alone, newest first, unread until they are read", async () => {
    const crm = await aCrm();
    const bob = await aMember(crm.workspace.id, "member");
    await crm.anAutomation({
      trigger: { type: "record.created", object: "company" },
      actions: [{ type: "notify", developer_ids: [crm.ada.id, bob.id], title: "{{record.name}}\ncame" }],
    });
    await crm.create("company", { name: "A" });
    await crm.create("company", { name: "B" });
    await crm.drain();
    const list = async (who: { jwt: string }, query = {}) =>
      (await call(notifications.GET, "GET", { bearer: who.jwt, params: crm.params, query })).json;
    const [newest] = await list(bob);
    expect(newest).toMatchObject({ title: "B came", read_at: null });
    const params = { ...crm.params, notification_id: newest.id };
    expect((await call(read.POST, "POST", { bearer: crm.ada.jwt, params })).status).toBe(404);
    const first = await call(read.POST, "POST", { bearer: bob.jwt, params });
    expect((await call(read.POST, "POST", { bearer: bob.jwt, params })).json.read_at).toBe(
      first.json.read_at,
    );
    expect((await list(bob, { unread: "true" })).length).toBe(1);
    expect((await call(readAll.POST, "POST", { bearer: bob.jwt, params: crm.params })).json).toEqual({
      marked: 1,
    });
    expect([
      (await list(bob, { unread: "true" })).length,
      (await list(crm.ada, { unread: "true" })).length,
    ]).toEqual([0, 2]);
  });
});

describe("the embedded engine", () => {
  it("runs automations and what they enrol, from the change to the last step", async () => {
    const engine = await startEmbeddedEngine(catalogue);
    onTestFinished(engine.stop);
    const crm = await aCrm();
    const { id } = await crm.aSequence([{ type: "task", title: "Greet {{record.name}}" }]);
    const body = {
      name: "x",
      trigger: { type: "record.created", object: "company" },
      actions: [{ type: "enroll_in_sequence", sequence_id: id }],
    };
    expect(
      (await call(automations.POST, "POST", { bearer: crm.ada.jwt, params: crm.params, body })).status,
    ).toBe(201);
    await crm.create("company", { name: "A" });
    await vi.waitFor(
      async () => {
        const [row] = await db().sequenceEnrollment.findMany({ where: { sequenceId: id } });
        expect(row?.status).toBe("completed");
      },
      { timeout: 15_000 },
    );
    expect(await db().crmTask.findMany({ where: { workspaceId: crm.workspace.id } })).toMatchObject([
      { title: "Greet A" },
    ]);
    expect(await crm.runs()).toMatchObject([{ status: "completed" }]);
  });
});

describe("a request step", () => {
  const body = { type: "http_request", url: "" };

  it("is sent as far as its owner may see records at the time of sending", async () => {
    const receiver = await aReceiver();
    const crm = await aCrm();
    const builder = await aMemberWith(crm.workspace.id, ["can_manage_automations", "can_view_crm"]);
    const steps = [wait(1), { ...body, url: receiver.url }];
    const made = await call(sequences.POST, "POST", {
      bearer: builder.jwt,
      params: crm.params,
      body: { name: "Onboarding", object: "company", steps },
    });
    expect(made.status).toBe(201);
    const company = await crm.create("company", { name: "Tea & Co" });
    const enrolled = await enrol(crm, made.json.id, company.id);
    const params = { ...crm.params, sequence_id: made.json.id };
    const get = async () => (await call(sequence.GET, "GET", { bearer: crm.ada.jwt, params })).json;
    const pause = (bearer: string, is_paused = true) =>
      call(sequence.PATCH, "PATCH", { bearer, params, body: { is_paused } });
    const goOn = (bearer: string) => pause(bearer, false);
    const later = new Date(Date.now() + 2 * HOUR_MS);
    const act = async () => {
      await advanceEnrollment(enrolled.json.id, new Date());
      await advanceEnrollment(enrolled.json.id, later);
      await sendStepRequest(enrolled.json.id, later);
    };
    await waysToLose(crm.workspace.id, builder.id, "can_view_crm")["an override"]();
    await act();
    expect(receiver.received).toEqual([]);
    const paused = await get();
    expect(paused.is_paused).toBe(true);
    expect(paused.paused_reason).toContain("who no longer has can_view_crm");
    const trail = { targetId: made.json.id, action: "sequence.paused" };
    expect(await db().auditEvent.count({ where: trail })).toBe(1);
    const told = { developerId: crm.ada.id, title: "The sequence Onboarding was paused" };
    expect(await db().notification.count({ where: told })).toBe(1);
    // Whoever lacks it as well can't let it go on; whoever can, answers for it from then on.
    expect((await goOn(builder.jwt)).status).toBe(403);
    // Nor once they have paused what is paused.
    expect((await pause(builder.jwt)).json.paused_reason).toBe(paused.paused_reason);
    expect((await goOn(builder.jwt)).status).toBe(403);
    await act();
    expect(receiver.received).toEqual([]);
    expect((await goOn(crm.ada.jwt)).status).toBe(200);
    expect(await get()).toMatchObject({ is_paused: false, paused_reason: null });
    await act();
    expect(receiver.received).toHaveLength(1);
  });

  it("of an erased person is sent once somebody else resumes it", async () => {
    const receiver = await aReceiver();
    const made = await anEnrollment([{ ...body, url: receiver.url }]);
    await db().sequence.update({
      where: { id: made.sequence.id },
      data: { ownerId: null, createdById: null },
    });
    await advanceEnrollment(made.id, new Date());
    await sendStepRequest(made.id, new Date());
    expect(receiver.received).toEqual([]);
    const paused = await db().sequence.findUniqueOrThrow({ where: { id: made.sequence.id } });
    expect(paused.pausedReason).toContain("It has no owner any more");
    expect((await made.edit({ is_paused: false })).json).toMatchObject({ paused_reason: null });
    await advanceEnrollment(made.id, new Date());
    await sendStepRequest(made.id, new Date());
    expect(receiver.received).toHaveLength(1);
  });
});
