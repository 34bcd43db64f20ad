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
 * Deliveries in batches, for an engine to which each run is dear: one run looks for what is due, of all webhooks in turns,
 * and sends it, however much that is. Slots and places are counted in the database, which is asked for them with each
 * look, and again as deliveries are claimed.
 */

const NOTHING: Due = { deliveries: [], isLeft: true, areSlow: false };

/** Makes one attempt at a delivery, where it is still due and there is a place for it. */
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
    // Its claim runs out, and others must not wait for it.
    log.error({ err: error, delivery_id: id }, "a delivery could not be attempted");
  }
}

/** What a run has under way. */
class UnderWay {
  private readonly since = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  private wake = () => {};

  get count(): number {
    return this.running.size;
  }

  start(delivery: DueDelivery): void {
    // Chosen again before its claim was written.
    if (this.since.has(delivery.id)) return;
    this.since.set(delivery.id, performance.now());
    const run = deliverTraced(delivery).finally(() => {
      this.since.delete(delivery.id);
      this.running.delete(run);
      this.wake();
    });
    this.running.add(run);
  }

  /** Whether a request takes so long that others must not wait for its end. */
  isLong(): boolean {
    const before = performance.now() - LONG_REQUEST_MS;
    return [...this.since.values()].some((began) => began < before);
  }

  /** Waits until something ends, for so long at most. */
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
 * Delivers what is due to webhooks that answer slowly, or to all others, until nothing is left that was due when it began,
 * or its time is over. While a request takes long it sees to what comes in meanwhile too, so that nobody waits for it.
 * @param leftMs how long it may still go on
 * @param onSlow told, once, when something is due to webhooks that answer slowly and these are not looked after here
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
  const underWay = new UnderWay();
  let hasTold = isSlow;
  for (;;) {
    if (leftMs() <= REQUEST_TIMEOUT_MS) {
      await underWay.all();
      return { againAt: new Date() };
    }
    const now = new Date();
    const limit = env().WORKER_PLACES - underWay.count;
    const until = isSlow || underWay.isLong() ? now : beganAt;
    const lookedMs = performance.now();
    const due = limit > 0 ? await chooseDue({ isSlow, limit, until }, now) : NOTHING;
    const tookMs = performance.now() - lookedMs;
    if (due.areSlow && !hasTold) {
      hasTold = true;
      await onSlow();
    }
    for (const delivery of due.deliveries) underWay.start(delivery);
    if (underWay.count === 0 && !due.isLeft) break;
    const restMs = Math.max(LOOK_MS_MIN, tookMs * (1 / LOOKS_SHARE - 1));
    // What ends frees a slot, and many end soon after each other.
    if (due.deliveries.length === 0) await underWay.next(Math.max(LOOK_MS_MAX - restMs, 0));
    await sleep(restMs);
  }
  const dueAt = await findNextDue(new Date());
  return dueAt ? { againAt: dueAt } : undefined;
}
