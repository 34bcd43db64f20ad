import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { dispatchingEnqueued } from "@/lib/jobs/dispatch";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";

/** An engine at work on some jobs, with what a test must be able to see and do from outside. */
export type RunningEngine = {
  /** Adds a job past all checks, as older code might have. */
  addUnchecked(name: string, payload: object): Promise<void>;
  /** Makes retries and comebacks due at once, where the engine would wait long. */
  hurry(): Promise<void>;
  /** How many jobs with this name were given up. */
  countGivenUp(name: string): Promise<number>;
  /** Names of the jobs that the engine will add by schedule. */
  scheduled(): Promise<string[]>;
  stop(): Promise<void>;
};

const Payload = z.object({ key: z.string() });
type Payload = z.output<typeof Payload>;

const WAIT = { timeout: 15_000, interval: 25 };

let jobCount = 0;
/** A name of its own for each test, because all tests of a file share one database. */
export function jobName(verb: string): string {
  jobCount += 1;
  return `test.${verb}-${jobCount}`;
}

/** A promise and the means to keep it. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Enqueues as a request does: in a transaction, and sent on once it is over. */
export function enqueueCommitted<P>(job: Job<P>, payload: P): Promise<void> {
  return dispatchingEnqueued(() => transaction((tx) => enqueue(tx, job, payload, new Date())));
}

/** What the catalogue promises, whichever engine runs it. `start` begins to run the given jobs. */
export function describeJobGuarantees(engine: string, start: (jobs: Job[]) => Promise<RunningEngine>): void {
  async function withEngine(jobs: Job[], use: (running: RunningEngine) => Promise<void>): Promise<void> {
    const running = await start(jobs);
    try {
      await use(running);
    } finally {
      await running.stop();
    }
  }

  /** A job that notes each run. */
  function noting(verb: string, extra: Partial<Job<Payload>> = {}) {
    const runs: Payload[] = [];
    const job = defineJob<Payload>({
      name: jobName(verb),
      payload: Payload,
      handler: async (payload) => {
        runs.push(payload);
        return undefined;
      },
      ...extra,
    });
    return { job, runs };
  }

  describe(`jobs on the ${engine} engine`, () => {
    it("run with their payload once the transaction that added them has committed", async () => {
      const { job, runs } = noting("run");
      await withEngine([job], async () => {
        await enqueueCommitted(job, { key: "a" });
        await vi.waitFor(() => expect(runs).toEqual([{ key: "a" }]), WAIT);
      });
    });

    it("never run when the transaction that added them is rolled back", async () => {
      const [{ job, runs }, later] = [noting("roll-back"), noting("commit")];
      await withEngine([job, later.job], async () => {
        const rolledBack = dispatchingEnqueued(() =>
          transaction(async (tx) => {
            await enqueue(tx, job, { key: "a" }, new Date());
            throw new Error("changed my mind");
          }),
        );
        await expect(rolledBack).rejects.toThrow("changed my mind");
        await enqueueCommitted(later.job, { key: "b" });
        await vi.waitFor(() => expect(later.runs).toHaveLength(1), WAIT);
        expect(runs).toEqual([]);
      });
    });

    it("are one run while they wait under one dedupe key, and another run afterwards", async () => {
      const { job, runs } = noting("dedupe", { dedupeKey: ({ key }) => key, delayMs: 1_000 });
      await withEngine([job], async () => {
        for (let i = 0; i < 5; i++) await enqueueCommitted(job, { key: "a" });
        await enqueueCommitted(job, { key: "b" });
        await vi.waitFor(() => expect(runs).toHaveLength(2), WAIT);
        await enqueueCommitted(job, { key: "a" });
        await vi.waitFor(() => expect(runs).toHaveLength(3), WAIT);
        expect(runs.map(({ key }) => key).sort()).toEqual(["a", "a", "b"]);
      });
    });

    it("run again for what came in while they ran under the same key", async () => {
      const [begun, mayEnd] = [gate(), gate()];
      let runs = 0;
      const { job } = noting("come-in-late", {
        dedupeKey: ({ key }) => key,
        handler: async () => {
          runs += 1;
          begun.open();
          await mayEnd.opened;
          return undefined;
        },
      });
      await withEngine([job], async () => {
        await enqueueCommitted(job, { key: "a" });
        await begun.opened;
        await enqueueCommitted(job, { key: "a" });
        mayEnd.open();
        await vi.waitFor(() => expect(runs).toBe(2), WAIT);
      });
    });

    it("do not start before a transaction that joined them while they waited has ended", async () => {
      const [joined, mayCommit] = [gate(), gate()];
      const [{ job, runs }, other] = [noting("join", { dedupeKey: ({ key }) => key }), noting("pass-by")];
      await transaction((tx) => enqueue(tx, job, { key: "a" }, new Date()));
      const joining = dispatchingEnqueued(() =>
        transaction(async (tx) => {
          await enqueue(tx, job, { key: "a" }, new Date());
          joined.open();
          await mayCommit.opened;
        }),
      );
      await joined.opened;
      await withEngine([job, other.job], async () => {
        await enqueueCommitted(other.job, { key: "b" });
        await vi.waitFor(() => expect(other.runs).toHaveLength(1), WAIT);
        expect(runs).toEqual([]);
        mayCommit.open();
        await joining;
        await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
      });
    });

    it("of one concurrency key never overlap", async () => {
      let [active, most, done] = [0, 0, 0];
      const { job } = noting("take-turns", {
        concurrency: { key: ({ key }) => key, limit: 1 },
        handler: async () => {
          active += 1;
          most = Math.max(most, active);
          await new Promise((resolve) => setTimeout(resolve, 30));
          active -= 1;
          done += 1;
          return undefined;
        },
      });
      await withEngine([job], async () => {
        await Promise.all(Array.from({ length: 6 }, () => enqueueCommitted(job, { key: "a" })));
        await vi.waitFor(() => expect(done).toBe(6), WAIT);
        expect(most).toBe(1);
      });
    });

    it("of two concurrency keys do overlap", async () => {
      const gates: Record<string, ReturnType<typeof gate>> = { a: gate(), b: gate() };
      let done = 0;
      const { job } = noting("meet", {
        concurrency: { key: ({ key }) => key, limit: 1 },
        handler: async ({ key }) => {
          gates[key]?.open();
          // Ends only if the other runs at the same time.
          await Promise.all(Object.values(gates).map(({ opened }) => opened));
          done += 1;
          return undefined;
        },
      });
      await withEngine([job], async () => {
        await enqueueCommitted(job, { key: "a" });
        await enqueueCommitted(job, { key: "b" });
        await vi.waitFor(() => expect(done).toBe(2), WAIT);
      });
    });

    it("that fail are tried again, and given up after their last attempt", async () => {
      let attempts = 0;
      const { job } = noting("fail", {
        attemptsMax: 3,
        handler: async () => {
          attempts += 1;
          throw new Error("still broken");
        },
      });
      await withEngine([job], async (running) => {
        await enqueueCommitted(job, { key: "a" });
        await vi.waitFor(async () => {
          await running.hurry();
          expect(await running.countGivenUp(job.name)).toBe(1);
        }, WAIT);
        expect(attempts).toBe(3);
      });
    });

    it("that fail once and then succeed are done", async () => {
      let attempts = 0;
      const { job } = noting("recover", {
        handler: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error("not yet");
          return undefined;
        },
      });
      await withEngine([job], async (running) => {
        await enqueueCommitted(job, { key: "a" });
        await vi.waitFor(async () => {
          await running.hurry();
          expect(attempts).toBe(2);
        }, WAIT);
        expect(await running.countGivenUp(job.name)).toBe(0);
      });
    });

    it("with a payload that is no longer valid are given up at once, without being run", async () => {
      const { job, runs } = noting("refuse");
      await withEngine([job], async (running) => {
        await running.addUnchecked(job.name, { key: 7 });
        await vi.waitFor(async () => expect(await running.countGivenUp(job.name)).toBe(1), WAIT);
        expect(runs).toEqual([]);
      });
    });

    it("that want to come back are run again with the same payload, not before the time they said", async () => {
      const runs: { key: string; at: Date }[] = [];
      let againAt = new Date(Number.NaN);
      const { job } = noting("come-back", {
        handler: async ({ key }, { now }) => {
          runs.push({ key, at: now });
          if (runs.length > 1) return undefined;
          againAt = new Date(now.getTime() + 400);
          return { againAt };
        },
      });
      await withEngine([job], async () => {
        await enqueueCommitted(job, { key: "a" });
        await vi.waitFor(() => expect(runs).toHaveLength(2), WAIT);
        expect(runs.map(({ key }) => key)).toEqual(["a", "a"]);
        expect(runs[1]?.at.getTime()).toBeGreaterThanOrEqual(againAt.getTime());
      });
    });

    it("with a schedule are registered under it", async () => {
      const { job } = noting("keep-time", { schedule: "*/5 * * * *" });
      const { job: unscheduled } = noting("keep-no-time");
      await withEngine([job, unscheduled], async (running) => {
        await vi.waitFor(async () => expect(await running.scheduled()).toContain(job.name), WAIT);
        expect(await running.scheduled()).not.toContain(unscheduled.name);
      });
    });

    it("refuse a payload that is not theirs when they are added", async () => {
      const { job } = noting("check");
      const wrong = { key: 7 } as unknown as Payload;
      await expect(enqueueCommitted(job, wrong)).rejects.toThrow(z.ZodError);
    });
  });
}
