import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "@/tests/support/call";

const original = { ...process.env };
let silent: Server | undefined;

/** The route as a process with these settings would load it. */
async function routeWith(settings: Record<string, string>) {
  const { closeDatabase } = await import("@/lib/platform/database");
  await closeDatabase();
  Object.assign(process.env, settings);
  vi.resetModules();
  return (await import("@/app/api/v1/health/route")).GET;
}

afterEach(async () => {
  await new Promise((resolve) => (silent ? silent.close(resolve) : resolve(null)));
  silent = undefined;
  await routeWith({});
  process.env = { ...original };
  vi.resetModules();
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

describe("GET /health", () => {
  it("tells anyone that the service works and what its parts run on", async () => {
    const answer = await call(await routeWith({}), "GET");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ status: "ok", database: "ok", ...PARTS });
  });

  it("names the parts that are configured, and none of their secrets", async () => {
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

  it("answers 503 with the same parts when nothing listens where the database should be", async () => {
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

  it("answers 503 within 3 s when the database hangs, to many callers at once too", async () => {
    const port = await silentServer();
    const route = await routeWith({ DATABASE_URL: `postgresql://u:p@127.0.0.1:${port}/x` });
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(route, "GET")));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });
});
