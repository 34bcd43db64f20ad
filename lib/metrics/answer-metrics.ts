import type { Registry } from "prom-client";
import { AppError } from "@/lib/http/app-error";
import { bodiesState } from "@/lib/http/arriving-bodies";
import { bearerOf } from "@/lib/http/bearer";
import { errorResponse } from "@/lib/http/error-response";
import { readServiceState } from "@/lib/metrics/service-state";
import { equalInConstantTime } from "@/lib/platform/crypto";
import { connectionState } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { startMetrics } from "@/lib/platform/metrics";

const secondsSince = (since: Date | null, now: Date): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0;

/** How the whole service is, as series of a registry of their own: made anew, so that nothing old stays in it. */
async function stateRegistry(now: Date): Promise<Registry> {
  const { Gauge, Registry } = await import("prom-client");
  const state = await readServiceState(now);
  const { jobs, deliveries, enrichment, workers, given_up, sizes, sample_months, storage } = state;
  const registry = new Registry();
  type Value = [labels: Record<string, string>, value: number];
  const gauge = (name: string, help: string, values: readonly Value[]) => {
    const labelNames = Object.keys(values[0]?.[0] ?? {});
    const made = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) made.set(labels, value);
  };
  gauge(
    "platform_state_unread",
    "1 where a measure could not be read from the database in time",
    Object.entries(state).map(([measure, value]): Value => [{ measure }, value === null ? 1 : 0]),
  );
  if (jobs) {
    gauge(
      "platform_jobs_due",
      "Jobs that are due, counted up to 10,000",
      jobs.map(({ job, due }): Value => [{ name: job }, due]),
    );
    gauge(
      "platform_job_lag_seconds",
      "For how long the oldest job of a name has been due",
      jobs.map(({ job, since }): Value => [{ name: job }, secondsSince(since, now)]),
    );
  }
  if (given_up) {
    gauge(
      "platform_jobs_given_up",
      "Jobs that failed for good and wait for an operator",
      given_up.map(({ job, count }): Value => [{ name: job }, count]),
    );
  }
  if (deliveries) {
    const { due, retrying, parked, dueSince, parkedSince } = deliveries;
    gauge("platform_deliveries_pending", "Pending deliveries, counted up to 50,000", [
      [{ state: "due" }, due],
      [{ state: "retrying" }, retrying],
      [{ state: "parked" }, parked],
    ]);
    gauge("platform_delivery_age_seconds", "For how long the oldest delivery of a state has waited", [
      [{ state: "due" }, secondsSince(dueSince, now)],
      [{ state: "parked" }, secondsSince(parkedSince, now)],
    ]);
  }
  if (enrichment) {
    gauge("platform_enrichment_hours", "Hours of the tracker to be derived, counted up to 10,000", [
      [{}, enrichment.hours],
    ]);
    gauge("platform_enrichment_lag_seconds", "For how long the oldest of them has waited", [
      [{}, secondsSince(enrichment.oldestAt, now)],
    ]);
  }
  for (const { workers: living, runningJobs } of workers ?? []) {
    gauge("platform_workers", "Worker processes that live", [[{}, living]]);
    gauge("platform_jobs_running", "Jobs that these run", [[{}, runningJobs]]);
  }
  if (sizes) {
    gauge("platform_database_size_bytes", "Size of the database", [[{}, sizes.databaseBytes]]);
    gauge(
      "platform_table_size_bytes",
      "Sizes of the largest tables with their indexes, as of their last vacuum or analysis",
      sizes.tables.map(({ name, bytes }): Value => [{ table: name }, bytes]),
    );
    gauge(
      "platform_table_rows",
      "Rows of the largest tables, as of their last vacuum or analysis",
      sizes.tables.map(({ name, rows }): Value => [{ table: name }, rows]),
    );
  }
  if (sample_months?.end) {
    const leftS = (sample_months.end.getTime() - now.getTime()) / 1000;
    gauge("platform_sample_months_left_seconds", "For how long from now samples have partitions", [
      [{}, Math.max(0, leftS)],
    ]);
  }
  for (const answers of storage ?? []) {
    gauge("platform_storage_answers", "1 while the object store answers", [[{}, answers ? 1 : 0]]);
  }
  return registry;
}

function checkToken(request: Request): void {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) throw new AppError("not_found", "Not found");
  const given = bearerOf(request.headers.get("authorization")) ?? "";
  if (!equalInConstantTime(given, METRICS_TOKEN)) {
    throw new AppError("unauthenticated", "Send METRICS_TOKEN as the bearer token");
  }
}

/**
 * The response to a scrape by Prometheus, in its text format: this process's metrics and, from the web process, the
 * state of the whole service. While the database is down, only the process's own.
 * @returns 404 without METRICS_TOKEN, 401 without the right token
 */
export async function answerMetrics(
  request: Request,
  process: "web" | "worker",
  now = new Date(),
): Promise<Response> {
  try {
    checkToken(request);
    const { registry } = await startMetrics(process, connectionState, bodiesState);
    const parts = [await registry.metrics()];
    if (process === "web") parts.push(await (await stateRegistry(now)).metrics());
    const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
    return new Response(parts.join("\n"), { headers });
  } catch (error) {
    return errorResponse(error);
  }
}
