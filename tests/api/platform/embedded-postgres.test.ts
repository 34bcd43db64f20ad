import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedServer, startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { isAlive } from "@/tests/support/service";

let dataDir: string;
let server: EmbeddedServer | undefined;

async function start(port?: number): Promise<EmbeddedServer> {
  server = await startEmbeddedPostgres(dataDir, port);
  return server;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const lockFile = () => path.join(dataDir, "postgres", "postmaster.pid");

async function postmasterPid(): Promise<number> {
  return Number((await readFile(lockFile(), "utf8")).split("\n")[0]);
}

async function killServer(): Promise<void> {
  const pid = await postmasterPid();
  process.kill(pid, "SIGKILL");
  // A process that is gone can't be signalled.
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 10 }).toBe(false);
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "wps-embedded-"));
});

afterEach(async () => {
  await server?.stop().catch(() => {});
  server = undefined;
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe("startEmbeddedPostgres", () => {
  it("leaves no server behind if it is cancelled while the server starts", async () => {
    await (await start()).stop();
    const given = new AbortController();
    const starting = startEmbeddedPostgres(dataDir, undefined, { waitS: 3_600, signal: given.signal });
    await expect
      .poll(() => postmasterPid().catch(() => 0), { timeout: 20_000, interval: 1 })
      .toBeGreaterThan(0);
    const pid = await postmasterPid();
    given.abort();
    // It may have come up in this moment.
    await starting.then(
      (late) => late.stop().catch(() => {}),
      (error: Error) => expect(error.message).toContain("did not start"),
    );
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });

  it("keeps its data when stopped and started", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE IF NOT EXISTS kept (n int); INSERT INTO kept VALUES (1)");
    const [before] = await query<{ n: string }>(first.url, "SELECT count(*) AS n FROM kept");
    await first.stop();
    const second = await start();
    expect(second.startedHere).toBe(true);
    expect(await query(second.url, "SELECT count(*) AS n FROM kept")).toEqual([before]);
  });

  it("uses a server that is already running on the data", async () => {
    const first = await start();
    const second = await startEmbeddedPostgres(dataDir);
    expect(second.url).toBe(first.url);
    expect(second.startedHere).toBe(false);
  });

  it("recovers every committed row after kill -9, on the same port when asked", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE IF NOT EXISTS survives (n int); INSERT INTO survives VALUES (1)");
    const [before] = await query<{ n: string }>(first.url, "SELECT count(*) AS n FROM survives");
    await killServer();
    expect((await stat(lockFile())).isFile()).toBe(true);
    const second = await start(Number(new URL(first.url).port));
    expect(second).toMatchObject({ url: first.url, startedHere: true });
    expect(await query(second.url, "SELECT count(*) AS n FROM survives")).toEqual([before]);
  });

  it("starts even if its stale lock names a live process that is another program, even another Postgres", async () => {
    const first = await start();
    const lock = await readFile(lockFile(), "utf8");
    await first.stop();
    const [someoneElse] = await query<{ pid: number }>(
      process.env.DATABASE_URL ?? "",
      "SELECT pg_backend_pid() AS pid",
    );
    for (const pid of [process.pid, someoneElse?.pid]) {
      await writeFile(lockFile(), lock.replace(/^\d+/, String(pid)));
      expect((await start()).startedHere).toBe(true);
      await server?.stop();
    }
  });

  it("creates the cluster again if its first start was interrupted", async () => {
    const interrupted = await mkdtemp(path.join(tmpdir(), "wps-embedded-"));
    const half = path.join(interrupted, "postgres.new");
    await mkdir(half);
    await writeFile(path.join(half, "PG_VERSION"), "18\n");
    const fresh = await startEmbeddedPostgres(interrupted);
    await fresh.stop();
    expect(await readdir(interrupted)).not.toContain("postgres.new");
    await rm(interrupted, { recursive: true });
  });

  it("is reached by a socket among its data, and by TCP where the path of that can be none", async () => {
    const address = "SELECT inet_server_addr()::text AS address";
    expect(await query((await start()).url, address)).toEqual([{ address: null }]);
    for (const name of ["it's, here", "long".repeat(20)]) {
      const fresh = await startEmbeddedPostgres(path.join(dataDir, "other", name));
      expect(await query(fresh.url, address)).toEqual([{ address: "127.0.0.1/32" }]);
      await fresh.stop();
    }
  });

  it("listens on the loopback only and requires its password, which only the owner may read", async () => {
    const { url } = await start();
    expect(await query(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    expect((await stat(path.join(dataDir, "postgres-password"))).mode & 0o077).toBe(0);
  });

  it("reports what the server said if it can't start", async () => {
    await start().then((running) => running.stop());
    const config = path.join(dataDir, "postgres", "postgresql.auto.conf");
    const before = await readFile(config, "utf8");
    await writeFile(config, "no_such_setting = 1\n");
    await expect(start()).rejects.toThrow(/no_such_setting/);
    await writeFile(config, before);
  });

  it("refuses data of another major version before starting, leaves it alone and says what to do", async () => {
    const old = await mkdtemp(path.join(tmpdir(), "wps-embedded-"));
    const databaseDir = path.join(old, "postgres");
    await mkdir(databaseDir);
    await writeFile(path.join(databaseDir, "PG_VERSION"), "17\n");
    await expect(startEmbeddedPostgres(old)).rejects.toThrow(
      /is of Postgres 17, and this version of the service brings Postgres 18.*Nothing was changed.*pg_dump.*mv .*postgres-17.*db:server.*pg_restore/s,
    );
    expect(await readdir(databaseDir)).toEqual(["PG_VERSION"]);
    await rm(old, { recursive: true });
  });

  it.each(["", "\0\0\0", "banana\n"])(
    "refuses data whose version reads %j, and says that it is damaged",
    async (version) => {
      const damaged = await mkdtemp(path.join(tmpdir(), "wps-embedded-"));
      const databaseDir = path.join(damaged, "postgres");
      await mkdir(databaseDir);
      await writeFile(path.join(databaseDir, "PG_VERSION"), version);
      await expect(startEmbeddedPostgres(damaged)).rejects.toThrow(
        /PG_VERSION.*damaged.*Nothing was changed.*backup/s,
      );
      expect(await readdir(databaseDir)).toEqual(["PG_VERSION"]);
      await rm(damaged, { recursive: true });
    },
  );
});
