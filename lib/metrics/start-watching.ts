import { connectionState } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { startMetrics } from "@/lib/platform/metrics";

/** Begins to count in this process where somebody may ask for it. To be called before its first work. */
export async function startWatching(process: "web" | "worker"): Promise<void> {
  if (env().METRICS_TOKEN !== undefined) await startMetrics(process, connectionState);
}
