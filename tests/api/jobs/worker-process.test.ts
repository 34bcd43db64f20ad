import { type ChildProcess, spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { pool } from "@/lib/platform/database";
import { freePort } from "@/tests/support/service";

const WAIT = { timeout: 120_000 };

describe("the worker process", () => {
  function started(databaseUrl = process.env.DATABASE_URL ?? "") {
    const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "lib/server/worker.ts"], {
      env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "info", PROCESS_NAME: "worker" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const printed = (text: string) => vi.waitFor(() => expect(output).toContain(text), WAIT);
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, code, printed };
  }

  const heartbeats = async () => (await pool().query("SELECT 1 FROM worker_heartbeat")).rowCount;

  it("ends with an error if it could not record that a job is done, so that it is restarted", async () => {
    await pool().query(`
      CREATE SEQUENCE refused;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('refused') = 1 THEN RAISE 'refused'; END IF;
          RETURN OLD;
        END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs
        FOR EACH ROW WHEN (OLD.key = 'refused') EXECUTE FUNCTION refuse()`);
    const worker = started();
    await worker.printed("worker ready");
    await pool().query("SELECT graphile_worker.add_job('jobs.sweep-outbox', '{}', job_key := 'refused')");
    expect(await worker.code).toBe(1);
    expect(await heartbeats()).toBe(0);

    const next = started();
    await next.printed("worker ready");
    await vi.waitFor(async () => {
      const { rows } = await pool().query(
        "SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'refused'",
      );
      expect(rows).toEqual([]);
    }, WAIT);
    next.child.kill("SIGTERM");
    expect(await next.code).toBe(0);
    expect(await heartbeats()).toBe(0);
  }, 300_000);

  it("waits for migrations that are not applied yet", async () => {
    const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
    await pool().query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last}`);
    onTestFinished(async () => {
      await pool().query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
    });
    const worker = started();
    await worker.printed("the worker waits for migrations: npm run start:migrate applies them");
    await pool().query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
    await worker.printed("worker ready");
    worker.child.kill("SIGTERM");
    expect(await worker.code).toBe(0);
  }, 120_000);

  it("waits for a database that can't be reached at startup", async () => {
    const url = new URL(process.env.DATABASE_URL ?? "");
    const real = { host: url.hostname, port: Number(url.port) };
    const port = await freePort();
    url.hostname = "127.0.0.1";
    url.port = String(port);
    // Not by its socket.
    url.search = "";
    const worker = started(url.href);
    await worker.printed("waits for the database");
    const door = createServer((from) => {
      const to = connect(real);
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        one.pipe(other);
        one.on("error", () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
    onTestFinished(() => void door.close());
    await worker.printed("worker ready");
    worker.child.kill("SIGTERM");
    expect(await worker.code).toBe(0);
  }, 300_000);
});
