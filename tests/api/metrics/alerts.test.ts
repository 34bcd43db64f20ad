import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const TOKEN = "a-token-of-the-tests";
vi.hoisted(() => {
  process.env.METRICS_TOKEN = "a-token-of-the-tests";
});

import { GET as live } from "@/app/api/v1/health/live/route";
import { GET as scrape } from "@/app/metrics/route";
import { startWatching } from "@/lib/metrics/start-watching";
import { startObjectStorage } from "@/tests/support/object-storage";
import { type Rule, serveMetrics, startPrometheus } from "@/tests/support/prometheus";

const FILE = "deploy/alerts.yaml";
const DAY_S = 86_400;
/** A count that grows by so much a minute, for hours. */
const growing = (byMinute: number) => `0+${byMinute}x150`;
const steady = (value: number) => `${value}x150`;

type Case = { alert: string; fires: Record<string, string>; isQuiet: Record<string, string>[] };

/** For each alert: series with which it fires, and series with which it must not. */
const CASES: Case[] = [
  {
    alert: "PlatformProcessDown",
    fires: { 'up{job="platform-worker",instance="w:9464"}': steady(0) },
    isQuiet: [
      { 'up{job="platform",instance="web"}': steady(1), 'up{job="node",instance="other"}': steady(0) },
      { 'up{job="platform",instance="restarted"}': "1x60 0 0 1x90" },
    ],
  },
  {
    alert: "PlatformUnwatched",
    fires: { 'up{job="platform",instance="web"}': steady(0) },
    isQuiet: [{ 'platform_state_unread{measure="jobs"}': steady(1) }],
  },
  {
    alert: "PlatformDatabaseUnread",
    fires: { 'platform_state_unread{measure="jobs",process="web"}': steady(1) },
    isQuiet: [{ 'platform_state_unread{measure="jobs"}': "0x60 1 0x90" }],
  },
  {
    alert: "PlatformNoWorker",
    fires: { platform_workers: steady(0) },
    // The second has Inngest, and so no workers.
    isQuiet: [{ platform_workers: steady(1) }, { 'platform_job_lag_seconds{name="a"}': steady(1) }],
  },
  {
    alert: "PlatformJobsLate",
    fires: { 'platform_job_lag_seconds{name="a"}': steady(301) },
    isQuiet: [{ 'platform_job_lag_seconds{name="a"}': steady(299) }],
  },
  {
    alert: "PlatformJobsGivenUp",
    fires: { 'platform_jobs_given_up{name="a"}': steady(1) },
    isQuiet: [{ platform_jobs_given_up: steady(0) }],
  },
  {
    alert: "PlatformDeliveriesLate",
    fires: { 'platform_delivery_age_seconds{state="due"}': steady(400) },
    isQuiet: [{ 'platform_delivery_age_seconds{state="parked"}': steady(90_000) }],
  },
  {
    alert: "PlatformTrackerLate",
    fires: { platform_enrichment_lag_seconds: steady(2_000) },
    isQuiet: [{ platform_enrichment_lag_seconds: steady(600) }],
  },
  {
    alert: "PlatformErrors",
    fires: {
      'platform_http_requests_total{route="/a",status="200"}': growing(1_000),
      'platform_http_requests_total{route="/a",status="500"}': growing(30),
    },
    isQuiet: [
      // Few requests in all, one in two of them a fault; many with a fault now and then; checks of health alone.
      {
        'platform_http_requests_total{route="/a",status="200"}': growing(1),
        'platform_http_requests_total{route="/a",status="500"}': growing(1),
      },
      {
        'platform_http_requests_total{route="/a",status="200"}': growing(10_000),
        'platform_http_requests_total{route="/a",status="500"}': growing(30),
      },
      { 'platform_http_requests_total{route="/health/ready",status="503"}': growing(60) },
    ],
  },
  {
    alert: "PlatformSlow",
    fires: {
      'platform_http_request_duration_seconds_bucket{route="/a",le="2.5"}': growing(900),
      'platform_http_request_duration_seconds_bucket{route="/a",le="5"}': growing(1_000),
      'platform_http_request_duration_seconds_bucket{route="/a",le="+Inf"}': growing(1_000),
      'platform_http_request_duration_seconds_count{route="/a"}': growing(1_000),
    },
    isQuiet: [
      {
        'platform_http_request_duration_seconds_bucket{route="/a",le="0.1"}': growing(995),
        'platform_http_request_duration_seconds_bucket{route="/a",le="+Inf"}': growing(1_000),
        'platform_http_request_duration_seconds_count{route="/a"}': growing(1_000),
      },
    ],
  },
  {
    alert: "PlatformConnectionsAwaited",
    fires: { 'platform_database_wait_recent_max_seconds{process="web"}': steady(6) },
    isQuiet: [{ 'platform_database_wait_recent_max_seconds{process="web"}': steady(4) }],
  },
  {
    alert: "PlatformBodiesGivenUp",
    fires: { 'platform_bodies_given_up_total{bound="all"}': growing(1) },
    isQuiet: [{ 'platform_bodies_given_up_total{bound="address"}': growing(100) }],
  },
  {
    alert: "PlatformStorageAway",
    fires: { platform_storage_answers: steady(0) },
    isQuiet: [{ platform_storage_answers: steady(1) }, {}],
  },
  {
    alert: "PlatformLimitStoreAway",
    fires: { 'platform_limit_checks_total{result="skipped"}': growing(1) },
    isQuiet: [
      {
        'platform_limit_checks_total{result="skipped"}': growing(0),
        'platform_limit_checks_total{result="refused"}': growing(90),
      },
    ],
  },
  {
    alert: "PlatformMonthsNotMade",
    fires: { platform_sample_months_left_seconds: steady(29 * DAY_S) },
    isQuiet: [{ platform_sample_months_left_seconds: steady(90 * DAY_S) }],
  },
];

/** What promtool says of the rules when they are evaluated over two hours of all these series, one case after the other. */
function whatFails(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "wps-alerts-"));
  const test = (alert: string, series: Record<string, string>, fires: boolean) => ({
    name: `${alert} ${fires ? "fires" : "is quiet"} with ${JSON.stringify(series)}`,
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(max_over_time(ALERTS{alertname="${alert}", alertstate="firing"}[2h]))`,
        eval_time: "2h",
        exp_samples: fires ? [{ labels: "{}", value: 1 }] : [],
      },
    ],
  });
  const tests = CASES.flatMap(({ alert, fires, isQuiet }) => [
    test(alert, fires, true),
    ...isQuiet.map((series) => test(alert, series, false)),
  ]);
  // JSON is YAML.
  writeFileSync(path.join(folder, "tests.yaml"), JSON.stringify({ rule_files: [path.resolve(FILE)], tests }));
  const { status, stdout, stderr } = spawnSync(
    "promtool",
    ["test", "rules", path.join(folder, "tests.yaml")],
    {
      encoding: "utf8",
    },
  );
  rmSync(folder, { recursive: true });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let web: Awaited<ReturnType<typeof serveMetrics>>;
let rules: Rule[];
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;

beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
  web = await serveMetrics();
  await startWatching("web");
  prometheus = await startPrometheus({ url: web.url, token: TOKEN, rules: FILE });
  rules = await vi.waitUntil(
    async () => {
      const read = await prometheus.rules();
      return read.length > 0 && read.every(({ health }) => health !== "unknown") && read;
    },
    { timeout: 60_000, interval: 200 },
  );
}, 90_000);

afterAll(async () => {
  await prometheus.stop();
  await storage.close();
  web.stop();
});

describe("the alert rules", () => {
  it("can all be evaluated, say in words what is wrong, and are told apart by how urgent they are", () => {
    expect(rules.map(({ name }) => name).sort()).toEqual(CASES.map(({ alert }) => alert).sort());
    for (const rule of rules) {
      expect(rule).toMatchObject({
        health: "ok",
        annotations: { summary: expect.stringMatching(/\w+ \w+/) },
      });
      expect(["page", "ticket"]).toContain(rule.labels.severity);
    }
  });

  it("name only metrics and labels that are exposed", async () => {
    await live(new Request("http://localhost/api/v1/health/live"), { params: Promise.resolve({}) });
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await scrape(new Request("http://localhost/metrics", { headers }))).text();
    const labelsOf = (name: string) =>
      new Set(
        text
          .split("\n")
          .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
          .flatMap((line) => ["", ...[...line.matchAll(/(\w+)="/g)].map(([, label]) => label ?? "")]),
      );
    for (const { name, query } of rules) {
      for (const [, metric = "", matchers = ""] of query.matchAll(/\b(platform_\w+)(?:\{([^}]*)\})?/g)) {
        const labels = labelsOf(metric);
        // No job is due or was given up in the database of the tests: these have no series but their name's.
        expect([name, metric, labels.size > 0]).toEqual([name, metric, true]);
        for (const [, label = ""] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g))
          expect([name, metric, label, labels.has(label)]).toEqual([name, metric, label, true]);
      }
    }
  });

  it("fire when it is so, and only then", () => {
    expect(whatFails()).toBe("");
  });

  it("each have a line in the docs that says what to do", () => {
    const docs = readFileSync("deploy/README.md", "utf8");
    const told = [...docs.matchAll(/^\| `(Platform\w+)` +\|[^|]{20,}\|[^|]{20,}\|$/gm)].map(
      ([, name]) => name,
    );
    expect(told).toEqual(rules.map(({ name }) => name));
  });
});
