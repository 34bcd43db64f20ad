import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { sweepLanes } from "@/lib/jobs/lanes";
import { pool } from "@/lib/platform/database";
import { enqueueCommitted, gate, jobName } from "@/tests/support/job-guarantees";

/* Jobs of one concurrency key take turns, over all workers, and wait for nobody else's. */

const WAIT = { timeout: 30_000, interval: 25 };
const Payload = z.object({ key: z.string() });
type Payload = z.output<typeof Payload>;

async function started(jobs: readonly Job[]): Promise<void> {
  const engine = await startEmbeddedEngine(jobs);
  onTestFinished(engine.stop);
}

/** A job whose runs with the key `held` go on until they may end. */
function holding() {
  const mayEnd = gate();
  onTestFinished(() => mayEnd.open());
  const begun: string[] = [];
  const job = defineJob<Payload>({
    name: jobName("hold"),
    payload: Payload,
    concurrency: { key: ({ key }) => key, limit: 1 },
    handler: async ({ key }) => {
      begun.push(key);
      if (key === "held") await mayEnd.opened;
      return undefined;
    },
  });
  return { job, begun, mayEnd };
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
}

describe("lanes", () => {
  it("are separate for each key: a busy one blocks none of 200 others", async () => {
    const { job, begun, mayEnd } = holding();
    await started([job] as unknown as Job[]);
    await enqueueCommitted(job, { key: "held" });
    await vi.waitFor(() => expect(begun).toEqual(["held"]), WAIT);
    const others = Array.from({ length: 200 }, (_, n) => `other ${n}`);
    for (const key of others) await enqueueCommitted(job, { key });
    await vi.waitFor(() => expect(new Set(begun)).toEqual(new Set(["held", ...others])), WAIT);
    mayEnd.open();
    await vi.waitFor(async () => expect(await rowsOf("job_lane")).toBe(0), WAIT);
    expect(await rowsOf("graphile_worker._private_job_queues")).toBe(0);
  }, 90_000);

  it("apply across workers, and let jobs of free lanes overtake waiting ones", async () => {
    let [active, most, done] = [0, 0, 0];
    const begun: string[] = [];
    const job = defineJob<Payload>({
      name: jobName("take-turns"),
      payload: Payload,
      concurrency: { key: ({ key }) => key, limit: 1 },
      handler: async ({ key }) => {
        begun.push(key);
        if (key !== "one") return undefined;
        active += 1;
        most = Math.max(most, active);
        await new Promise((resolve) => setTimeout(resolve, 60));
        active -= 1;
        done += 1;
        return undefined;
      },
    });
    for (let i = 0; i < 30; i++) await enqueueCommitted(job, { key: "one" });
    await enqueueCommitted(job, { key: "other" });
    for (let i = 0; i < 3; i++) await started([job] as unknown as Job[]);
    await vi.waitFor(() => expect(begun).toContain("other"), WAIT);
    expect(done).toBeLessThan(30);
    await vi.waitFor(() => expect(done).toBe(30), WAIT);
    expect(most).toBe(1);
  }, 90_000);

  it("are freed if the worker that had them is dead, or forgot to release them", async () => {
    const { job, begun } = holding();
    await pool().query(
      `INSERT INTO worker_heartbeat (worker_id, process_started_at, beat_at, running_jobs, backend_pid)
       VALUES ('gone', now(), now(), 0, 0)`,
    );
    const take = (key: string, workerId: string) =>
      pool().query("INSERT INTO job_lane (lane, worker_id) VALUES ($1, $2)", [
        `lane:${job.name}:${key}`,
        workerId,
      ]);
    await take("dead", "gone");
    await started([job] as unknown as Job[]);
    const { rows } = await pool().query<{ id: string }>(
      "SELECT worker_id AS id FROM worker_heartbeat WHERE worker_id <> 'gone'",
    );
    await take("left", rows[0]?.id ?? "");
    await enqueueCommitted(job, { key: "dead" });
    await enqueueCommitted(job, { key: "left" });
    await enqueueCommitted(job, { key: "free" });
    await vi.waitFor(() => expect(begun).toEqual(["free"]), WAIT);
    await pool().query("DELETE FROM worker_heartbeat WHERE worker_id = 'gone'");
    await vi.waitFor(() => expect(begun).toEqual(["free", "dead"]), WAIT);
    await sweepLanes(pool(), rows[0]?.id ?? "");
    await vi.waitFor(() => expect(begun).toEqual(["free", "dead", "left"]), WAIT);
  }, 90_000);
});
