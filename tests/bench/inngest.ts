import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { withDatabase } from "@/tests/bench/database";
import { EVENT_KEY, InngestServer, SIGNING_KEY } from "@/tests/support/inngest-server";
import { Subscriber } from "@/tests/support/subscriber";

/*
 * Deliveries where Inngest runs the jobs, through the service's own endpoint and a little Inngest, all in one process: how
 * many a second, in how many runs, and the time from commit to a healthy subscriber's first byte at 50 events/s beside
 * eight webhooks that answer after 14 s.
 */

const WEBHOOKS = 10;
const DELIVERIES = 3_000;
const EVENTS_PER_S = 50;
const LATENCY_S = 30;
const TARPITS = 8;
const TARPIT_MS = 14_000;

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function measure(): Promise<void> {
  const inngest = new InngestServer();
  const INNGEST_BASE_URL = await inngest.listen();
  const keys = { INNGEST_EVENT_KEY: EVENT_KEY, INNGEST_SIGNING_KEY: SIGNING_KEY };
  Object.assign(process.env, keys, { INNGEST_BASE_URL });
  const { closeDatabase, db, transaction } = await import("@/lib/platform/database");
  const { encrypt } = await import("@/lib/platform/crypto");
  const { dispatchingEnqueued } = await import("@/lib/jobs/dispatch");
  const { inngestEndpoint } = await import("@/lib/jobs/inngest");
  const { catalogue } = await import("@/lib/server/catalogue");
  const { emitAll } = await import("@/lib/webhooks/emit");
  const { secretContext } = await import("@/lib/webhooks/rules");
  await inngest.connect(inngestEndpoint(catalogue));

  const firstBytes = new Map<string, number>();
  let received = 0;
  const subscribers: Subscriber[] = [];
  async function aWorkspace(webhooks: number, answer: Subscriber["answer"]): Promise<string> {
    const at = new Date();
    const { id: workspaceId } = await db().workspace.create({ data: { name: "Bench", slug: randomUUID() } });
    const owner = await db().developer.create({
      data: { name: "Ada", email: `${randomUUID()}@example.com` },
    });
    await db().workspaceMember.create({ data: { workspaceId, developerId: owner.id, role: "owner" } });
    for (let i = 0; i < webhooks; i++) {
      const subscriber = new Subscriber(answer);
      await subscriber.listen();
      subscribers.push(subscriber);
      const id = randomUUID();
      const secretEncrypted = encrypt("whsec_c2VjcmV0", secretContext(id));
      const times = { createdAt: at, updatedAt: at };
      const row = { id, workspaceId, ownerId: owner.id, url: subscriber.url, events: ["*"], secretEncrypted };
      await db().webhook.create({ data: { ...row, ...times } });
    }
    return workspaceId;
  }
  const eventOf = (workspaceId: string, key: string) => ({
    workspaceId,
    type: "record.created" as const,
    data: { object: "company", record_id: randomUUID(), values: { name: "Grüner Tee", key }, actor_id: null },
  });
  const emitted = (workspaceId: string, keys: string[]) =>
    dispatchingEnqueued(() =>
      transaction((tx) =>
        emitAll(
          tx,
          keys.map((key) => eventOf(workspaceId, key)),
          new Date(),
        ),
      ),
    );
  const healthy: Subscriber["answer"] = (response, { raw }) => {
    received += 1;
    const { key } = JSON.parse(raw.toString()).data.values;
    if (!firstBytes.has(key)) firstBytes.set(key, performance.now());
    response.writeHead(200).end();
  };

  const crowd = await Promise.all(Array.from({ length: WEBHOOKS }, () => aWorkspace(1, healthy)));
  const perWorkspace = DELIVERIES / WEBHOOKS;
  const began = performance.now();
  await Promise.all(
    crowd.flatMap((workspaceId) =>
      Array.from({ length: perWorkspace / 10 }, () =>
        emitted(
          workspaceId,
          Array.from({ length: 10 }, () => randomUUID()),
        ),
      ),
    ),
  );
  while (received < DELIVERIES) await sleep(1);
  const perS = (DELIVERIES * 1000) / (performance.now() - began);
  const runs = inngest.executions.length;

  const tarpit = await aWorkspace(TARPITS, (response) => {
    setTimeout(() => response.writeHead(200).end(), TARPIT_MS);
  });
  const calm = await aWorkspace(1, healthy);
  const committed = new Map<string, number>();
  const running: Promise<void>[] = [];
  for (let i = 0; i < EVENTS_PER_S * LATENCY_S; i++) {
    const key = randomUUID();
    running.push(emitted(calm, [key]).then(() => {}));
    committed.set(key, performance.now());
    // The tarpits get as much, of every tenth event eight deliveries.
    if (i % 10 === 0) running.push(emitted(tarpit, [randomUUID()]));
    await sleep(1000 / EVENTS_PER_S);
  }
  await Promise.all(running);
  while (![...committed.keys()].every((key) => firstBytes.has(key))) await sleep(5);
  const took = [...committed].map(([key, at]) => (firstBytes.get(key) ?? Number.NaN) - at);
  inngest.executions.splice(0, runs);
  const perMinute = (inngest.executions.length * 60) / LATENCY_S;
  await Promise.all(subscribers.map((subscriber) => subscriber.close()));
  await inngest.disconnect();
  await inngest.close();
  await closeDatabase();
  console.log(
    `inngest: deliveries_per_s=${Math.round(perS)} runs=${runs} beside_tarpits_p50_ms=${quantile(took, 0.5).toFixed(0)} p99_ms=${quantile(took, 0.99).toFixed(0)} runs_per_min=${Math.round(perMinute)}`,
  );
}

export default function inngestBench(): Promise<void> {
  return withDatabase(measure);
}
