import { bodiesState } from "@/lib/http/arriving-bodies";
import { connectionState } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { startMetrics } from "@/lib/platform/metrics";
import { startTracing } from "@/lib/platform/tracing";

/** Starts metrics and tracing in this process, if they are configured. Call it before the process does any work. */
export async function startWatching(process: "web" | "worker"): Promise<void> {
  const { METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = env();
  if (METRICS_TOKEN !== undefined) await startMetrics(process, connectionState, bodiesState);
  if (OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    await startTracing(process, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG);
  }
}
