import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { GET as scrape } from "@/app/metrics/route";
import { freePort } from "@/tests/support/redis";

export type Series = { metric: Record<string, string>; value: [number, string] };

/** A rule as Prometheus has read it. */
export type Rule = {
  name: string;
  query: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  health: "ok" | "err" | "unknown";
  lastError?: string;
};

/** Answers `/metrics` of this process at an address of its own, for Prometheus to scrape. */
export async function serveMetrics() {
  const server = createServer(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? "" };
    const answer = await scrape(new Request("http://localhost/metrics", { headers }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A real Prometheus that scrapes one address each second, with a bearer token, and keeps its data for the test alone.
 * @param target.rules the file of the rules that it evaluates each second
 */
export async function startPrometheus(target: { url: string; token: string; rules?: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), "wps-prometheus-"));
  const { host, pathname } = new URL(target.url);
  const config = `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [${target.rules ? path.resolve(target.rules) : ""}]
scrape_configs:
  - job_name: platform
    metrics_path: ${pathname}
    authorization: { credentials: ${target.token} }
    static_configs: [{ targets: ["${host}"] }]
`;
  await writeFile(path.join(folder, "prometheus.yml"), config);
  const port = await freePort();
  const server = spawn(
    "prometheus",
    [
      `--config.file=${path.join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${path.join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: "ignore" },
  );
  const ended = once(server, "exit");
  return {
    /** What a query gives now; empty while nothing was scraped, and before the server is ready. */
    async query(expr: string): Promise<Series[]> {
      const answer = await fetch(
        `http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query: expr })}`,
      ).catch(() => null);
      if (answer === null || answer.status === 503) return [];
      const { status, data, error } = await answer.json();
      if (status !== "success") throw new Error(`${expr}: ${error}`);
      return data.result;
    },
    /** All rules; none before the server is ready. */
    async rules(): Promise<Rule[]> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules`).catch(() => null);
      if (answer?.ok !== true) return [];
      return (await answer.json()).data.groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
    },
    async stop(): Promise<void> {
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
