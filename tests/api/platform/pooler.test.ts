import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { pipeline } from "node:stream";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { workerId } from "@/lib/jobs/heartbeat";
import { closeDatabase, db, Prisma, runPrepared, transaction } from "@/lib/platform/database";
import { requireDirectConnection } from "@/lib/platform/pooler";
import { enqueueCommitted, gate } from "@/tests/support/job-guarantees";
import { startPgBouncer } from "@/tests/support/pgbouncer";

/* The service's connections go through PgBouncer in transaction mode; those of the job engine go past it. */

const direct = process.env.DATABASE_URL ?? "";
const pooler = await startPgBouncer(direct, { mode: "transaction", size: 3 });
process.env.DATABASE_URL = pooler.url;
process.env.DIRECT_DATABASE_URL = direct;
afterAll(async () => {
  await closeDatabase();
  await pooler.stop();
});

it("behind a pooler, statements prepared elsewhere, queries and transactions are all answered", async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const prepared = numbers.map((n) => runPrepared("test-pooler", Prisma.sql`SELECT ${n}::int AS n`));
  const plain = numbers.map((n) => db().$queryRaw`SELECT ${n}::int AS n`);
  const inTransactions = numbers.map((n) => transaction((tx) => tx.$queryRaw`SELECT ${n}::int AS n`));
  const expected = numbers.map((n) => [{ n }]);
  expect(await Promise.all(prepared)).toEqual(expected);
  expect(await Promise.all(plain)).toEqual(expected);
  expect(await Promise.all(inTransactions)).toEqual(expected);
}, 60_000);

it("behind a pooler, time limits apply in transactions, and remain on none of the shared connections", async () => {
  const limit = Prisma.sql`SELECT current_setting('statement_timeout') AS statement`;
  expect(await transaction((tx) => tx.$queryRaw(limit))).toEqual([{ statement: "1min" }]);
  expect(await db().$queryRaw(limit)).toEqual([{ statement: "0" }]);
});

it("behind a pooler, jobs run, and their worker counts as alive", async () => {
  const done = gate();
  const job = defineJob({
    name: "test.pooled",
    payload: z.object({}),
    handler: async () => {
      await transaction((tx) => tx.$queryRaw`SELECT 1`);
      done.open();
      return undefined;
    },
  });
  const engine = await startEmbeddedEngine([job]);
  await enqueueCommitted(job, {});
  await Promise.race([done.opened, engine.ended]);
  const seen = await db().$queryRaw`SELECT worker_id, EXISTS (
    SELECT FROM pg_stat_activity WHERE pid = backend_pid) AS connected FROM worker_heartbeat`;
  expect(seen).toEqual([{ worker_id: workerId(), connected: true }]);
  await engine.stop();
  await engine.ended;
}, 60_000);

it("a pooler in transaction mode is refused where a direct connection is needed, in one line", async () => {
  await expect(requireDirectConnection(pooler.url, "DATABASE_URL")).rejects.toThrow(
    /^DATABASE_URL leads to a pooler in transaction mode\. Set DIRECT_DATABASE_URL to .+\.$/,
  );
  await requireDirectConnection(direct, "DATABASE_URL");
});

it("a pooler in transaction mode is recognised while another client leaves a connection that it hands out first", async () => {
  const busy = await startPgBouncer(direct, { mode: "transaction", size: 6 });
  const neighbour = new pg.Client(busy.url);
  const { hostname, port } = new URL(busy.url);
  let connections = 0;
  const path = createServer(async (socket) => {
    connections++;
    if (connections === 2) await neighbour.query("COMMIT");
    // Clients and the pooler may leave without a word.
    pipeline(socket, connect(Number(port), hostname), socket, () => {});
  }).listen(0, "127.0.0.1");
  await once(path, "listening");
  try {
    await neighbour.connect();
    await neighbour.query("BEGIN");
    const url = new URL(busy.url);
    url.port = String((path.address() as AddressInfo).port);
    await expect(requireDirectConnection(url.href, "DATABASE_URL")).rejects.toThrow(
      /pooler in transaction mode/,
    );
  } finally {
    await neighbour.end();
    path.close();
    await busy.stop();
  }
});

it("a pooler in session mode is accepted", async () => {
  const session = await startPgBouncer(direct, { mode: "session", size: 10 });
  try {
    await requireDirectConnection(session.url, "DATABASE_URL");
  } finally {
    await session.stop();
  }
});
