import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withDatabase } from "@/tests/bench/database";
import { Subscriber } from "@/tests/support/subscriber";

/*
 * Deliveries by a real worker to ten subscribers, against jobs of the same engine that do nothing, in turns. Then the
 * time from commit to a subscriber's first byte at 50 events/s, while all answer and while one of the ten does not.
 */

const SUBSCRIBERS = 10;
const ROUNDS = 3;
const JOBS_PER_ROUND = 3_000;
const EVENTS_PER_S = 50;
const LATENCY_S = 20;
const BATCH_EVENTS = 500;

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function startWorker(): Promise<{ worker: ChildProcess; noOps: () => number }> {
  const worker = fork(path.join(import.meta.dirname, "deliver-worker.ts"), {
    execArgv: ["--import", "tsx"],
    env: process.env,
  });
  let noOps = 0;
  const ready = new Promise<void>((resolve, reject) => {
    worker.on("message", (message) => {
      if (message === "no-op") noOps += 1;
      if (message === "ready") resolve();
    });
    worker.once("exit", (code) => reject(new Error(`The worker ended (${code}).`)));
  });
  await ready;
  return { worker, noOps: () => noOps };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(1);
}

async function measure(): Promise<void> {
  const { closeDatabase, db, transaction } = await import("@/lib/platform/database");
  const { encrypt } = await import("@/lib/platform/crypto");
  const { emitAll } = await import("@/lib/webhooks/emit");
  const { secretContext } = await import("@/lib/webhooks/rules");

  const firstBytes = new Map<string, number>();
  const subscribers = Array.from({ length: SUBSCRIBERS }, () => new Subscriber());
  let received = 0;
  const workspaces: string[] = [];
  for (const subscriber of subscribers) {
    subscriber.answer = (response, { raw }) => {
      received += 1;
      const key = JSON.parse(raw.toString()).data.values.key;
      if (key && !firstBytes.has(key)) firstBytes.set(key, performance.now());
      response.writeHead(200).end();
    };
    await subscriber.listen();
    const id = randomUUID();
    const at = new Date();
    const row = { url: subscriber.url, events: ["*"], createdAt: at, updatedAt: at };
    const workspace = await db().workspace.create({ data: { name: "Bench", slug: randomUUID() } });
    workspaces.push(workspace.id);
    const owner = await db().developer.create({ data: { name: "Ada", email: `${id}@example.com` } });
    await db().workspaceMember.create({
      data: { workspaceId: workspace.id, developerId: owner.id, role: "owner" },
    });
    await db().webhook.create({
      data: {
        ...row,
        id,
        ownerId: owner.id,
        workspaceId: workspace.id,
        secretEncrypted: encrypt("whsec_c2VjcmV0", secretContext(id)),
      },
    });
  }
  const { worker, noOps } = await startWorker();
  const eventOf = (i: number, key: string | null = null) => ({
    workspaceId: workspaces[i % SUBSCRIBERS] ?? "",
    type: "record.created" as const,
    data: {
      object: "company",
      record_id: randomUUID(),
      values: { name: "Grüner Tee", i, key },
      actor_id: null,
    },
  });

  async function deliveries(count: number): Promise<number> {
    const goal = received + count;
    const events = Array.from({ length: count }, (_, i) => eventOf(i));
    await transaction(async (tx) => {
      for (let i = 0; i < count; i += BATCH_EVENTS) {
        await emitAll(tx, events.slice(i, i + BATCH_EVENTS), new Date());
      }
    });
    const began = performance.now();
    await until(() => received >= goal);
    return (count * 1000) / (performance.now() - began);
  }

  async function nothings(job: string, count: number): Promise<number> {
    const goal = noOps() + count;
    await transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT count(enqueue_job(${job}, jsonb_build_object('n', n), NULL, now(), 10, ${job} || ':' || n))
        FROM generate_series(1, ${count}::int) n`;
    });
    const began = performance.now();
    await until(() => noOps() >= goal);
    return (count * 1000) / (performance.now() - began);
  }

  async function latencies(counts: (subscriber: number) => boolean): Promise<number[]> {
    const committed = new Map<string, { at: number; subscriber: number }>();
    const running: Promise<void>[] = [];
    for (let i = 0; i < EVENTS_PER_S * LATENCY_S; i++) {
      const key = randomUUID();
      const event = eventOf(i, key);
      running.push(
        transaction(async (tx) => {
          await emitAll(tx, [event], new Date());
          committed.set(key, { at: performance.now(), subscriber: i % SUBSCRIBERS });
        }),
      );
      await sleep(1000 / EVENTS_PER_S);
    }
    await Promise.all(running);
    const judged = [...committed].filter(([, { subscriber }]) => counts(subscriber));
    await until(() => judged.every(([key]) => firstBytes.has(key)));
    return judged.map(([key, { at }]) => (firstBytes.get(key) ?? Number.NaN) - at);
  }

  await nothings("bench.no-op", 500);
  await deliveries(500);
  const rates = { deliveries: [] as number[], nothings: [] as number[], waiting: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.deliveries.push(await deliveries(JOBS_PER_ROUND));
    rates.nothings.push(await nothings("bench.no-op", JOBS_PER_ROUND));
    rates.waiting.push(await nothings("bench.wait-for-nothing", JOBS_PER_ROUND));
  }
  const [perS, nothingsPerS] = [quantile(rates.deliveries, 0.5), quantile(rates.nothings, 0.5)];
  console.log(
    `jobs that do nothing in the places of deliveries, fetched in batches: ${Math.round(quantile(rates.waiting, 0.5))}/s`,
  );

  const isOfNine = (subscriber: number) => subscriber !== 0;
  const all = await latencies(() => true);
  const healthy = await latencies(isOfNine);
  const hanging = subscribers[0];
  if (hanging) hanging.answer = () => {};
  const besideHanging = await latencies(isOfNine);
  console.log(
    `with one of ten hanging: p99_ms=${quantile(besideHanging, 0.99).toFixed(1)} of the other nine, before ${quantile(healthy, 0.99).toFixed(1)}`,
  );

  const exited = once(worker, "exit");
  worker.kill("SIGKILL");
  await exited;
  await Promise.all(subscribers.map((subscriber) => subscriber.close()));
  await closeDatabase();
  console.log(
    `deliver: deliveries_per_s=${Math.round(perS)} engine_jobs_per_s=${Math.round(nothingsPerS)} ratio=${(perS / nothingsPerS).toFixed(2)} first_attempt_p50_ms=${quantile(all, 0.5).toFixed(1)} p99_ms=${quantile(all, 0.99).toFixed(1)}`,
  );
}

export default function deliver(): Promise<void> {
  return withDatabase(measure);
}
