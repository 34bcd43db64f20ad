import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startService } from "@/tests/support/service";

/* From the start of the process to the first 200 on health: application built, data fresh, then data there already. */

const POLL_MS = 10;
const AGAIN_ROUNDS = 5;

/** Milliseconds from calling `start` to the first 200. */
async function timeToHealth(port: number, start: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let hasFailed = false;
  const started = start().catch((error: unknown) => {
    hasFailed = true;
    throw error;
  });
  started.catch(() => {});
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) break;
    if (hasFailed) await started;
    await sleep(POLL_MS);
  }
  const elapsedMs = performance.now() - startedAt;
  await started;
  return elapsedMs;
}

export default async function start(): Promise<void> {
  await (await startService()).stop();
  const port = await freePort();
  let service: Awaited<ReturnType<typeof startService>> | undefined;
  const firstMs = await timeToHealth(port, async () => {
    service = await startService({ PORT: String(port) });
  });
  if (!service) throw new Error("the service did not start");
  const again: number[] = [];
  for (let round = 0; round < AGAIN_ROUNDS; round++) {
    await service.stop({ keepData: true });
    again.push(await timeToHealth(port, service.start));
  }
  await service.stop();
  again.sort((a, b) => a - b);
  console.log(`again, sorted: ${again.map(Math.round).join(", ")} ms`);
  const median = again[Math.floor(again.length / 2)] ?? 0;
  console.log(`start: first_ms=${Math.round(firstMs)} again_ms=${Math.round(median)}`);
}
