import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Job, type JobSpec } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { IS_GIVEN_UP } from "@/lib/jobs/given-up";
import { workerId } from "@/lib/jobs/heartbeat";
import { schedulesOf } from "@/lib/jobs/schedules";
import { releaseOrphanedJobs } from "@/lib/jobs/store";
import { pool, transaction } from "@/lib/platform/database";
import {
  describeJobGuarantees,
  enqueueCommitted,
  gate,
  jobName,
  type RunningEngine,
} from "@/tests/support/job-guarantees";

async function count(where: string, name: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    `SELECT count(*)::int AS n FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 AND ${where}`,
    [name],
  );
  return rows[0]?.n ?? 0;
}

async function workers(): Promise<{ id: string; running: number }[]> {
  const { rows } = await pool().query<{ id: string; running: number }>(
    "SELECT worker_id AS id, running_jobs AS running FROM worker_heartbeat",
  );
  return rows;
}

describeJobGuarantees("embedded", async (jobs: Job[]): Promise<RunningEngine> => {
  const engine = await startEmbeddedEngine(jobs);
  return {
    addUnchecked: async (name, payload) => {
      await pool().query("SELECT graphile_worker.add_job($1, $2::json)", [name, JSON.stringify(payload)]);
    },
    hurry: async () => {
      await pool().query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL");
    },
    countGivenUp: (name) => count(IS_GIVEN_UP, name),
    scheduled: async () => {
      const { rows } = await pool().query<{ identifier: string }>(
        "SELECT identifier FROM graphile_worker._private_known_crontabs",
      );
      return rows.map((row) => row.identifier);
    },
    stop: engine.stop,
  };
});

describe("the embedded engine", () => {
  async function started(jobs: Job[]) {
    const engine = await startEmbeddedEngine(jobs);
    onTestFinished(engine.stop);
    return engine;
  }

  const payload = z.object({});

  it("lets a running job finish when it is stopped, and leaves the others queued", async () => {
    const [begun, mayEnd] = [gate(), gate()];
    let [ended, others] = [0, 0];
    const slow = defineJob({
      name: jobName("finish"),
      payload,
      handler: async () => {
        begun.open();
        await mayEnd.opened;
        ended += 1;
        return undefined;
      },
    });
    const other = defineJob({
      name: jobName("stay"),
      payload,
      handler: async () => {
        others += 1;
        return undefined;
      },
    });
    const engine = await started([slow, other]);
    await enqueueCommitted(slow, {});
    await begun.opened;
    const stopped = engine.stop();
    await enqueueCommitted(other, {});
    mayEnd.open();
    await stopped;
    await engine.ended;
    expect(ended).toBe(1);
    expect(await count("true", slow.name)).toBe(0);
    expect(others + (await count("j.is_available", other.name))).toBe(1);
  });

  it("runs jobs that were added while there was no worker", async () => {
    let runs = 0;
    const job = defineJob({
      name: jobName("wait"),
      payload,
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await enqueueCommitted(job, {});
    await started([job]);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 10_000 });
  });

  it("shows that it is alive while it runs, and which jobs it has", async () => {
    const [begun, mayEnd] = [gate(), gate()];
    const job = defineJob({
      name: jobName("show"),
      payload,
      handler: async () => {
        begun.open();
        await mayEnd.opened;
        return undefined;
      },
    });
    const engine = await started([job]);
    const id = workerId();
    expect(await workers()).toEqual([{ id, running: 0 }]);
    await enqueueCommitted(job, {});
    await begun.opened;
    await vi.waitFor(async () => expect(await workers()).toEqual([{ id, running: 1 }]), { timeout: 30_000 });
    expect(await count(`j.locked_by = '${id}'`, job.name)).toBe(1);
    mayEnd.open();
    await engine.stop();
    expect(await workers()).toEqual([]);
  });

  it("removes its heartbeat when it stops, even if it has just lost its connection", async () => {
    const engine = await started([
      defineJob({ name: jobName("cut"), payload, handler: async () => undefined }),
    ]);
    await pool().query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'worker heartbeat'`,
    );
    await engine.stop();
    expect(await workers()).toEqual([]);
  });

  it("leaves the jobs of live workers alone when it looks for orphaned ones", async () => {
    const [begun, mayEnd] = [gate(), gate()];
    let runs = 0;
    const job = defineJob({
      name: jobName("live"),
      payload,
      concurrency: { key: () => "one", limit: 1 },
      handler: async () => {
        runs += 1;
        begun.open();
        await mayEnd.opened;
        return undefined;
      },
    });
    const [first, second] = [await started([job]), await started([job])];
    await enqueueCommitted(job, {});
    await begun.opened;
    expect(await releaseOrphanedJobs()).toEqual([]);
    expect(await count("j.locked_at IS NOT NULL", job.name)).toBe(1);
    mayEnd.open();
    await Promise.all([first.stop(), second.stop()]);
    expect(runs).toBe(1);
  });

  it("recognises a worker of the previous version by its lock, and frees the jobs of a dead one", async () => {
    const job = defineJob({ name: jobName("older"), payload, handler: async () => undefined });
    await enqueueCommitted(job, {});
    await pool().query(
      "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-older', locked_at = now() WHERE locked_by IS NULL",
    );
    const older = await pool().connect();
    await older.query("SELECT pg_advisory_lock(hashtextextended('pool-older', 0))");
    expect(await releaseOrphanedJobs()).toEqual([]);
    await older.query("SELECT pg_advisory_unlock_all()");
    older.release();
    expect(await releaseOrphanedJobs()).toEqual(["pool-older"]);
    expect(await count("j.is_available", job.name)).toBe(1);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  it("copes with a database clock that was set back: neither jobs nor schedules wait for it to catch up", async () => {
    let runs = 0;
    const job = defineJob({
      name: jobName("ahead"),
      payload,
      // Not in the minute that may begin while this runs.
      schedule: "0 0 29 2 *",
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await enqueueCommitted(job, {});
    const later = defineJob({ name: jobName("later"), payload, handler: async () => undefined });
    await enqueueCommitted(later, {});
    await pool().query(
      `UPDATE graphile_worker._private_jobs j SET created_at = now() + interval '1 hour',
         run_at = now() + interval '1 hour' + CASE WHEN t.identifier = $1 THEN interval '1 day' ELSE '0' END
       FROM graphile_worker._private_tasks t WHERE t.id = j.task_id`,
      [later.name],
    );
    await pool().query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ($1, now(), date_trunc('minute', now() + interval '1 hour'))`,
      [job.name],
    );
    await started([job, later]);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 15_000 });
    const { rows } = await pool().query<{ minutes: number }>(
      `SELECT extract(epoch FROM max(last_execution) - now()) / 60 AS minutes
       FROM graphile_worker._private_known_crontabs WHERE identifier = $1`,
      [job.name],
    );
    expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(0);
    expect(
      await count("run_at BETWEEN now() + interval '23 hours' AND now() + interval '24 hours'", later.name),
    ).toBe(1);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  /** Lets the clock of this process be wrong by so much, and no clock of others. */
  function setClock(ms: number) {
    vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, now: Date.now() + ms });
    onTestFinished(() => void vi.useRealTimers());
  }

  it.each([3_600_000, -3_600_000])(
    "starts jobs in time even if the process's clock is set by %i ms, before and while they run",
    async (ms) => {
      const runs: string[] = [];
      const job = defineJob({
        name: jobName("wrong"),
        payload: z.object({ n: z.string() }),
        dedupeKey: ({ n }) => n,
        delayMs: 500,
        handler: async ({ n }, { now }) => {
          runs.push(n);
          if (n !== "again" || runs.includes("set")) return undefined;
          runs.push("set");
          vi.setSystemTime(Date.now() - ms);
          return { againAt: new Date(now.getTime() + 100) };
        },
      });
      const begunAt = new Date();
      setClock(ms);
      await started([job]);
      await enqueueCommitted(job, { n: "by the wrong clock" });
      await vi.waitFor(() => expect(runs).toEqual(["by the wrong clock"]), { timeout: 30_000 });
      await transaction((tx) => enqueueAll(tx, job, [{ n: "begun before" }], begunAt));
      await vi.waitFor(() => expect(runs).toContain("begun before"), { timeout: 30_000 });
      await enqueueCommitted(job, { n: "again" });
      await vi.waitFor(() => expect(runs.slice(2)).toEqual(["again", "set", "again"]), { timeout: 30_000 });
    },
    120_000,
  );

  it("runs a schedule once that came due while there was no worker, and no other", async () => {
    const runs: string[] = [];
    const noting = (verb: string, schedule: string) => {
      const name = jobName(verb);
      const handler = async () => {
        runs.push(verb);
        return undefined;
      };
      return defineJob({ name, payload, schedule, handler });
    };
    const hourAgo = new Date(Date.now() - 3_600_000);
    const inTwoHours = (hourAgo.getUTCHours() + 3) % 24;
    const [missed, notYet] = [noting("missed", "* * * * *"), noting("not-yet", `0 ${inTwoHours} * * *`)];
    await pool().query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       SELECT unnest($1::text[]), $2, $2`,
      [[missed.name, notYet.name], hourAgo],
    );
    setClock(3_600_000);
    await started([missed, notYet]);
    await vi.waitFor(() => expect(runs).toEqual(["missed"]), { timeout: 30_000 });
    const { rows } = await pool().query<{ age: number }>(
      `SELECT extract(epoch FROM now() - last_execution)::float8 AS age
       FROM graphile_worker._private_known_crontabs WHERE identifier = $1`,
      [missed.name],
    );
    // All of the hour is done with one run, and by the clock of the database.
    expect(rows[0]?.age).toBeGreaterThanOrEqual(0);
    expect(rows[0]?.age).toBeLessThan(3_500);
    expect(await count("true", notYet.name)).toBe(0);
  });

  it("runs a scheduled job at its start if the job asks for that, and no other", async () => {
    const runs: string[] = [];
    const noting = (verb: string, isAtStart: boolean) => {
      const handler = async () => {
        runs.push(verb);
        return undefined;
      };
      return defineJob({ name: jobName(verb), payload, schedule: "0 0 29 2 *", isAtStart, handler });
    };
    const [first, other] = [noting("at-start", true), noting("not-at-start", false)];
    await started([first, other]);
    await vi.waitFor(() => expect(runs).toEqual(["at-start"]), { timeout: 30_000 });
    expect(await count("true", other.name)).toBe(0);
  });

  it("runs a job at its start once, even if it is due then as well", async () => {
    let runs = 0;
    const [due, noted] = [30, 60].map((minutes) => new Date(Date.now() - minutes * 60_000));
    const schedule = `${due?.getUTCMinutes()} ${due?.getUTCHours()} * * *`;
    const job = defineJob({
      name: jobName("due-at-start"),
      payload,
      schedule,
      isAtStart: true,
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await pool().query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ($1, $2, $2)`,
      [job.name, noted],
    );
    await started([job]);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await count("true", job.name)).toBe(0), { timeout: 30_000 });
    expect(runs).toBe(1);
  });

  it.each([
    ["one at a time", enqueueCommitted],
    [
      "many at a time",
      (job: JobSpec<object>, data: object) => transaction((tx) => enqueueAll(tx, job, [data], new Date())),
    ],
  ])(
    "counts no job as given up whose work a newer one does: the worker of the older dies, jobs added %s",
    async (_how, add) => {
      const job = defineJob({
        name: jobName("superseded"),
        payload,
        dedupeKey: () => "all",
        handler: async () => undefined,
      });
      await add(job, {});
      // A worker takes it and is killed; meanwhile there is more to do.
      await pool().query(
        `UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now(), attempts = 1
         WHERE key LIKE $1`,
        [`${job.name}:%`],
      );
      await add(job, {});
      await pool().query("SELECT graphile_worker.force_unlock_workers(ARRAY['killed'])");
      expect(await count("true", job.name)).toBe(2);
      expect(await count(IS_GIVEN_UP, job.name)).toBe(0);
      expect(await count("is_available", job.name)).toBe(1);
    },
  );

  it("retries a deadlocked write of which jobs are done, and continues", async () => {
    let runs = 0;
    const job = defineJob({
      name: jobName("deadlocked"),
      payload,
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await pool().query(`
      CREATE SEQUENCE refused;
      CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('refused') = 1 THEN RAISE 'deadlock detected' USING ERRCODE = '40P01'; END IF;
          RETURN OLD;
        END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION refuse_once()`);
    onTestFinished(() => void pool().query("DROP FUNCTION IF EXISTS refuse_once CASCADE"));
    await started([job]);
    await enqueueCommitted(job, {});
    await vi.waitFor(
      async () => {
        const { rows } = await pool().query<{ tries: string }>("SELECT last_value AS tries FROM refused");
        expect(Number(rows[0]?.tries)).toBe(2);
        expect(await count("true", job.name)).toBe(0);
      },
      { timeout: 30_000 },
    );
    await enqueueCommitted(job, {});
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 30_000 });
    await pool().query("DROP FUNCTION refuse_once CASCADE; DROP SEQUENCE refused");
  });

  it("adds many jobs at a time: one per key, whoever gave it first, and one for each without a key", async () => {
    const keyed = defineJob({
      name: jobName("many-keyed"),
      payload: z.object({ n: z.string(), from: z.string() }),
      dedupeKey: ({ n }) => n,
      delayMs: 60_000,
      handler: async () => undefined,
    });
    const keyless = defineJob({
      name: jobName("many-keyless"),
      payload: z.object({ n: z.string() }),
      handler: async () => undefined,
    });
    const now = new Date();
    await transaction((tx) => enqueueAll(tx, keyed, [{ n: "a", from: "first" }], now));
    await transaction(async (tx) => {
      const given = ["b", "a", "b", "c"].map((n, i) => ({ n, from: `second ${i}` }));
      await enqueueAll(tx, keyed, given, now);
      await enqueueAll(tx, keyless, [{ n: "a" }, { n: "a" }], now);
    });
    const { rows } = await pool().query(
      `SELECT payload->>'n' AS n, payload->>'from' AS from, run_at > now() + interval '50 s' AS waits
       FROM graphile_worker._private_jobs WHERE key LIKE $1 ORDER BY key`,
      [`${keyed.name}:%`],
    );
    expect(rows).toEqual([
      { n: "a", from: "first", waits: true },
      { n: "b", from: "second 0", waits: true },
      { n: "c", from: "second 3", waits: true },
    ]);
    expect(await count("j.is_available", keyless.name)).toBe(2);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  it("adds jobs of several keys in one order, so that two callers can't deadlock", async () => {
    const job = defineJob({
      name: jobName("line"),
      payload: z.object({ n: z.string() }),
      dedupeKey: ({ n }) => n,
      handler: async () => undefined,
    });
    const now = new Date();
    const add = (tx: Parameters<typeof enqueueAll>[0], ...keys: string[]) =>
      enqueueAll(
        tx,
        job,
        keys.map((n) => ({ n })),
        now,
      );
    let other: Promise<void> | undefined;
    await transaction(async (tx) => {
      await add(tx, "a");
      other = transaction((tx2) => add(tx2, "b", "a"));
      await vi.waitFor(
        async () => {
          const { rowCount } = await pool().query(
            `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
             WHERE NOT l.granted AND a.datname = current_database()`,
          );
          expect(rowCount).toBeGreaterThan(0);
        },
        { timeout: 30_000 },
      );
      await add(tx, "b");
    });
    await other;
    expect(await count("j.is_available", job.name)).toBe(2);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  it("ends with an error if others presumed it dead", async () => {
    const job = defineJob({ name: jobName("lose"), payload, handler: async () => undefined });
    const engine = await started([job]);
    await pool().query("DELETE FROM worker_heartbeat");
    await expect(engine.ended).rejects.toThrow("took this one for dead");
  });

  it("ends with an error if a result can't be saved, and the next one runs the job again", async () => {
    let runs = 0;
    const job = defineJob({
      name: jobName("unwritten"),
      payload,
      handler: async () => {
        runs += 1;
        return undefined;
      },
    });
    await pool().query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs EXECUTE FUNCTION refuse()`);
    onTestFinished(() => void pool().query("DROP FUNCTION IF EXISTS refuse CASCADE"));
    const engine = await started([job]);
    await enqueueCommitted(job, {});
    await expect(engine.ended).rejects.toThrow("ended by itself");
    await pool().query("DROP FUNCTION refuse CASCADE");
    await started([job]);
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await count("true", job.name)).toBe(0), { timeout: 30_000 });
  });

  it("continues after every connection to the database was cut, or ends with an error, and loses no job", async () => {
    let runs = 0;
    const job = defineJob({
      name: jobName("reconnect"),
      payload,
      handler: async () => {
        runs += 1;
        if (runs > 1) return undefined;
        await pool().query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        return undefined;
      },
    });
    const isDone = () =>
      vi.waitFor(async () => expect(await count("true", job.name)).toBe(0), { timeout: 30_000 });
    const engine = await started([job]);
    await enqueueCommitted(job, {});
    const ended = engine.ended.then(
      () => "without an error",
      () => "with an error",
    );
    // The pool may still hand out a connection that is being cut; a process that starts anew has a pool of its own.
    const outcome = await Promise.race([ended, isDone().then(() => "not at all")]);
    expect(outcome).not.toBe("without an error");
    if (outcome === "with an error") await vi.waitFor(() => started([job]), { timeout: 30_000 });
    await isDone();
    await enqueueCommitted(job, {});
    await isDone();
    expect(runs).toBeGreaterThanOrEqual(2);
    expect(await workers()).toHaveLength(1);
  });

  it.each([true, false])(
    "takes over the jobs of a killed worker within seconds (other worker there already: %s)",
    async (isThere) => {
      let runs = 0;
      const job = defineJob({
        name: jobName("take-over"),
        payload,
        concurrency: { key: () => "one", limit: 1 },
        handler: async () => {
          runs += 1;
          return undefined;
        },
      });
      const child = spawn(
        process.execPath,
        ["--import", "tsx", "tests/support/hanging-worker.ts", job.name],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      onTestFinished(() => void child.kill("SIGKILL"));
      await enqueueCommitted(job, {});
      await once(child.stdout, "data");
      await enqueueCommitted(job, {});
      if (isThere) await started([job]);
      expect(await workers()).toHaveLength(isThere ? 2 : 1);
      child.kill("SIGKILL");
      await once(child, "exit");
      if (!isThere) await started([job]);
      await vi.waitFor(() => expect(runs).toBe(2), { timeout: 90_000 });
      expect(await workers()).toEqual([{ id: workerId(), running: expect.any(Number) }]);
    },
    180_000,
  );

  it("matches a schedule minute by minute", () => {
    const job = defineJob({
      name: jobName("tick"),
      payload,
      schedule: "17 * * * *",
      handler: async () => undefined,
    });
    const [schedule] = schedulesOf([job]);
    const at = { hour: 3, date: 20, month: 11, dow: 5 };
    expect([16, 17, 18].map((min) => schedule?.names({ ...at, min }))).toEqual([false, true, false]);
  });

  it("refuses a schedule that is not a cron expression", () => {
    const job = defineJob({
      name: jobName("drift"),
      payload,
      schedule: "now and then",
      handler: async () => undefined,
    });
    expect(() => schedulesOf([job])).toThrow();
  });
});
