import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type Service, startService } from "@/tests/support/service";

/*
 * From the start of the process to the first 200 on health, and to the line "Ready": application built, data fresh, then
 * data there already. Then starts beside busy loops: whether they come up at all, however long it takes.
 */

const POLL_MS = 10;
const AGAIN_ROUNDS = 5;
const BUSY_LOOPS = 8;
const LOADED_ROUNDS = 5;
/** So long, and the start counts as one that does not come up. */
const LOADED_WAIT_MS = 600_000;

type Times = { healthMs: number; readyMs: number };

/** Milliseconds from calling `start` to the first 200, and to its end. */
async function timesOf(port: number, start: () => Promise<void>): Promise<Times> {
  const startedAt = performance.now();
  let hasFailed = false;
  let readyMs = 0;
  const started = start().then(
    () => {
      readyMs = performance.now() - startedAt;
    },
    (error: unknown) => {
      hasFailed = true;
      throw error;
    },
  );
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
  const healthMs = performance.now() - startedAt;
  await started;
  return { healthMs, readyMs };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sorted = (values: number[]) =>
  values
    .toSorted((a, b) => a - b)
    .map(Math.round)
    .join(", ");

/** How many of five starts come up beside eight loops that take all the processor they get. */
async function startsUnderLoad(service: Service): Promise<number> {
  const loops: ChildProcess[] = Array.from({ length: BUSY_LOOPS }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  let succeeded = 0;
  try {
    for (let round = 0; round < LOADED_ROUNDS; round++) {
      const startedAt = performance.now();
      const late = sleep(LOADED_WAIT_MS, "not within 10 min", { ref: false });
      const how = await Promise.race([
        late,
        service.start().then(
          () => null,
          (error: Error) => error.message,
        ),
      ]);
      console.log(
        `beside ${BUSY_LOOPS} busy loops: ${how ?? `${Math.round(performance.now() - startedAt)} ms`}`,
      );
      if (how === null) succeeded += 1;
      await service.stop({ keepData: true });
    }
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
  }
  return succeeded;
}

export default async function start(): Promise<void> {
  await (await startService()).stop();
  const port = await freePort();
  let service: Service | undefined;
  const first = await timesOf(port, async () => {
    service = await startService({ PORT: String(port) });
  });
  if (!service) throw new Error("the service did not start");
  const again: Times[] = [];
  for (let round = 0; round < AGAIN_ROUNDS; round++) {
    await service.stop({ keepData: true });
    again.push(await timesOf(port, service.start));
  }
  await service.stop({ keepData: true });
  const health = again.map(({ healthMs }) => healthMs);
  const ready = again.map(({ readyMs }) => readyMs);
  console.log(`again, sorted: ${sorted(health)} ms; to the line "Ready": ${sorted(ready)} ms`);
  const succeeded = await startsUnderLoad(service);
  await service.stop();
  console.log(
    `start: first_ms=${Math.round(first.healthMs)} again_ms=${Math.round(median(health))} again_ready_ms=${Math.round(median(ready))} ready_under_load=${succeeded}/${LOADED_ROUNDS}`,
  );
}
