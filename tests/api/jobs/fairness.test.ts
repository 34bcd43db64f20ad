import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { enqueueRuns } from "@/lib/crm/automations/enqueue-runs";
import { runAutomationJob, sendRunRequestsJob, sweepRuns } from "@/lib/crm/automations/jobs";
import { advanceEnrollmentJob, sendStepRequestsJob } from "@/lib/crm/sequences/jobs";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { WORKER_JOBS_MAX, WORKSPACE_JOBS_MAX } from "@/lib/jobs/limits";
import { db, pool, transaction } from "@/lib/platform/database";
import { catalogue } from "@/lib/server/catalogue";
import { aCrm, aReceiver } from "@/tests/support/automations";
import { enqueueCommitted, gate, jobName } from "@/tests/support/job-guarantees";
import { Subscriber } from "@/tests/support/subscriber";

/* What one workspace's work does to that of others, and one bad job to those beside it. */

const WAIT = { timeout: 60_000, interval: 50 };
const CRM_JOBS = [runAutomationJob, sendRunRequestsJob, advanceEnrollmentJob, sendStepRequestsJob];
const CREATED = { type: "record.created", object: "company" };
type Crm = Awaited<ReturnType<typeof aCrm>>;

async function started(jobs: readonly Job[]): Promise<void> {
  const engine = await startEmbeddedEngine(jobs);
  onTestFinished(engine.stop);
}

/** Sets an automation off so many times, as an import would. */
async function setOff(crm: Crm, automationId: string, times: number): Promise<void> {
  await pool().query(
    `INSERT INTO automation_run (id, workspace_id, automation_id, trigger_type, subject, depth, root_run_id, status, created_at)
     SELECT u, $1, $2, 'record.created', $3, 1, u, 'pending', now()
     FROM (SELECT uuidv7() AS u FROM generate_series(1, $4)) AS made`,
    [
      crm.workspace.id,
      automationId,
      JSON.stringify({ record_id: null, object: null, record: { name: "N" }, old: {}, form: {} }),
      times,
    ],
  );
  await transaction((tx) => enqueueRuns(tx, crm.workspace.id, new Date()));
}

const notifying = (crm: Crm) => ({
  trigger: CREATED,
  actions: [{ type: "notify", developer_ids: [crm.ada.id], title: "{{record.name}}", body: "" }],
});

const statusesOf = async (crm: Crm) => (await crm.runs()).map(({ status }) => status);

function countRuns(crm: Crm, status: string): Promise<number> {
  return db().automationRun.count({ where: { workspaceId: crm.workspace.id, status } });
}

describe("automation runs", () => {
  it("of one workspace finish while 10,000 older ones of another are waiting", async () => {
    const [crowd, quiet] = [await aCrm(), await aCrm()];
    const { id } = await crowd.anAutomation(notifying(crowd));
    await quiet.anAutomation(notifying(quiet));
    await setOff(crowd, id, 10_000);
    await quiet.create("company", { name: "A" });
    await started(CRM_JOBS);
    await vi.waitFor(async () => expect(await statusesOf(quiet)).toEqual(["completed"]), WAIT);
    expect(await countRuns(crowd, "pending")).toBeGreaterThan(5_000);
    const { rows } = await pool().query(
      "SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'workspace_id' = $1",
      [crowd.workspace.id],
    );
    expect(rows.length).toBeLessThan(10);
  }, 90_000);

  it("of one automation finish while 10,000 older ones of another in the same workspace are waiting", async () => {
    const crm = await aCrm();
    const { id: crowd } = await crm.anAutomation(notifying(crm));
    const { id: quiet } = await crm.anAutomation({ ...notifying(crm), name: "Quiet" });
    await setOff(crm, crowd, 10_000);
    await setOff(crm, quiet, 3);
    await started(CRM_JOBS);
    const left = () =>
      db().automationRun.count({ where: { automationId: quiet, status: { not: "completed" } } });
    await vi.waitFor(async () => expect(await left()).toBe(0), WAIT);
    expect(await countRuns(crm, "pending")).toBeGreaterThan(5_000);
  }, 90_000);

  it("of one automation start in the order in which they were set off", async () => {
    const crm = await aCrm();
    await crm.anAutomation(notifying(crm));
    for (const name of ["A", "B", "C", "D"]) await crm.create("company", { name });
    expect(
      await runAutomationJob.handler({ workspace_id: crm.workspace.id }, { now: new Date() }),
    ).toBeUndefined();
    const startedMs = (await crm.runs()).map(({ startedAt }) => startedAt?.getTime() ?? 0);
    expect(startedMs).toEqual([...startedMs].sort((one, other) => one - other));
    expect(startedMs[0]).toBeLessThan(startedMs[3] ?? 0);
  });

  it("continue while another workspace's requests hang, of which 4 run at a time", async () => {
    const [crowd, quiet] = [await aCrm(), await aCrm()];
    const silent = new Subscriber(() => {});
    const url = await silent.listen();
    onTestFinished(() => silent.close());
    const receiver = await aReceiver();
    const { id } = await crowd.anAutomation({ trigger: CREATED, actions: [{ type: "http_request", url }] });
    await quiet.anAutomation({ trigger: CREATED, actions: [{ type: "http_request", url: receiver.url }] });
    await setOff(crowd, id, 100);
    await started(CRM_JOBS);
    await vi.waitFor(() => expect(silent.received.length).toBeGreaterThan(0), WAIT);
    await quiet.create("company", { name: "A" });
    await vi.waitFor(async () => expect(await statusesOf(quiet)).toEqual(["completed"]), WAIT);
    expect(silent.connections).toBeLessThanOrEqual(8);
    expect(await countRuns(crowd, "completed")).toBe(0);
  }, 90_000);

  it("that begin with a request are handed to the job for requests at once", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver();
    await crm.anAutomation({ trigger: CREATED, actions: [{ type: "http_request", url: receiver.url }] });
    await started([sendRunRequestsJob]);
    await crm.create("company", { name: "A" });
    await vi.waitFor(async () => expect(await statusesOf(crm)).toEqual(["completed"]), WAIT);
    expect(receiver.received).toHaveLength(1);
  }, 90_000);

  it("alternate between database work and requests, and do each once", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver();
    const request = { type: "http_request", url: receiver.url };
    const task = { type: "create_record", object: "deal", values: { name: "D" } };
    await crm.anAutomation({ trigger: CREATED, actions: [request, task, request, request, task] });
    await started(CRM_JOBS);
    await crm.create("company", { name: "A" });
    await vi.waitFor(async () => expect(await statusesOf(crm)).toEqual(["completed"]), WAIT);
    expect(receiver.received).toHaveLength(3);
    expect(await db().crmRecord.count({ where: { workspaceId: crm.workspace.id, title: "D" } })).toBe(2);
    const [run] = await crm.runs();
    expect(run?.actions.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  }, 90_000);

  it("that always fail don't block others, and are retried later", async () => {
    const crm = await aCrm();
    await crm.anAutomation(notifying(crm));
    await pool().query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.title = 'Bad' THEN RAISE 'away'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON notification FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await crm.create("company", { name: "Bad" });
    await crm.create("company", { name: "Good" });
    const handler = (now: Date) => runAutomationJob.handler({ workspace_id: crm.workspace.id }, { now });
    expect(await handler(new Date())).toBeUndefined();
    expect(await statusesOf(crm)).toEqual(["running", "completed"]);
    await pool().query("DROP TRIGGER refuse ON notification; DROP FUNCTION refuse");
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await handler(new Date());
    expect(await statusesOf(crm)).toEqual(["running", "completed"]);
    const later = new Date(Date.now() + 120_000);
    await sweepRuns.handler({}, { now: later });
    const { rows } = await pool().query("SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1", [
      `crm.run-automation:${crm.workspace.id}`,
    ]);
    expect(rows).toHaveLength(1);
    await handler(later);
    expect(await statusesOf(crm)).toEqual(["completed", "completed"]);
  });

  it("that were interrupted by a crash during their request are resumed, under the same key", async () => {
    const crm = await aCrm();
    const receiver = await aReceiver();
    await crm.anAutomation({ trigger: CREATED, actions: [{ type: "http_request", url: receiver.url }] });
    await crm.create("company", { name: "A" });
    const payload = { workspace_id: crm.workspace.id, place: 0 };
    await runAutomationJob.handler(payload, { now: new Date() });
    const [run] = await crm.runs();
    // As a process leaves it that was killed while it waited for the answer.
    const heldUntil = new Date(Date.now() + 30_000);
    await db().automationRun.update({ where: { id: run?.id ?? "" }, data: { heldUntil } });
    await sendRunRequestsJob.handler(payload, { now: new Date() });
    expect(receiver.received).toEqual([]);
    await sendRunRequestsJob.handler(payload, { now: heldUntil });
    const [request, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(request?.headers["idempotency-key"]).toMatch(new RegExp(`^${run?.id}:`));
    expect(await statusesOf(crm)).toEqual(["completed"]);
  });
});

describe("enrolments", () => {
  it("of one workspace continue while hundreds of older ones of another are waiting", async () => {
    const [crowd, quiet] = [await aCrm(), await aCrm()];
    const steps = Array.from({ length: 10 }, (_, i) => ({ type: "task", title: `${i}` }));
    const [theirs, ours] = [await crowd.aSequence(steps), await quiet.aSequence(steps)];
    await crowd.create("company", { name: "A" });
    const company = await quiet.create("company", { name: "B" });
    const enrol = (crm: Crm, sequenceId: string, times: number) =>
      pool().query(
        `INSERT INTO sequence_enrollment (id, workspace_id, sequence_id, record_id, step_id, next_step_at, created_at)
         SELECT uuidv7(), $1, $2, r.id, $3, now(), now() FROM crm_record r WHERE r.workspace_id = $1 LIMIT $4`,
        [crm.workspace.id, sequenceId, crm === crowd ? theirs.steps[0]?.id : ours.steps[0]?.id, times],
      );
    for (let i = 0; i < 300; i++) await crowd.create("company", { name: `C${i}` });
    await enrol(crowd, theirs.id, 300);
    await enrol(quiet, ours.id, 1);
    for (const { workspace } of [crowd, quiet]) {
      await enqueueCommitted(advanceEnrollmentJob, { workspace_id: workspace.id });
    }
    await started(CRM_JOBS);
    const open = (crm: Crm) =>
      db().sequenceEnrollment.count({ where: { workspaceId: crm.workspace.id, isOpen: true } });
    await vi.waitFor(async () => expect(await open(quiet)).toBe(0), WAIT);
    expect(await open(crowd)).toBeGreaterThan(0);
    expect(await db().crmTask.count({ where: { recordId: company.id } })).toBe(10);
  }, 90_000);
});

describe("a worker's slots", () => {
  const Payload = z.object({ workspace_id: z.string() });
  type Payload = z.output<typeof Payload>;

  /** Jobs of several kinds that note whose they are and end when they may. */
  function holding(extra: Partial<Job<Payload>>) {
    const mayEnd = gate();
    onTestFinished(() => mayEnd.open());
    const running: string[] = [];
    const job = () =>
      defineJob<Payload>({
        name: jobName("hold"),
        payload: Payload,
        handler: async ({ workspace_id }) => {
          running.push(workspace_id);
          await mayEnd.opened;
          return undefined;
        },
        ...extra,
      });
    return { job, running, mayEnd };
  }

  it("are never all used by one workspace, even if its many kinds of jobs came first", async () => {
    const { job, running, mayEnd } = holding({ workspace: ({ workspace_id }) => workspace_id });
    const kinds = Array.from({ length: WORKER_JOBS_MAX }, job);
    for (const kind of kinds) {
      for (let i = 0; i < 20; i++) await enqueueCommitted(kind, { workspace_id: "crowd" });
    }
    await enqueueCommitted(kinds[0] as Job<Payload>, { workspace_id: "quiet" });
    await started(kinds as Job[]);
    await vi.waitFor(() => expect(running).toContain("quiet"), WAIT);
    expect(running.filter((id) => id === "crowd").length).toBeLessThanOrEqual(WORKSPACE_JOBS_MAX);
    mayEnd.open();
    // Those that were passed over are done too.
    await vi.waitFor(() => expect(running).toHaveLength(20 * WORKER_JOBS_MAX + 1), WAIT);
  });

  it("always leave one for another workspace, even beside 10,000 older jobs of one", async () => {
    const ran: string[] = [];
    const job = defineJob<Payload>({
      name: jobName("many"),
      payload: Payload,
      workspace: ({ workspace_id }) => workspace_id,
      handler: async ({ workspace_id }) => {
        ran.push(workspace_id);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return undefined;
      },
    });
    const crowd = Array.from({ length: 10_000 }, () => ({ workspace_id: "crowd" }));
    await transaction((tx) => enqueueAll(tx, job, crowd, new Date()));
    await started([job] as unknown as Job[]);
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0), WAIT);
    await enqueueCommitted(job, { workspace_id: "quiet" });
    const before = ran.length;
    await vi.waitFor(() => expect(ran).toContain("quiet"), WAIT);
    // Counted, not timed: as many of the crowd's as may run beside it while it is fetched.
    expect(ran.indexOf("quiet") - before).toBeLessThan(200);
    await pool().query("DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL");
  }, 90_000);

  it("are never all used by jobs of a limited kind", async () => {
    const bounded = holding({ placesMax: 1 });
    const free = holding({});
    const [slow, quick] = [bounded.job(), free.job()];
    for (let i = 0; i < 20; i++) await enqueueCommitted(slow, { workspace_id: `${i}` });
    await enqueueCommitted(quick, { workspace_id: "quick" });
    await started([slow, quick] as Job[]);
    await vi.waitFor(() => expect(free.running).toEqual(["quick"]), WAIT);
    expect(bounded.running.length).toBeLessThanOrEqual(1);
    free.mayEnd.open();
    bounded.mayEnd.open();
    await vi.waitFor(() => expect(bounded.running).toHaveLength(20), WAIT);
  });

  it("are not blocked by a job whose payload no longer parses or that always fails; neither are their lanes", async () => {
    const ran: string[] = [];
    const job = defineJob({
      name: jobName("one-lane"),
      payload: z.object({ key: z.string() }),
      concurrency: { key: () => "one", limit: 1 },
      handler: async ({ key }) => {
        ran.push(key);
        if (key === "fails") throw new Error("always");
        return undefined;
      },
    });
    for (const key of ["broken", "fails", "good"]) await enqueueCommitted(job, { key });
    await pool().query(
      `UPDATE graphile_worker._private_jobs SET payload = '{"key": 7}' WHERE payload->>'key' = 'broken'`,
    );
    await started([job] as unknown as Job[]);
    await vi.waitFor(() => expect(ran).toContain("good"), WAIT);
    // Those that are fetched at the same moment have no order, and by now the one that fails may have been tried again.
    await vi.waitFor(() => expect(new Set(ran)).toEqual(new Set(["fails", "good"])), WAIT);
    const left = async () => {
      const { rows } = await pool().query<{ attempts: number; is_available: boolean }>(
        `SELECT attempts, is_available FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.payload ->> 'key'`,
        [job.name],
      );
      return rows;
    };
    await vi.waitFor(
      async () =>
        expect(await left()).toEqual([
          { attempts: 1, is_available: false },
          { attempts: expect.any(Number), is_available: true },
        ]),
      WAIT,
    );
  });

  it("are limited for every kind of job that waits for external servers", () => {
    const names = [
      "repositories.sync-repository",
      "notifications.mail",
      "tracker.verify-evidence",
      "forms.verify-upload",
    ];
    for (const name of names) {
      expect(catalogue.find((job) => job.name === name)?.placesMax, name).toBeLessThan(WORKER_JOBS_MAX);
    }
  });

  it("leave places to others while the object store hangs, and outlast a week without it", () => {
    const needStore = [
      "tracker.verify-evidence",
      "tracker.erase-evidence",
      "tracker.erase-evidence-objects",
      "forms.verify-upload",
    ].map((name) => catalogue.find((job) => job.name === name));
    const places = needStore.map((job) => (job?.waitsForOthers ? 0 : (job?.placesMax ?? WORKER_JOBS_MAX)));
    expect(places.reduce((sum, each) => sum + each)).toBeLessThan(WORKER_JOBS_MAX);
    for (const job of needStore) {
      // As graphile-worker waits after each failed attempt.
      const waitsS = Array.from({ length: (job?.attemptsMax ?? 10) - 1 }, (_, n) =>
        Math.exp(Math.min(n + 1, 10)),
      );
      expect(
        waitsS.reduce((sum, each) => sum + each),
        job?.name,
      ).toBeGreaterThan(7 * 86_400);
    }
  });
});
