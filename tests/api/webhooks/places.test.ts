import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db, pool } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { EMITTED_JOBS_MAX, FAST_ANSWER_MS_MAX, SLOTS_INITIAL } from "@/lib/webhooks/limits";
import { shareOf } from "@/lib/webhooks/rules";
import { wakeAllDeferred } from "@/lib/webhooks/sending/waking";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

const WAIT = { timeout: 30_000, interval: 50 };
const FEW_PLACES = 32;
const SHARE = FEW_PLACES / 4;

/** A worker process of its own: what it knows of others stands in the database. */
async function aWorker(places = 512): Promise<ChildProcess> {
  const worker = fork(path.resolve(import.meta.dirname, "../../support/delivering-worker.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, WORKER_PLACES: String(places), WEBHOOK_RETRY_INITIAL_SECONDS: "0.2" },
  });
  const ended = new Promise<never>((_, reject) =>
    worker.once("exit", (code) => reject(new Error(`The worker ended (${code}).`))),
  );
  ended.catch(() => {});
  onTestFinished(() => kill(worker));
  await Promise.race([once(worker, "message"), ended]);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, "exit");
  worker.kill("SIGKILL");
  await exited;
}

type Open = { now: number; most: number };

/** A subscriber that never answers, and counts how many requests are open, and were at a time, at most. */
async function aHangingSubscriber() {
  const open: Open = { now: 0, most: 0 };
  const subscriber = await aSubscriber((response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once("close", () => {
      open.now -= 1;
    });
  });
  return { subscriber, open };
}

function events(count: number) {
  return Array.from({ length: count }, (_, n) => ({ n }));
}

/**
 * Resolves when none of a webhook's deliveries is on its way to a place: each has one, or is deferred; and each that has
 * one has been sent, which on a busy machine may be long after it was claimed.
 */
async function settled(webhookIds: string[], open: Open, held: number) {
  await vi.waitFor(async () => {
    const rows = (await Promise.all(webhookIds.map(deliveriesOf))).flat();
    const deferred = rows.filter(({ nextRetryAt, claimedUntil }) => !nextRetryAt && !claimedUntil);
    expect(rows.filter(({ claimedUntil }) => claimedUntil)).toHaveLength(held);
    expect(deferred).toHaveLength(rows.length - held);
    expect(open.now).toBe(held);
  }, WAIT);
}

describe("the workers' slots", () => {
  it("are used by one workspace up to a quarter, over all workers, while another's webhook is served", async () => {
    await Promise.all([aWorker(FEW_PLACES), aWorker(FEW_PLACES)]);
    const [crowded, quiet] = [await aSubscribedWorkspace(), await aSubscribedWorkspace()];
    const { subscriber, open } = await aHangingSubscriber();
    const webhooks = [];
    for (let n = 0; n < 4; n++) webhooks.push((await aWebhook(crowded, subscriber.url)).id);
    await emitCommitted(crowded.workspaceId, events(10));
    await settled(webhooks, open, SHARE);
    const healthy = await aSubscriber();
    await aWebhook(quiet, healthy.url);
    await emitCommitted(quiet.workspaceId, events(5));
    await vi.waitFor(() => expect(healthy.received).toHaveLength(5), WAIT);
    expect(open.most).toBe(SHARE);
  }, 90_000);

  it("serve all deliveries of one change to a webhook at once, even if only some have jobs", async () => {
    await aWorker();
    const at = await aSubscribedWorkspace();
    const [first, second] = [await aSubscriber(), await aSubscriber()];
    for (const { url } of [first, second]) await aWebhook(at, url);
    const count = 10 * EMITTED_JOBS_MAX;
    await emitCommitted(at.workspaceId, events(count));
    for (const { received } of [first, second]) {
      await vi.waitFor(() => expect(received).toHaveLength(count), WAIT);
    }
  }, 90_000);

  it("are used by slow webhooks up to a quarter in total, whoever owns them", async () => {
    await Promise.all([aWorker(FEW_PLACES), aWorker(FEW_PLACES)]);
    const { subscriber, open } = await aHangingSubscriber();
    const places = await Promise.all(events(4).map(aSubscribedWorkspace));
    const webhooks: string[] = [];
    for (const at of places) {
      const { id } = await aWebhook(at, subscriber.url);
      await db().webhookPace.create({ data: { webhookId: id, slots: 4, isSlow: true } });
      webhooks.push(id);
    }
    for (const { workspaceId } of places) await emitCommitted(workspaceId, events(5));
    await settled(webhooks, open, SHARE);
    const healthy = await aSubscriber();
    const at = await aSubscribedWorkspace();
    await aWebhook(at, healthy.url);
    await emitCommitted(at.workspaceId, events(5));
    await vi.waitFor(() => expect(healthy.received).toHaveLength(5), WAIT);
    expect(open.most).toBe(SHARE);
  }, 90_000);
});

it("that a workspace has used up with unanswered requests cost a change no jobs, for whichever of its webhooks", async () => {
  const [crowded, quiet] = [await aSubscribedWorkspace(), await aSubscribedWorkspace()];
  const { url } = await aSubscriber();
  const [hanging, other, neighbours] = await Promise.all([
    aWebhook(crowded, url),
    aWebhook(crowded, url),
    aWebhook(quiet, url),
  ]);
  await db().webhookLease.createMany({
    data: Array.from({ length: shareOf(env().WORKER_PLACES) }, () => ({
      deliveryId: randomUUID(),
      webhookId: hanging.id,
      workspaceId: crowded.workspaceId,
      isSlow: false,
      takenAt: new Date(Date.now() - 2 * FAST_ANSWER_MS_MAX),
      expiresAt: new Date(Date.now() + 60_000),
    })),
  });
  for (const { workspaceId } of [crowded, quiet]) await emitCommitted(workspaceId, events(3));
  const jobsOf = async (webhookId: string) => {
    const { rows } = await pool().query(
      "SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'webhook_id' = $1",
      [webhookId],
    );
    return rows.length;
  };
  expect(await deliveriesOf(other.id)).toHaveLength(3);
  expect(await jobsOf(other.id)).toBe(0);
  expect(await jobsOf(neighbours.id)).toBe(3);
  await db().webhookLease.deleteMany({ where: { webhookId: hanging.id } });
  expect((await wakeAllDeferred(enqueueDeliveriesSql(), new Date())).woken).toBeGreaterThanOrEqual(3);
  expect(await jobsOf(other.id)).toBe(3);
});

describe("the slots of a webhook", () => {
  it("apply across all workers", async () => {
    await Promise.all([aWorker(), aWorker()]);
    const at = await aSubscribedWorkspace();
    const { subscriber, open } = await aHangingSubscriber();
    const { id } = await aWebhook(at, subscriber.url);
    await emitCommitted(at.workspaceId, events(40));
    await settled([id], open, SLOTS_INITIAL);
    expect(open.most).toBe(SLOTS_INITIAL);
  }, 90_000);

  it("that are used by hanging requests cost a change no jobs, and its deferred deliveries follow them", async () => {
    await aWorker();
    const at = await aSubscribedWorkspace();
    const { subscriber, open } = await aHangingSubscriber();
    const { id } = await aWebhook(at, subscriber.url);
    await emitCommitted(at.workspaceId, events(SLOTS_INITIAL));
    await settled([id], open, SLOTS_INITIAL);
    await db().webhookLease.updateMany({
      where: { webhookId: id },
      data: { takenAt: new Date(Date.now() - 2 * FAST_ANSWER_MS_MAX) },
    });
    await emitCommitted(at.workspaceId, events(5));
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ claimedUntil, nextRetryAt }) => !claimedUntil && !nextRetryAt)).toHaveLength(5);
    const { rows: jobs } = await pool().query(
      "SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'webhook_id' = $1",
      [id],
    );
    expect(jobs).toHaveLength(SLOTS_INITIAL);
    subscriber.answer = (response) => response.writeHead(200).end();
    await vi.waitFor(
      async () => {
        const statuses = (await deliveriesOf(id)).map(({ status }) => status);
        expect(statuses).toEqual(statuses.map(() => "success"));
      },
      { timeout: 60_000, interval: 100 },
    );
  }, 90_000);

  it("that are free wait for deferred deliveries while a request hangs, and all are sent after it", async () => {
    await aWorker();
    const at = await aSubscribedWorkspace();
    const { subscriber, open } = await aHangingSubscriber();
    const { id } = await aWebhook(at, subscriber.url);
    await emitCommitted(at.workspaceId, events(2));
    await settled([id], open, 2);
    await db().webhookLease.updateMany({
      where: { webhookId: id },
      data: { takenAt: new Date(Date.now() - 2 * FAST_ANSWER_MS_MAX) },
    });
    // Nothing is deferred, and slots are free: it goes out at once.
    await emitCommitted(at.workspaceId, events(1));
    await settled([id], open, 3);
    await db().webhookDelivery.create({
      data: {
        createdAt: new Date(),
        id: randomUUID(),
        webhookId: id,
        eventId: randomUUID(),
        eventType: "record.created",
        body: "{}",
      },
    });
    await emitCommitted(at.workspaceId, events(5));
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ claimedUntil, nextRetryAt }) => !claimedUntil && !nextRetryAt)).toHaveLength(6);
    subscriber.answer = (response) => response.writeHead(200).end();
    await vi.waitFor(
      async () => {
        const statuses = (await deliveriesOf(id)).map(({ status }) => status);
        expect(statuses).toEqual(statuses.map(() => "success"));
      },
      { timeout: 60_000, interval: 100 },
    );
  }, 90_000);

  it("are freed if the worker that used them was killed, and everything is delivered", async () => {
    const killed = await aWorker();
    const at = await aSubscribedWorkspace();
    const { subscriber, open } = await aHangingSubscriber();
    const { id } = await aWebhook(at, subscriber.url);
    await emitCommitted(at.workspaceId, events(20));
    await settled([id], open, SLOTS_INITIAL);
    expect(await db().webhookLease.count({ where: { webhookId: id } })).toBe(SLOTS_INITIAL);
    await kill(killed);
    subscriber.answer = (response) => response.writeHead(200).end();
    await aWorker();
    // With the dead worker's heartbeat, long before their claims run out: what was deferred goes out now.
    await vi.waitFor(
      async () => {
        const rows = await deliveriesOf(id);
        expect(rows.filter(({ status }) => status === "success").length).toBeGreaterThanOrEqual(12);
      },
      { timeout: 60_000, interval: 100 },
    );
    await vi.waitFor(
      async () => {
        const rows = await deliveriesOf(id);
        expect(rows.map(({ status }) => status)).toEqual(rows.map(() => "success"));
        expect(await db().webhookLease.count({ where: { webhookId: id } })).toBe(0);
      },
      { timeout: 90_000, interval: 100 },
    );
  }, 180_000);

  it("are halved after a response that took over 5 s, even if its delivery succeeded", async () => {
    await aWorker();
    const at = await aSubscribedWorkspace();
    const subscriber = await aSubscriber((response) => {
      setTimeout(() => response.writeHead(200).end("at last"), 5_500);
    });
    const { id } = await aWebhook(at, subscriber.url);
    await emitCommitted(at.workspaceId, events(1));
    await vi.waitFor(async () => expect((await deliveriesOf(id))[0]?.status).toBe("success"), WAIT);
    const pace = await db().webhookPace.findUniqueOrThrow({ where: { webhookId: id } });
    expect(pace).toMatchObject({ slots: SLOTS_INITIAL / 2, isSlow: true });
  }, 60_000);
});
