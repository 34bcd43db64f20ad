import { readFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import { describe, expect, it } from "vitest";
import { errorResponse } from "@/lib/http/error-response";
import { openPool, REQUEST_LIMITS, WaitCount } from "@/lib/platform/connections";
import { db, pool } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { PrismaClient } from "@/lib/platform/prisma/client";

async function answerTo(failing: Promise<unknown>) {
  const answer = errorResponse(await failing.then(() => null).catch((error: unknown) => error));
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ...(await answer.json()) };
}

const poolAt = (url: string) => openPool(url, 1, REQUEST_LIMITS, new WaitCount());

const prismaAt = (url: string) => new PrismaClient({ adapter: new PrismaPg(poolAt(url)) });

const AWAY = {
  status: 503,
  retryAfter: "5",
  detail: "The database can't be reached at the moment; try again.",
};

/** A port at which nobody listens. */
async function aClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Ends the connection of whoever sleeps under a name, as Postgres does when it stops. */
async function endSleepOf(name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid() AND state = 'active'",
      [`%pg_sleep(20)%${name}%`],
    );
    if (rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("a request that the database is not there for", () => {
  it("is told to come back where nothing listens", async () => {
    const urls = [`postgresql://x@127.0.0.1:${await aClosedPort()}/x`, "postgresql://x@%2Fnothing%2Fhere/x"];
    for (const url of urls) {
      expect(await answerTo(poolAt(url).query("SELECT 1"))).toEqual(AWAY);
      expect(await answerTo(poolAt(url).connect())).toEqual(AWAY);
      expect(await answerTo(prismaAt(url).$queryRaw`SELECT 1`)).toEqual(AWAY);
      expect(await answerTo(prismaAt(url).$transaction((tx) => tx.workspace.count()))).toEqual(AWAY);
    }
  });

  it("is told so where the database stops under its statement, sent by Prisma or by itself", async () => {
    const byPrisma = answerTo(db().$queryRaw`SELECT pg_sleep(20)::text, 'away-prisma'`);
    await endSleepOf("away-prisma");
    expect(await byPrisma).toEqual(AWAY);
    const byItself = answerTo(pool().query("SELECT pg_sleep(20), 'away-itself'"));
    await endSleepOf("away-itself");
    expect(await byItself).toEqual(AWAY);
  });

  it("is told so where it gets a connection that has just ended", async () => {
    const client = await poolAt(env().DATABASE_URL).connect();
    const ended = new Promise((resolve) => client.on("error", resolve));
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await pool().query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await ended;
    expect(await answerTo(client.query("SELECT 1"))).toEqual(AWAY);
  });

  it("is not mixed up with other faults", async () => {
    const status = async (failing: Promise<unknown>) => (await answerTo(failing)).status;
    expect(await status(readFile("/nothing/here"))).toBe(500);
    expect(await status(pool().query("SELECT * FROM nothing_here"))).toBe(500);
    expect(await status(Promise.reject(new Error("Anything else")))).toBe(500);
    const anotherServer = connect(await aClosedPort(), "127.0.0.1");
    expect(await status(new Promise((_, reject) => anotherServer.on("error", reject)))).toBe(500);
  });
});
