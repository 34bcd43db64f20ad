import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "@/lib/jobs/define-job";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { TRACE_FIELD, traced, traceOf } from "@/lib/platform/tracing";
import { attempt, standAside } from "@/lib/webhooks/deliver";
import { chooseDue, type Due, type DueDelivery, findNextDue } from "@/lib/webhooks/due/store";
import {
  CLAIM_MS,
  LONG_REQUEST_MS,
  LOOK_MS_MAX,
  LOOK_MS_MIN,
  LOOKS_SHARE,
  REQUEST_TIMEOUT_MS,
} from "@/lib/webhooks/limits";
import { claimDelivery, refuseDelivery } from "@/lib/webhooks/sending/store";

/*
 * Deliveries in batches, for an engine where each run is expensive: one run finds what is due, taking turns between all
 * webhooks, and sends it, however much that is. Slots and places are counted in the database, at each look and again
 * when deliveries are claimed.
 */

const NOTHING: Due = { deliveries: [], isLeft: true, areSlow: false };

/** Makes one delivery attempt, if it is still due and there is a place for it. */
async function deliverOne({ id, webhookId, round }: DueDelivery): Promise<void> {
  const job = { delivery_id: id, webhook_id: webhookId, round };
  const now = new Date();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  const claimed = await claimDelivery({ id, round, claimedUntil, now });
  if (claimed === null) await standAside(job, now);
  else if (claimed === "no_place") return;
  else if (!claimed.isPermitted) await refuseDelivery(id, claimedUntil, now);
  else await attempt(job, claimed, claimedUntil, () => {});
}

async function deliverTraced(delivery: DueDelivery): Promise<void> {
  const { id, traceparent } = delivery;
  const parent = traceOf({ [TRACE_FIELD]: traceparent });
  const span = {
    name: "deliver webhook",
    kind: "CONSUMER",
    attributes: { "webhook.delivery": id },
    parent,
  } as const;
  try {
    await traced(span, () => deliverOne(delivery));
  } catch (error) {
    // Its claim expires, and others must not wait for it.
    log.error({ err: error, delivery_id: id }, "a delivery could not be attempted");
  }
}

/** The deliveries that a run has in progress. */
class RunningDeliveries {
  private readonly since = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  private wake = () => {};

  get count(): number {
    return this.running.size;
  }

  start(delivery: DueDelivery): void {
    // It was chosen again before its claim was saved.
    if (this.since.has(delivery.id)) return;
    this.since.set(delivery.id, performance.now());
    const run = deliverTraced(delivery).finally(() => {
      this.since.delete(delivery.id);
      this.running.delete(run);
      this.wake();
    });
    this.running.add(run);
  }

  /** Whether a request takes so long that others must not wait for it to end. */
  isLong(): boolean {
    const before = performance.now() - LONG_REQUEST_MS;
    return [...this.since.values()].some((began) => began < before);
  }

  /** Waits until a delivery ends, but no longer than this. */
  async next(ms: number): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    await Promise.race([ended, sleep(ms, null, { ref: false })]);
  }

  async all(): Promise<void> {
    await Promise.all(this.running);
  }
}

/**
 * Delivers what is due, either to webhooks that answer slowly or to all others, until nothing is left that was due when
 * it began, or its time is up. While a request takes long, it also handles what becomes due in the meantime, so that
 * nobody waits for that request.
 * @param leftMs the time left
 * @param onSlow called once if something is due for webhooks that answer slowly and this run does not handle those
 * @returns when something is due next
 */
export async function deliverDue({
  isSlow,
  leftMs,
  onSlow,
}: {
  isSlow: boolean;
  leftMs(): number;
  onSlow(): Promise<void>;
}): Promise<Outcome> {
  const beganAt = new Date();
  const running = new RunningDeliveries();
  let hasTold = isSlow;
  let until = beganAt;
  for (;;) {
    if (leftMs() <= REQUEST_TIMEOUT_MS) {
      await running.all();
      return { againAt: new Date() };
    }
    const now = new Date();
    const limit = env().WORKER_PLACES - running.count;
    if (isSlow || running.isLong()) until = now;
    const lookedMs = performance.now();
    const due = limit > 0 ? await chooseDue({ isSlow, limit, until }, now) : NOTHING;
    const tookMs = performance.now() - lookedMs;
    if (due.areSlow && !hasTold) {
      hasTold = true;
      await onSlow();
    }
    for (const delivery of due.deliveries) running.start(delivery);
    if (running.count === 0 && !due.isLeft) break;
    const restMs = Math.max(LOOK_MS_MIN, tookMs * (1 / LOOKS_SHARE - 1));
    // A delivery that ends frees a slot, and many end at nearly the same time.
    if (due.deliveries.length === 0) await running.next(Math.max(LOOK_MS_MAX - restMs, 0));
    await sleep(restMs);
  }
  // Also retries that became due since then: nobody else may come for them.
  const dueAt = await findNextDue(until, new Date());
  return dueAt ? { againAt: dueAt } : undefined;
}
