import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.METRICS_TOKEN = "a-token-of-the-tests";
});

import { z } from "zod";
import { GET as live } from "@/app/api/v1/health/live/route";
import { GET as scrape } from "@/app/metrics/route";
import { defineJob } from "@/lib/jobs/define-job";
import { runJob } from "@/lib/jobs/run-job";
import { startWatching } from "@/lib/metrics/start-watching";
import { countEvents, metrics } from "@/lib/platform/metrics";
import { startObjectStorage } from "@/tests/support/object-storage";
import { serveMetrics, startPrometheus } from "@/tests/support/prometheus";

type Panel = { title: string; type: string; targets?: { expr: string }[] };
const dashboard = JSON.parse(readFileSync("deploy/grafana.json", "utf8")) as { panels: Panel[] };
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, expr]),
);

/** As Grafana fills its variables in. */
const filled = (expr: string) => expr.replaceAll("$__rate_interval", "30s").replaceAll("$job", ".*");

const METRIC = /\b(?:platform|process|nodejs)_\w+/g;

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let web: Awaited<ReturnType<typeof serveMetrics>>;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
let work: NodeJS.Timeout;

beforeAll(async () => {
  storage = await startObjectStorage();
  Object.assign(process.env, storage.settings);
  await startWatching("web");
  web = await serveMetrics();
  prometheus = await startPrometheus({
    url: web.url,
    token: process.env.METRICS_TOKEN ?? "",
  });
  const job = defineJob({ name: "a.job", payload: z.object({}), handler: async () => undefined });
  // Something of everything, again and again, so that there are rates.
  const doSomething = async () => {
    await live(new Request("http://localhost/api/v1/health/live"), { params: Promise.resolve({}) });
    await runJob(job, {}, { id: "1", attempt: 1 });
    countEvents({ source: "tracker", accepted: 1, duplicates: 1, rejected: [{ reason: "invalid" }] });
    const counted = metrics();
    counted?.limitChecks.inc({ result: "passed" });
    counted?.inboundDeliveries.inc({ provider: "code_host", verdict: "accepted" });
    counted?.webhookAttempts.inc({ result: "success" });
    counted?.webhookAttemptSeconds.observe(0.1);
  };
  work = setInterval(doSomething, 100);
});

afterAll(async () => {
  clearInterval(work);
  await prometheus.stop();
  await storage.close();
  web.stop();
});

describe("the Grafana dashboard", () => {
  it("queries only what is exposed", async () => {
    const headers = { authorization: `Bearer ${process.env.METRICS_TOKEN}` };
    const asked = new Set(queries.flatMap(([, expr]) => expr.match(METRIC) ?? []));
    // A metric with labels is exposed once something of its kind has happened.
    const exposed = await vi.waitFor(async () => {
      const text = await (await scrape(new Request("http://localhost/metrics", { headers }))).text();
      const names = new Set([...text.matchAll(/^([a-z]\w*)(?:\{| )/gm)].map(([, name]) => name));
      expect([...asked].filter((name) => !names.has(name))).toEqual([]);
      return names;
    }, 15_000);
    const ours = [...exposed].filter((name) => name?.startsWith("platform_") && !/_(sum|count)$/.test(name));
    expect(ours.filter((name) => !asked.has(name ?? ""))).toEqual([]);
  });

  it.each(queries)(
    "shows data in “%s”: %s",
    async (_, expr) => {
      const series = await vi.waitUntil(
        async () => {
          const found = await prometheus.query(filled(expr));
          return found.length > 0 && found;
        },
        { timeout: 60_000, interval: 200 },
      );
      for (const { value } of series) expect(Number(value[1])).not.toBeNaN();
    },
    70_000,
  );

  it("gives every panel its own place, a unit and a title", () => {
    const titles = dashboard.panels.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const panel of dashboard.panels) expect(panel).toMatchObject({ gridPos: { w: expect.any(Number) } });
  });
});
