import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { cronItems, startEmbeddedEngine } from "@/lib/jobs/embedded";
import { releaseDeadWorkers } from "@/lib/jobs/store";
import { pool } from "@/lib/platform/database";
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

describeJobGuarantees("embedded", async (jobs: Job[]): Promise<RunningEngine> => {
  const engine = await startEmbeddedEngine(jobs);
  return {
    addUnchecked: async (name, payload) => {
      await pool().query("SELECT graphile_worker.add_job($1, $2::json)", [name, JSON.stringify(payload)]);
    },
    hurry: async () => {
      await pool().query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL");
    },
    countGivenUp: (name) => count("NOT j.is_available AND j.locked_at IS NULL", name),
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

  it("lets a running job finish when it is stopped, and keeps what it did not take", async () => {
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

  it("runs what was added while no worker was there", async () => {
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

  it("leaves the jobs of living workers alone when it looks for dead ones", async () => {
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
    expect(await releaseDeadWorkers()).toEqual([]);
    expect(await count("j.locked_at IS NOT NULL", job.name)).toBe(1);
    mayEnd.open();
    await Promise.all([first.stop(), second.stop()]);
    expect(runs).toBe(1);
  });

  it("goes on after every connection to the database was cut, or ends with an error, and loses no job", async () => {
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
      vi.waitFor(async () => expect(await count("true", job.name)).toBe(0), { timeout: 10_000 });
    const engine = await started([job]);
    await enqueueCommitted(job, {});
    const ended = engine.ended.then(
      () => true,
      () => true,
    );
    // The pool may still hand out a connection that is being cut; a process that starts anew has a pool of its own.
    if (await Promise.race([ended, isDone().then(() => false)])) {
      await vi.waitFor(() => started([job]), { timeout: 10_000 });
    }
    await isDone();
    await enqueueCommitted(job, {});
    await isDone();
    expect(runs).toBeGreaterThanOrEqual(2);
    await vi.waitFor(
      async () => {
        const { rows } = await pool().query(
          `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
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
      expect(await releaseDeadWorkers()).toEqual([]);
      child.kill("SIGKILL");
      await once(child, "exit");
      if (isThere) {
        // What the engine itself does every few seconds.
        await vi.waitFor(async () => expect(await releaseDeadWorkers()).toHaveLength(1), { timeout: 10_000 });
      } else await started([job]);
      // An engine that starts before the database has noticed the death sweeps again in 15 s.
      await vi.waitFor(() => expect(runs).toBe(2), { timeout: 30_000 });
    },
    60_000,
  );

  it("matches a schedule minute by minute", () => {
    const job = defineJob({
      name: jobName("tick"),
      payload,
      schedule: "17 * * * *",
      handler: async () => undefined,
    });
    const [item] = cronItems([job]);
    const at = { hour: 3, date: 20, month: 11, dow: 5 };
    expect([16, 17, 18].map((min) => item?.match({ ...at, min }))).toEqual([false, true, false]);
  });

  it("refuses a schedule that is no cron expression", () => {
    const job = defineJob({
      name: jobName("drift"),
      payload,
      schedule: "now and then",
      handler: async () => undefined,
    });
    expect(() => cronItems([job])).toThrow();
  });
});
