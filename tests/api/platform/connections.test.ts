import os from "node:os";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { openPool, WaitCount } from "@/lib/platform/connections";
import { connectionWaits, db, transaction } from "@/lib/platform/database";
import { enqueueCommitted, gate } from "@/tests/support/job-guarantees";

/* Many more ask for connections than there are. The settings are read once, on first use. */

process.env.DATABASE_POOL_MAX = "3";
const TRANSACTIONS_AT_ONCE = 2;

const warnings: string[] = [];
const noteWarning = (warning: Error) => void warnings.push(warning.message);
process.on("warning", noteWarning);
afterAll(() => {
  process.off("warning", noteWarning);
});

it("transactions wait for their turn, and waiting doesn't count towards their time limit", async () => {
  const before = connectionWaits();
  let [active, most] = [0, 0];
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      transaction(async (tx) => {
        active += 1;
        most = Math.max(most, active);
        await tx.$queryRaw`SELECT pg_sleep(0.4)::text`;
        active -= 1;
        return n;
      }, 10_000),
    ),
  );
  expect(results).toEqual(Array.from({ length: 60 }, (_, n) => n));
  expect(most).toBe(TRANSACTIONS_AT_ONCE);
  const after = connectionWaits();
  expect(after.waits - before.waits).toBeGreaterThanOrEqual(58);
  // Longer than a transaction may take, and than it once might wait.
  expect(after.longestMs).toBeGreaterThan(10_000);
  expect(after.waiting).toBe(0);
}, 120_000);

it("a transaction always gets the extra connection that it needs", async () => {
  await Promise.all(
    Array.from({ length: 30 }, () =>
      transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        await db().$queryRaw`SELECT 1`;
        await transaction((inner) => inner.$queryRaw`SELECT 1`);
      }),
    ),
  );
}, 120_000);

it("single statements are answered while the maximum of transactions is running", async () => {
  const mayEnd = gate();
  const begun = Array.from({ length: 5 }, () => gate());
  const held = begun.map(({ open }) =>
    transaction(async () => {
      open();
      await mayEnd.opened;
    }),
  );
  await Promise.race([
    Promise.all(begun.slice(0, TRANSACTIONS_AT_ONCE).map(({ opened }) => opened)),
    ...held,
  ]);
  expect(await db().$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  mayEnd.open();
  await Promise.all(held);
});

it("simultaneous statements of one transaction run one after the other", async () => {
  const answers = await transaction((tx) =>
    Promise.all([1, 2, 3, 4].map((n) => tx.$queryRaw`SELECT ${n}::int AS n`)),
  );
  expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]);
  const failing = transaction((tx) =>
    Promise.all([tx.$queryRaw`SELECT 1 / 0 AS n`, tx.$queryRaw`SELECT 1 AS n`]),
  );
  await expect(failing).rejects.toThrow("division by zero");
  expect(await db().$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

it("relations that Prisma reads together in one transaction are read one after the other, as `pg` requires", async () => {
  const include = { members: true, projects: true, teams: true, invites: true };
  const found = await transaction(async (tx) => {
    await tx.workspace.create({ data: { name: "Acme", slug: "acme" } });
    return tx.workspace.findMany({ include });
  });
  expect(found).toMatchObject([{ slug: "acme", members: [], projects: [], teams: [], invites: [] }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings.filter((text) => text.includes("already executing"))).toEqual([]);
});

it("statements, locks and idle transactions have time limits", async () => {
  const limits = await db().$queryRaw`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
  expect(limits).toEqual([{ statement: "1min", lock: "30s", idle: "1min" }]);
});

it("jobs that mostly wait for others all run at once on few connections, and none fails for lack of one", async () => {
  let [done, failures] = [0, 0];
  const finished = gate();
  const job = defineJob({
    name: "test.crowd",
    payload: z.object({ n: z.number() }),
    waitsForOthers: true,
    handler: async () => {
      try {
        await transaction((tx) => tx.$queryRaw`SELECT pg_sleep(0.4)::text`);
        await db().$queryRaw`SELECT 1`;
        done += 1;
      } catch {
        failures += 1;
      }
      if (done + failures === 64) finished.open();
      return undefined;
    },
  });
  for (let n = 0; n < 64; n++) await enqueueCommitted(job, { n });
  const engine = await startEmbeddedEngine([job]);
  await Promise.race([finished.opened, engine.ended]);
  await engine.stop();
  await engine.ended;
  expect({ done, failures }).toEqual({ done: 64, failures: 0 });
}, 180_000);

it("the embedded database serves the worker after others, and everyone else as before", async () => {
  const none = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  for (const [given, seen] of [
    ["4", 4],
    ["", 0],
  ] as const) {
    process.env.BACKEND_NICENESS = given;
    const pool = openPool(process.env.DATABASE_URL ?? "", 1, none, new WaitCount());
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    expect(os.getPriority(rows[0]?.pid)).toBe(seen);
    await pool.end();
  }
});
