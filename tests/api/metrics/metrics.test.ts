import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.METRICS_TOKEN = "a-token-of-the-tests";
});

import { GET as nothing } from "@/app/api/[...path]/route";
import { GET as live } from "@/app/api/v1/health/live/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { GET as getRole } from "@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/route";
import { GET as scrapeRoute } from "@/app/metrics/route";
import { chunksOf } from "@/lib/http/arriving-bodies";
import { checkLimits } from "@/lib/limits/check-limits";
import { redisStore } from "@/lib/limits/shared-store";
import { serveWorkerMetrics } from "@/lib/metrics/serve-worker";
import { startWatching } from "@/lib/metrics/start-watching";
import { DUE_JOBS, PENDING_DELIVERIES } from "@/lib/metrics/store";
import { pool } from "@/lib/platform/database";
import { endMetrics } from "@/lib/platform/metrics";
import type { Route } from "@/lib/routes/route";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { freePort } from "@/tests/support/redis";

const TOKEN = "a-token-of-the-tests";
const BODY = Buffer.alloc(1_234);

function scrape(authorization?: string): Promise<Response> {
  const headers = new Headers(authorization ? { authorization } : {});
  return scrapeRoute(new Request("http://localhost:3000/metrics", { headers }));
}

/** All series of a scrape: `name{labels}` and its value, without the label that all of this process carry. */
async function series(): Promise<Map<string, number>> {
  const text = await (await scrape(`Bearer ${TOKEN}`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      const name = line
        .slice(0, at)
        .replace(/,?process="\w+"/, "")
        .replace("{}", "");
      return [name, Number(line.slice(at + 1))];
    }),
  );
}

const ask = (route: Route, path: string, params: Record<string, string>, init: RequestInit = {}) =>
  route(new Request(`http://localhost:3000${path}`, init), { params: Promise.resolve(params) });

async function aWebhook(workspaceId: string): Promise<string> {
  const id = randomUUID();
  await pool().query(
    `INSERT INTO webhook (id, workspace_id, url, secret_encrypted, created_at, updated_at)
     VALUES ($1, $2, 'http://x.example', 'x', now(), now())`,
    [id, workspaceId],
  );
  return id;
}

let laterMs = 0;

/** Goes to a time at which nothing is shared any more that was read by another test. */
function afterAllThatIsShared(): void {
  laterMs += 1_000_000;
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(laterMs);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  endMetrics();
});

describe("GET /metrics", () => {
  it("answers callers with the token, in Prometheus' format, and nobody else", async () => {
    const refused = [undefined, "Bearer wrong", `Basic ${TOKEN}`, "Bearer ", `Bearer ${TOKEN}x`, TOKEN];
    for (const each of refused) {
      const answer = await scrape(each);
      expect([each, answer.status, answer.headers.get("www-authenticate")]).toEqual([each, 401, "Bearer"]);
      expect(await answer.text()).not.toContain("platform_");
    }
    const answer = await scrape(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("# TYPE platform_http_requests_total counter");
  });

  it("counts requests by their route's pattern, never by their path", async () => {
    await startWatching("web");
    const secret = `svc_${"a".repeat(40)}`;
    const ids = [randomUUID(), randomUUID(), secret, encodeURIComponent("ü/%2e"), "roles", "workspaces"];
    for (const id of ids) {
      const [workspaceId, roleId] = [decodeURIComponent(id), randomUUID()];
      const params = { workspace_id: workspaceId, role_id: roleId };
      await ask(getRole, `/api/v1/workspaces/${id}/roles/${roleId}`, params);
      await ask(getRole, `/workspaces/${id}/roles/${roleId}`, params);
    }
    for (let i = 0; i < 50; i++) {
      await ask(nothing, `/api/none-${i}/${secret}`, { path: [`none-${i}`, secret] as never });
    }
    await ask(live, "/api/v1/health/live", {});
    const counted = [...(await series())].filter(([name]) => name.startsWith("platform_http_requests_total"));
    expect(Object.fromEntries(counted)).toEqual({
      'platform_http_requests_total{method="GET",route="/workspaces/{workspace_id}/roles/{role_id}",status="401"}': 12,
      'platform_http_requests_total{method="GET",route="other",status="404"}': 50,
      'platform_http_requests_total{method="GET",route="/health/live",status="200"}': 1,
    });
  });

  it("doesn't label a route by a first request that leaves its pattern open", async () => {
    const fresh = async () => {
      vi.resetModules();
      return (await import("@/app/api/v1/workspaces/[workspace_id]/roles/route")).GET;
    };
    await startWatching("web");
    for (const id of ["workspaces", "roles", "%77orkspaces", "..%2f", "%2577orkspaces"]) {
      const route = await fresh();
      await ask(route, `/api/v1/workspaces/${id}/roles`, {
        workspace_id: decodeURIComponent(decodeURIComponent(id)),
      });
    }
    const routes = [...(await series()).keys()].flatMap((name) => /route="([^"]*)"/.exec(name)?.[1] ?? []);
    expect(new Set(routes)).toEqual(new Set(["other", "/workspaces/{workspace_id}/roles"]));
  });

  it("counts the outcomes of uploaded events", async () => {
    await startWatching("web");
    const tracked = await aTrackedDevice();
    const events = [
      aSample(),
      aSample(),
      aSample({ ts: "2020-01-01T00:00:00Z" }),
      { ...aSample(), category: "coding" },
    ];
    for (let i = 0; i < 2; i++) {
      const body = aBatch(tracked.deviceId, events);
      expect((await call(batch, "POST", { bearer: tracked.developer.jwt, body })).status).toBe(200);
    }
    const all = await series();
    const of = (verdict: string) =>
      all.get(`platform_ingest_events_total{source="tracker",verdict="${verdict}"}`);
    expect(["accepted", "duplicate", "ts_out_of_range", "forbidden_field"].map(of)).toEqual([2, 2, 2, 2]);
    expect(all.get('platform_limit_checks_total{result="passed"}')).toBe(2);
  });

  it("counts requests that bypassed rate limits because the store did not answer", async () => {
    await startWatching("web");
    const store = redisStore(`redis://127.0.0.1:${await freePort()}`);
    for (let i = 0; i < 4; i++) {
      await checkLimits([{ limit: "tracker_batches_per_device", key: "d" }], new Date(), store);
    }
    await store.close();
    expect((await series()).get('platform_limit_checks_total{result="skipped"}')).toBe(4);
  });

  it("tells what is held of bodies that are on their way", async () => {
    await startWatching("web");
    const arriving = chunksOf({ body: [BODY], headers: new Headers() } as unknown as Request);
    await arriving.next();
    const during = await series();
    await arriving.return(undefined);
    const after = await series();
    expect([during, after].map((each) => each.get("platform_bodies_held_bytes"))).toEqual([BODY.length, 0]);
    expect(after.get("platform_bodies_waiting")).toBe(0);
    for (const bound of ["address", "all"])
      expect(after.get(`platform_bodies_given_up_total{bound="${bound}"}`)).toBe(0);
  });

  it("reports the whole service's state from its database", async () => {
    afterAllThatIsShared();
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await pool().query("DELETE FROM tracker_dirty_bucket");
    const owner = await aDeveloper();
    const { id: workspaceId } = await aWorkspace(owner);
    const add = (name: string, agoS: number) =>
      pool().query("SELECT graphile_worker.add_job($1, '{}', run_at => now() - make_interval(secs => $2))", [
        name,
        agoS,
      ]);
    for (const agoS of [50, 700, -3_600]) await add("a.job", agoS);
    await add("another.job", 20);
    await pool().query("SELECT graphile_worker.add_job('failed.job', '{}', job_key => 'failed')");
    await pool().query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'failed'",
    );
    await pool().query("DELETE FROM webhook_delivery");
    const webhookId = await aWebhook(workspaceId);
    await pool().query(
      `INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, status, next_retry_at, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'record.created', status,
         now() + make_interval(secs => at), now() - make_interval(secs => 900 + n)
       FROM (VALUES ('pending', -120, 1), ('pending', -5, 2), ('pending', 600, 3), ('pending', NULL, 4),
         ('pending', NULL, 5), ('pending', NULL, 6), ('failed', NULL, 7), ('success', NULL, 8)) AS given (status, at, n)`,
      [webhookId],
    );
    await pool().query(
      `INSERT INTO tracker_dirty_bucket (developer_id, bucket, workspace_id, marked_at)
       VALUES ($1, date_trunc('hour', now()) - interval '1 hour', gen_random_uuid(), now() - interval '90 s')`,
      [owner.id],
    );
    await pool().query(
      `INSERT INTO tracker_event_key (ts, device_number, hash)
       SELECT now(), n, gen_random_uuid() FROM generate_series(1, 50) AS n`,
    );
    const { rows: keys } = await pool().query("SELECT count(*)::int AS count FROM tracker_event_key");
    await pool().query("ANALYZE");
    const all = await series();
    expect(all.get('platform_jobs_due{name="a.job"}')).toBe(2);
    expect(all.get('platform_jobs_due{name="another.job"}')).toBe(1);
    const lag = all.get('platform_job_lag_seconds{name="a.job"}');
    expect(lag).toBeGreaterThanOrEqual(700);
    expect(lag).toBeLessThan(800);
    expect(all.get('platform_jobs_given_up{name="failed.job"}')).toBe(1);
    const deliveries = ["due", "retrying", "parked"].map((state) =>
      all.get(`platform_deliveries_pending{state="${state}"}`),
    );
    expect(deliveries).toEqual([2, 1, 3]);
    expect(all.get('platform_delivery_age_seconds{state="due"}')).toBeGreaterThanOrEqual(120);
    expect(all.get('platform_delivery_age_seconds{state="due"}')).toBeLessThan(220);
    expect(all.get('platform_delivery_age_seconds{state="parked"}')).toBeGreaterThanOrEqual(906);
    expect(all.get("platform_enrichment_hours")).toBe(1);
    expect(all.get("platform_enrichment_lag_seconds")).toBeGreaterThanOrEqual(90);
    expect(all.get("platform_database_size_bytes")).toBeGreaterThan(1_000_000);
    expect(all.get('platform_table_rows{table="webhook_delivery"}')).toBe(8);
    // All its partitions together.
    expect(all.get('platform_table_rows{table="tracker_event_key"}')).toBe(keys[0].count);
    // Scrapes within 10 s share what was read.
    const query = vi.spyOn(pool(), "query");
    await add("late.job", 5);
    query.mockClear();
    expect((await series()).has('platform_jobs_due{name="late.job"}')).toBe(false);
    expect(query).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_001);
    expect((await series()).get('platform_jobs_due{name="late.job"}')).toBe(1);
  });

  it("reads jobs and deliveries by index, however many there are", async () => {
    await pool().query("SELECT graphile_worker.add_job('a.job', '{}')");
    const { id: workspaceId } = await aWorkspace(await aDeveloper());
    await aWebhook(workspaceId);
    await pool().query(
      `INSERT INTO graphile_worker._private_jobs (task_id, run_at)
       SELECT (SELECT min(id) FROM graphile_worker._private_tasks), now() - interval '1 h' FROM generate_series(1, 30000)`,
    );
    await pool().query(
      `INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, status, created_at)
       SELECT gen_random_uuid(), (SELECT id FROM webhook LIMIT 1), gen_random_uuid(), 'x', 'success', now()
       FROM generate_series(1, 30000)`,
    );
    await pool().query("VACUUM ANALYZE webhook_delivery, graphile_worker._private_jobs");
    for (const [statement, values] of [
      [DUE_JOBS, [new Date(), 1_000]],
      [PENDING_DELIVERIES, [new Date(), 2_000, 50_000]],
    ] as const) {
      const { rows } = await pool().query(`EXPLAIN ${statement}`, [...values]);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(/Seq Scan on (webhook_delivery|_private_jobs)/);
    }
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  it("still reports the process's own counters while the database does not answer", async () => {
    afterAllThatIsShared();
    await startWatching("web");
    await ask(live, "/api/v1/health/live", {});
    vi.spyOn(pool(), "query").mockImplementation((() => Promise.reject(new Error("down"))) as never);
    const all = await series();
    expect(all.get('platform_state_unread{measure="jobs"}')).toBe(1);
    expect([...all.keys()].some((name) => name.startsWith("platform_jobs_due"))).toBe(false);
    expect(all.get("platform_database_waits_total")).toBe(0);
    expect([...all.keys()].filter((name) => name.startsWith("platform_http_requests_total"))).toHaveLength(1);
  });

  it("collects nothing, and is not found, without METRICS_TOKEN", async () => {
    delete process.env.METRICS_TOKEN;
    vi.resetModules();
    const [{ GET }, { startWatching: start }, { metrics }, { GET: ping }] = await Promise.all([
      import("@/app/metrics/route"),
      import("@/lib/metrics/start-watching"),
      import("@/lib/platform/metrics"),
      import("@/app/api/v1/health/live/route"),
    ]);
    await start("web");
    await ask(ping, "/api/v1/health/live", {});
    expect(metrics()).toBeUndefined();
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const given of [{}, headers, { authorization: "Bearer " }, { authorization: "Bearer undefined" }]) {
      expect((await GET(new Request("http://localhost:3000/metrics", { headers: given }))).status).toBe(404);
    }
    process.env.METRICS_TOKEN = TOKEN;
    vi.resetModules();
  });
});

describe("the worker", () => {
  it("serves its own metrics at METRICS_PORT, even if the port was in use at first", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await vi.waitUntil(() => holder.listening);
    const { port } = holder.address() as AddressInfo;
    process.env.METRICS_PORT = String(port);
    vi.resetModules();
    const worker = await import("@/lib/metrics/serve-worker");
    worker.serveWorkerMetrics();
    await new Promise((resolve) => holder.close(resolve));
    const get = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null);
    await vi.waitUntil(async () => (await get("/metrics")) !== null, { timeout: 15_000, interval: 50 });
    const authorization = `Bearer ${TOKEN}`;
    expect((await get("/metrics"))?.status).toBe(401);
    expect((await get("/other", { authorization }))?.status).toBe(404);
    const answer = await get("/metrics", { authorization });
    const text = (await answer?.text()) ?? "";
    expect(text).toContain('process="worker"');
    expect(text).toContain("platform_job_runs_total");
    expect(text).not.toContain("platform_jobs_due");
    delete process.env.METRICS_PORT;
  });

  it("listens nowhere without METRICS_PORT", () => {
    expect(serveWorkerMetrics()).toBeUndefined();
  });
});
