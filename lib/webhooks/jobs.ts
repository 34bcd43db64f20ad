import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueRowsSql, enqueueSql } from "@/lib/jobs/enqueue";
import { db, Prisma } from "@/lib/platform/database";
import { TRACE_FIELD } from "@/lib/platform/tracing";
import { deliver } from "@/lib/webhooks/deliver";
import { deliverDue } from "@/lib/webhooks/due/deliver-due";
import {
  SLOTS_MAX,
  SWEEP_DELIVERIES_PER_WEBHOOK_MAX,
  SWEEP_GRACE_MS,
  WAKE_EVERY_MS,
} from "@/lib/webhooks/limits";
import { eraseOld } from "@/lib/webhooks/retention/erase-old";
import { batched } from "@/lib/webhooks/sending/batched";
import { deferOverdue, deleteExpiredLeases, failPendingOfInactive } from "@/lib/webhooks/sending/store";
import { type Wake, wakeAllDeferred, wakeDeferred } from "@/lib/webhooks/sending/waking";
import { expectDeferred } from "@/lib/webhooks/slots";

/**
 * Webhooks whose requests ended together are woken together: planning one such statement takes as long as running it.
 */
const wakeTogether = batched(async (asked: Wake[]) => {
  const limits = new Map<string, number>();
  for (const { webhookId, limit } of asked) {
    limits.set(webhookId, Math.max(limit, limits.get(webhookId) ?? 0));
  }
  const wakes = Array.from(limits, ([webhookId, limit]) => ({ webhookId, limit }));
  const woken = await wakeDeferred(wakes, enqueueDeliveriesSql("drains"), new Date());
  return asked.map(({ webhookId }) => woken.get(webhookId) ?? 0);
});

async function wake(webhookId: string, limit: number): Promise<void> {
  let mayBeMore = true;
  try {
    const woken = await wakeTogether({ webhookId, limit });
    mayBeMore = woken >= limit;
    // Their jobs may just be ending, and then nobody would check again.
    if (woken === 0) await askToWake(new Date());
  } finally {
    if (mayBeMore) expectDeferred(webhookId);
  }
}

/**
 * On Inngest, delivers to webhooks that answer slowly, apart from all others: a single run handles them, so that any
 * number of slow requests take up only one of the concurrent runs. Workers don't need this.
 */
export const deliverSlowWebhooks = defineJob({
  name: "webhooks.deliver-slow",
  payload: z.object({}),
  batch: {
    isAlone: true,
    work: ({ leftMs }) => deliverDue({ isSlow: true, leftMs, onSlow: async () => {} }),
  },
  handler: async () => undefined,
});

/** Makes one delivery attempt, and runs again for the next one until the delivery has ended. */
export const deliverWebhook = defineJob({
  name: "webhooks.deliver",
  payload: z.object({
    delivery_id: z.uuid(),
    webhook_id: z.uuid(),
    round: z.int(),
    /** Whether deferred deliveries of the webhook may be woken after this one. */
    drains: z.boolean().optional(),
  }),
  waitsForOthers: true,
  concurrency: { key: ({ webhook_id }) => webhook_id, limit: SLOTS_MAX },
  dedupeKey: ({ delivery_id, round }) => `${delivery_id}:${round}`,
  batch: {
    work: ({ leftMs, tell }) =>
      deliverDue({ isSlow: false, leftMs, onSlow: () => tell(deliverSlowWebhooks) }),
  },
  handler: async (payload) => {
    const { outcome, wakeable, mayLeaveDeferred } = await deliver(payload);
    if (wakeable > 0) await wake(payload.webhook_id, wakeable);
    if (mayLeaveDeferred) await askToWake(new Date());
    return outcome;
  },
});

/**
 * The SQL aggregate that adds a job for each row of `delivery` (id, webhook_id, round, traceparent), and counts them.
 * @param drains set if the webhook may have deferred deliveries, which the job then wakes
 */
export function enqueueDeliveriesSql(drains?: "drains"): Prisma.Sql {
  const payload = Prisma.sql`jsonb_build_object('delivery_id', delivery.id, 'webhook_id', delivery.webhook_id,
    'round', delivery.round,
    'drains', ${drains !== undefined}::boolean, ${TRACE_FIELD}::text, delivery.traceparent)`;
  const dedupeKey = Prisma.sql`delivery.id || ':' || delivery.round`;
  return enqueueRowsSql(deliverWebhook, {
    payload,
    dedupeKey,
    concurrencyKey: Prisma.sql`delivery.webhook_id`,
  });
}

/** Wakes deferred deliveries that had to wait for places, as soon as some are free. */
export const wakeWebhookDeliveries = defineJob({
  name: "webhooks.wake-deliveries",
  payload: z.object({}),
  dedupeKey: () => "all",
  delayMs: WAKE_EVERY_MS,
  handler: async (_payload, { now }) => {
    const { isLeft } = await wakeAllDeferred(enqueueDeliveriesSql("drains"), now);
    return isLeft ? { againAt: new Date(now.getTime() + WAKE_EVERY_MS) } : undefined;
  },
});

/** Simultaneous callers share one statement, and all of them one job. */
const askToWake = batched(async (askers: Date[]) => {
  const [now = new Date()] = askers;
  await db().$queryRaw`SELECT ${enqueueSql(wakeWebhookDeliveries, {}, now)} AS id`;
  return askers.map(() => undefined);
});

/** Finds deliveries that are due but have no job, because it was lost or its process died. */
export const sweepWebhookDeliveries = defineScheduledJob({
  name: "webhooks.sweep-deliveries",
  schedule: "* * * * *",
  run: async (now) => {
    await failPendingOfInactive(SWEEP_DELIVERIES_PER_WEBHOOK_MAX, now);
    await deferOverdue(new Date(now.getTime() - SWEEP_GRACE_MS), SWEEP_DELIVERIES_PER_WEBHOOK_MAX, now);
    await deleteExpiredLeases(now);
    await wakeAllDeferred(enqueueDeliveriesSql("drains"), now);
  },
});

/** Erases what has passed its retention time, at the rate at which it accumulates. */
export const eraseWebhookDeliveries = defineScheduledJob({
  name: "webhooks.erase-old",
  schedule: "41 * * * *",
  run: eraseOld,
});
