import type { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Metrics of this process. Nothing is counted, and the library isn't even loaded, until `startMetrics`; all other code
 * calls `metrics()`, which costs one look-up while metrics are off.
 */

export type Metrics = {
  registry: Registry;
  requests: Counter<"method" | "route" | "status">;
  requestSeconds: Histogram<"method" | "route">;
  /** Uploaded events: `tracker` or `product`; `accepted`, `duplicate`, or the reason for rejecting one. */
  ingestEvents: Counter<"source" | "verdict">;
  inboundDeliveries: Counter<"provider" | "verdict">;
  limitChecks: Counter<"result">;
  jobRuns: Counter<"name" | "result">;
  jobSeconds: Histogram<"name">;
  webhookAttempts: Counter<"result">;
  webhookAttemptSeconds: Histogram<never>;
};

/** From the duration of an upload to that of a slow subscriber. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const slot = processWide("metrics", (): { counted?: Metrics } => ({}));

/** The metrics of this process; undefined if they are off. */
export function metrics(): Metrics | undefined {
  return slot.counted;
}

/** Reads the state of this process's connections; called at each scrape. */
type ConnectionState = {
  total: number;
  idle: number;
  waiting: number;
  waits: number;
  waitMs: number;
  recentLongestMs: number;
};

/** The same of bodies of requests. */
type BodiesState = { heldBytes: number; waiting: number; givenUp: Record<string, number> };

/**
 * Starts collecting metrics in this process, once for all bundles in it.
 * @param process `web` or `worker`, the label of every series
 */
export async function startMetrics(
  process: string,
  connections: () => ConnectionState,
  bodies: () => BodiesState,
): Promise<Metrics> {
  if (slot.counted) return slot.counted;
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  if (slot.counted) return slot.counted;
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge(
    "platform_database_connections",
    "Connections to the database that are open",
    () => connections().total,
  );
  gauge("platform_database_connections_idle", "Connections that nobody uses", () => connections().idle);
  gauge("platform_database_waiting", "Who waits for a connection now", () => connections().waiting);
  gauge(
    "platform_database_wait_recent_max_seconds",
    "The longest wait of the last minute or two",
    () => connections().recentLongestMs / 1000,
  );
  new Counter({
    name: "platform_database_waits_total",
    help: "Who had to wait for a connection",
    registers,
    collect() {
      this.reset();
      this.inc(connections().waits);
    },
  });
  new Counter({
    name: "platform_database_wait_seconds_total",
    help: "For how long, all together",
    registers,
    collect() {
      this.reset();
      this.inc(connections().waitMs / 1000);
    },
  });
  gauge(
    "platform_bodies_held_bytes",
    "Memory held for bodies that have not come whole or wait to be worked on",
    () => bodies().heldBytes,
  );
  gauge(
    "platform_bodies_waiting",
    "Bodies that wait for their turn to be read or worked on",
    () => bodies().waiting,
  );
  new Counter({
    name: "platform_bodies_given_up_total",
    help: "Bodies refused because so much was held of their address, or of all together",
    labelNames: ["bound"],
    registers,
    collect() {
      this.reset();
      for (const [bound, count] of Object.entries(bodies().givenUp)) this.inc({ bound }, count);
    },
  });
  slot.counted = {
    registry,
    requests: new Counter({
      name: "platform_http_requests_total",
      help: "Requests to API routes, by the pattern of their path",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "platform_http_request_duration_seconds",
      help: "Time until the response to a request began",
      labelNames: ["method", "route"],
      buckets: SECONDS,
      registers,
    }),
    ingestEvents: new Counter({
      name: "platform_ingest_events_total",
      help: "Uploaded events by what became of them",
      labelNames: ["source", "verdict"],
      registers,
    }),
    inboundDeliveries: new Counter({
      name: "platform_inbound_deliveries_total",
      help: "Received webhooks by what became of them",
      labelNames: ["provider", "verdict"],
      registers,
    }),
    limitChecks: new Counter({
      name: "platform_limit_checks_total",
      help: "Checks of rate limits; skipped where their store did not answer",
      labelNames: ["result"],
      registers,
    }),
    jobRuns: new Counter({
      name: "platform_job_runs_total",
      help: "Runs of jobs: done, again (there is more to do later), failed (tried again), given_up",
      labelNames: ["name", "result"],
      registers,
    }),
    jobSeconds: new Histogram({
      name: "platform_job_duration_seconds",
      help: "How long runs of jobs took",
      labelNames: ["name"],
      buckets: SECONDS,
      registers,
    }),
    webhookAttempts: new Counter({
      name: "platform_webhook_attempts_total",
      help: "Attempts to deliver: success, retry (failed, tried again later), failed (for good)",
      labelNames: ["result"],
      registers,
    }),
    webhookAttemptSeconds: new Histogram({
      name: "platform_webhook_attempt_duration_seconds",
      help: "How long attempts took, whether they were answered or not",
      buckets: SECONDS,
      registers,
    }),
  };
  const { limitChecks, webhookAttempts, ingestEvents } = slot.counted;
  // A missing series can't be told from one that nobody has counted yet, so start at zero.
  for (const result of ["passed", "refused", "skipped"]) limitChecks.inc({ result }, 0);
  for (const result of ["success", "retry", "failed"]) webhookAttempts.inc({ result }, 0);
  for (const source of ["tracker", "product"]) {
    for (const verdict of ["accepted", "duplicate"]) ingestEvents.inc({ source, verdict }, 0);
  }
  return slot.counted;
}

/** Stops counting, for tests. */
export function endMetrics(): void {
  slot.counted?.registry.clear();
  delete slot.counted;
}

type Verdicts = {
  source: "tracker" | "product";
  accepted: number;
  duplicates: number;
  rejected: readonly { reason: string }[];
};

/** Counts what became of the events of an upload. */
export function countEvents({ source, accepted, duplicates, rejected }: Verdicts): void {
  const counter = metrics()?.ingestEvents;
  if (!counter) return;
  if (accepted > 0) counter.inc({ source, verdict: "accepted" }, accepted);
  if (duplicates > 0) counter.inc({ source, verdict: "duplicate" }, duplicates);
  for (const { reason } of rejected) counter.inc({ source, verdict: reason });
}
