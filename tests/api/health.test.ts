import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { call } from "@/tests/support/call";

const original = { ...process.env };
let silent: Server | undefined;

/** The routes as a process with these settings would load them. */
async function routesWith(settings: Record<string, string>) {
  const { closeDatabase } = await import("@/lib/platform/database");
  await closeDatabase();
  Object.assign(process.env, settings);
  vi.resetModules();
  // What counts the limits, and what a process holds once, outlive the modules.
  const kept = globalThis as { limitStore?: unknown; [state: symbol]: unknown };
  delete kept.limitStore;
  delete kept[Symbol.for("workspace-platform.process")];
  const [health, live, ready] = await Promise.all([
    import("@/app/api/v1/health/route"),
    import("@/app/api/v1/health/live/route"),
    import("@/app/api/v1/health/ready/route"),
  ]);
  return { health: health.GET, live: live.GET, ready: ready.GET };
}

const routeWith = async (settings: Record<string, string>) => (await routesWith(settings)).health;

async function sql(text: string, values: unknown[] = []): Promise<void> {
  const { pool } = await import("@/lib/platform/database");
  await pool().query(text, values);
}

async function workerBeat(agoS: number): Promise<void> {
  await sql(
    `INSERT INTO worker_heartbeat (worker_id, process_started_at, beat_at, running_jobs, backend_pid)
     VALUES (gen_random_uuid()::text, now() - interval '1 hour', now() - make_interval(secs => $1), 3, 1)`,
    [agoS],
  );
}

afterEach(async () => {
  await new Promise((resolve) => (silent ? silent.close(resolve) : resolve(null)));
  silent = undefined;
  process.env = { ...original };
  await routeWith({});
  await sql("DELETE FROM worker_heartbeat");
});

/** A server that accepts connections and never says a word, as a hanging database does. */
async function silentServer(): Promise<number> {
  const server = createServer();
  silent = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.on("connection", (socket) => {
    socket.on("error", () => {});
    setTimeout(() => socket.destroy(), 4_000).unref();
  });
  const address = server.address();
  return address && typeof address === "object" ? address.port : 0;
}

const PARTS = { jobs: "embedded", limits: "in_process", storage: "not_configured" };
const QUIET = {
  oldest_due_job_age_s: null,
  tracker_backlog: { hours: 0, oldest_age_s: null },
  connection_waits: { waiting: 0, longest_ms: 0 },
  limits_answer: true,
  storage_answers: null,
};

describe("GET /health", () => {
  it("tells anyone whether the service works and what its parts run on", async () => {
    const route = await routeWith({});
    await workerBeat(2);
    const answer = await call(route, "GET");
    expect(answer.status).toBe(200);
    const { workers, ...rest } = answer.json;
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(rest).toEqual({ status: "ok", version, database: "ok", ...PARTS, problems: [], ...QUIET });
    expect(workers).toEqual([
      { heartbeat_age_s: expect.any(Number), running_jobs: 3, started_at: expect.any(String) },
    ]);
    expect(workers[0].heartbeat_age_s).toBeGreaterThanOrEqual(2);
  });

  it("is degraded, but still answers 200, while no worker is alive", async () => {
    const route = await routeWith({});
    await workerBeat(600);
    const answer = await call(route, "GET");
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status: "degraded", problems: ["no_living_worker"] });
    expect(answer.json.workers[0].heartbeat_age_s).toBeGreaterThanOrEqual(600);
  });

  it("is degraded if a job has been overdue for long, whatever its priority, but not for one that is running or may wait", async () => {
    const route = await routeWith({});
    await workerBeat(0);
    const add = (agoS: number, priority: number) =>
      sql(
        "SELECT graphile_worker.add_job('a-job', '{}', run_at => now() - make_interval(secs => $1), priority => $2)",
        [agoS, priority],
      );
    await add(-3_600, -5);
    await add(10, 0);
    await add(9_000, 1);
    await sql(
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w' WHERE priority = 1",
    );
    const busy = await call(route, "GET");
    expect(busy.json).toMatchObject({ status: "ok", problems: [] });
    expect(busy.json.oldest_due_job_age_s).toBeGreaterThanOrEqual(10);
    expect(busy.json.oldest_due_job_age_s).toBeLessThan(300);
    await add(700, 7);
    const late = await call(await routeWith({}), "GET");
    expect(late.status).toBe(200);
    expect(late.json).toMatchObject({ status: "degraded", problems: ["jobs_overdue"] });
    expect(late.json.oldest_due_job_age_s).toBeGreaterThanOrEqual(700);
    await sql("DELETE FROM graphile_worker._private_jobs");
  });

  it("counts what the tracker has yet to derive, up to a limit, and says since when the oldest waits", async () => {
    const route = await routeWith({});
    await sql(
      `WITH d AS (INSERT INTO developer (id, name, email, email_verified, updated_at)
         VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', true, now()) RETURNING id)
       INSERT INTO tracker_dirty_bucket (developer_id, bucket, workspace_id, marked_at)
       SELECT d.id, now() - make_interval(mins => n * 15), gen_random_uuid(), now() - make_interval(secs => n)
       FROM d, generate_series(1, 40100) AS n`,
    );
    const { tracker_backlog: backlog } = (await call(route, "GET")).json;
    expect(backlog.hours).toBe(10_001);
    expect(backlog.oldest_age_s).toBeGreaterThanOrEqual(40_100);
    await sql("DELETE FROM developer WHERE email = 'ada@example.com'");
  });

  it("is degraded while the rate limiter's store or the object store does not answer", async () => {
    const port = await silentServer();
    const route = await routeWith({
      REDIS_URL: `redis://127.0.0.1:${port}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "bucket",
      S3_ACCESS_KEY_ID: "key-id",
      S3_SECRET_ACCESS_KEY: "access-key",
    });
    await workerBeat(0);
    const answer = await call(route, "GET");
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: "degraded",
      problems: ["limit_store_unreachable", "storage_unreachable"],
      limits_answer: false,
      storage_answers: false,
    });
  });

  it("is degraded while requests wait long for connections, and for a minute or two afterwards", async () => {
    const route = await routeWith({ DATABASE_POOL_MAX: "2" });
    await workerBeat(0);
    const { pool } = await import("@/lib/platform/database");
    const held = [await pool().connect(), await pool().connect()];
    vi.useFakeTimers({ toFake: ["performance"] });
    const third = pool().connect();
    vi.advanceTimersByTime(6_000);
    for (const client of held) client.release();
    (await third).release();
    const answer = await call(route, "GET");
    expect(answer.json).toMatchObject({
      status: "degraded",
      problems: ["connections_awaited"],
      connection_waits: { waiting: 0, longest_ms: 6_000 },
    });
    vi.advanceTimersByTime(120_000);
    const later = await call(route, "GET");
    expect(later.json).toMatchObject({ status: "ok", problems: [] });
    vi.useRealTimers();
  });

  it("is degraded for a minute or two after bodies were given up to keep memory free, whoever sent them", async () => {
    const route = await routeWith({});
    await workerBeat(0);
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(10_000);
    expect((await call(route, "GET")).json).toMatchObject({ status: "ok", problems: [] });
    const { chunksOf } = await import("@/lib/http/arriving-bodies");
    const { ARRIVING_BYTES_MAX } = await import("@/lib/http/limits");
    const part = new Uint8Array(ARRIVING_BYTES_MAX / 8);
    const arriving = Array.from({ length: 9 }, (_, index) => {
      const headers = new Headers({ "x-forwarded-for": `192.0.2.${index}` });
      return chunksOf({ body: [part, part], headers } as unknown as Request);
    });
    for (const each of arriving) await each.next();
    for (const each of arriving) await each.return(undefined);
    vi.advanceTimersByTime(10_000);
    expect((await call(route, "GET")).json).toMatchObject({
      status: "degraded",
      problems: ["bodies_given_up"],
    });
    vi.advanceTimersByTime(120_000);
    expect((await call(route, "GET")).json).toMatchObject({ status: "ok", problems: [] });
    vi.useRealTimers();
  });

  it("is degraded while several processes count rate limits separately", async () => {
    const route = await routeWith({});
    await workerBeat(0);
    await sql(
      `INSERT INTO limit_counter (process_id, started_at, counted_at)
       SELECT gen_random_uuid(), now() - make_interval(mins => n), now() FROM generate_series(1, 2) AS n`,
    );
    const answer = await call(route, "GET");
    await sql("DELETE FROM limit_counter");
    expect(answer.json).toMatchObject({ status: "degraded", problems: ["limits_counted_apart"] });
  });

  it("works, and so does readiness, while all database connections are in use", async () => {
    const { health, ready } = await routesWith({ DATABASE_POOL_MAX: "2" });
    const { pool } = await import("@/lib/platform/database");
    const taken = await Promise.all([pool().connect(), pool().connect()]);
    await taken[0]?.query(
      `INSERT INTO worker_heartbeat (worker_id, process_started_at, beat_at, running_jobs, backend_pid)
       VALUES ('w', now(), now(), 0, 1)`,
    );
    const [answer, readiness] = await Promise.all([call(health, "GET"), call(ready, "GET")]);
    for (const client of taken) client.release();
    expect([answer.status, readiness.status]).toEqual([200, 200]);
    expect(answer.json).toMatchObject({ status: "ok", problems: [] });
  });

  it("costs no more for a flood of callers than for one", async () => {
    const route = await routeWith({});
    const query = vi.spyOn(pg.Pool.prototype, "query");
    onTestFinished(() => query.mockRestore());
    await call(route, "GET");
    const forOne = query.mock.calls.length;
    expect(forOne).toBeGreaterThan(0);
    const fresh = await routeWith({});
    query.mockClear();
    const answers = await Promise.all(Array.from({ length: 200 }, () => call(fresh, "GET")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(query.mock.calls.length).toBe(forOne);
  });

  it("names the configured parts, and none of their secrets", async () => {
    const route = await routeWith({
      INNGEST_EVENT_KEY: "event-key",
      INNGEST_SIGNING_KEY: "signing-key",
      UPSTASH_REDIS_REST_URL: "https://counters.example",
      UPSTASH_REDIS_REST_TOKEN: "rest-token",
      S3_ENDPOINT: "https://s3.example",
      S3_BUCKET: "bucket",
      S3_ACCESS_KEY_ID: "key-id",
      S3_SECRET_ACCESS_KEY: "access-key",
    });
    const answer = await call(route, "GET");
    expect(answer.json).toMatchObject({ jobs: "inngest", limits: "upstash", storage: "configured" });
    expect(answer.text).not.toMatch(/key|token|example|bucket/);
  });

  it("answers 503 with the same parts if nothing listens at the database's address", async () => {
    const port = await silentServer();
    await new Promise((resolve) => silent?.close(resolve));
    const answer = await call(
      await routeWith({ DATABASE_URL: `postgresql://u:p@127.0.0.1:${port}/x` }),
      "GET",
    );
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({
      status: "unavailable",
      detail: "The database can't be reached.",
      database: "unreachable",
      ...PARTS,
    });
  });

  it("answers 503 within 3 s if the database hangs, even to many callers at once", async () => {
    const port = await silentServer();
    const route = await routeWith({ DATABASE_URL: `postgresql://u:p@127.0.0.1:${port}/x` });
    const answers = Promise.all(Array.from({ length: 20 }, () => call(route, "GET")));
    // Before a timer that starts now, however busy the machine is.
    const first = await Promise.race([answers, sleep(3_000, [], { ref: false })]);
    expect(first.map(({ status }) => status)).toEqual(Array(20).fill(503));
  });
});

describe("GET /health/live", () => {
  it("answers even if the database is gone", async () => {
    const { live } = await routesWith({ DATABASE_URL: "postgresql://u:p@127.0.0.1:1/x" });
    const answer = await call(live, "GET");
    expect([answer.status, answer.json]).toEqual([200, { status: "ok" }]);
  });
});

describe("GET /health/ready", () => {
  it("fails as soon as the process is told to stop, whatever it answered a moment before", async () => {
    const { ready } = await routesWith({});
    const { frontDoor } = await import("@/lib/platform/front-door");
    expect((await call(ready, "GET")).status).toBe(200);
    frontDoor().isStopping = true;
    const answer = await call(ready, "GET");
    frontDoor().isStopping = false;
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({ status: "not_ready", detail: "This process is about to stop." });
  });

  const READY = { status: "ready", database: "ok", migrations: "applied", identity_provider: "not_used" };

  it("answers 200 on a database with every migration", async () => {
    const answer = await call((await routesWith({})).ready, "GET");
    expect([answer.status, answer.json]).toEqual([200, READY]);
  });

  it.each([
    ["is missing", "DELETE FROM _prisma_migrations WHERE migration_name = $1"],
    ["was left in the middle", "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1"],
    ["was rolled back", "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1"],
  ])("answers 503 while a migration %s", async (_, statement) => {
    const { ready } = await routesWith({});
    await sql("CREATE TABLE kept AS SELECT * FROM _prisma_migrations");
    await sql(statement, ["20261120151112_roles_teams_tasks_repositories_invites_and_plans"]);
    const answer = await call(ready, "GET");
    await sql("DELETE FROM _prisma_migrations");
    await sql("INSERT INTO _prisma_migrations SELECT * FROM kept");
    await sql("DROP TABLE kept");
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({
      status: "not_ready",
      detail: "Migrations of this version are not applied yet. Run: npm run db:deploy",
      database: "ok",
      migrations: "pending",
      identity_provider: "not_used",
    });
  });

  it("keeps working if a newer version has migrated the database further", async () => {
    const { ready } = await routesWith({});
    await sql(
      `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
       VALUES ('newer', '29991231000000_of_the_next_version', 'x', now(), 1)`,
    );
    const answer = await call(ready, "GET");
    await sql("DELETE FROM _prisma_migrations WHERE id = 'newer'");
    expect(answer.status).toBe(200);
  });

  it("waits for the built-in identity provider if that replaces another, and never for external providers", async () => {
    const port = await silentServer();
    await new Promise((resolve) => silent?.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    const { ready } = await routesWith({ LOCAL_IDENTITY_URL: url });
    const before = await call(ready, "GET");
    expect(before.status).toBe(503);
    expect(before.json).toMatchObject({
      status: "not_ready",
      database: "ok",
      identity_provider: "unreachable",
    });
    expect(before.json.detail).toBe("The built-in identity provider does not answer yet.");
    const provider = createHttpServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => provider.listen(port, "127.0.0.1", resolve));
    await expect
      .poll(async () => (await call(ready, "GET")).json, { timeout: 10_000 })
      .toEqual({ ...READY, identity_provider: "ok" });
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
    const registered = Object.fromEntries(
      ["CODE_HOST", "SUITE_A", "SUITE_B"].flatMap((name) => [
        [`${name}_CLIENT_ID`, "id"],
        [`${name}_CLIENT_SECRET`, "secret"],
      ]),
    );
    const others = await routesWith({ ...registered, LOCAL_IDENTITY_URL: url, SUITE_A_ISSUER: url });
    expect((await call(others.ready, "GET")).json).toEqual(READY);
  });

  it("answers 503 if the database is gone, without revealing its address", async () => {
    const { ready } = await routesWith({ DATABASE_URL: "postgresql://user:password@127.0.0.1:1/x" });
    const answer = await call(ready, "GET");
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ database: "unreachable", migrations: "unknown" });
    expect(answer.text).not.toMatch(/127\.0\.0\.1|password|user/);
  });
});
