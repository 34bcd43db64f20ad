import { SLOT_WAIT_MS, SLOTS_INITIAL, SLOTS_MAX, SLOTS_MIN, WAKE_SLOTS_FACTOR } from "@/lib/webhooks/limits";
import type { Pace } from "@/lib/webhooks/rules";

/*
 * How many requests a webhook may have in progress, so that one that does not answer can't take all of the worker's
 * places. As in TCP, the number grows by one with each quick success and is halved by each failure. The limit across
 * all workers is enforced in the database (`claim_deliveries`), in one statement for many; this file has what one
 * process needs to know to let the right ones ask. A delivery that finds no slot waits, because most answers come
 * within milliseconds. If no slot is freed for a moment, the webhook counts as stuck, and its deliveries are deferred in
 * the database until its requests end.
 */

type Slots = {
  taken: number;
  max: number;
  isStuck: boolean;
  /** Whether deliveries may be deferred, as far as this process knows. */
  hasDeferred: boolean;
  waiting: ((isMine: boolean) => void)[];
  /** Runs while deliveries wait, since a slot was last freed. */
  timer: NodeJS.Timeout | undefined;
};

const byWebhook = new Map<string, Slots>();

function slotsOf(webhookId: string): Slots {
  const found = byWebhook.get(webhookId);
  if (found) return found;
  const slots: Slots = {
    taken: 0,
    max: SLOTS_INITIAL,
    isStuck: false,
    hasDeferred: false,
    waiting: [],
    timer: undefined,
  };
  byWebhook.set(webhookId, slots);
  return slots;
}

/** Takes one of a webhook's slots, waiting a moment for it; false if its deliveries should be deferred. */
export async function takeSlot(webhookId: string): Promise<boolean> {
  const slots = slotsOf(webhookId);
  if (slots.taken < slots.max) {
    slots.taken += 1;
    return true;
  }
  if (!slots.isStuck) {
    const isMine = await new Promise<boolean>((resolve) => {
      slots.waiting.push(resolve);
      if (slots.waiting.length === 1) watch(slots);
    });
    if (isMine) return true;
  }
  return false;
}

/** Marks the webhook as stuck if no slot is freed from now on while deliveries wait for one. */
function watch(slots: Slots): void {
  clearTimeout(slots.timer);
  if (slots.waiting.length === 0) return;
  slots.timer = setTimeout(() => {
    slots.isStuck = true;
    for (const each of slots.waiting.splice(0)) each(false);
  }, SLOT_WAIT_MS);
}

/**
 * Notes that a webhook may have deferred deliveries: one was just saved, or another process or a sweep left some.
 * @returns how many may be woken now; 0 while requests are in progress, because the last of them will return it
 */
export function expectDeferred(webhookId: string): number {
  const slots = slotsOf(webhookId);
  slots.hasDeferred = true;
  return slots.taken === 0 ? slots.max : 0;
}

/** Takes over the database's number of slots for a webhook. */
export function learnSlots(webhookId: string, max: number): void {
  slotsOf(webhookId).max = max;
}

/**
 * Gives a slot back, with the result of its request; null if none was sent.
 * @returns how many deferred deliveries to wake now: several at a time, because that takes one statement. If there were
 * that many, there may be more: call `expectDeferred`
 */
export function releaseSlot(webhookId: string, pace: Pace["slots"] | null): number {
  const slots = slotsOf(webhookId);
  slots.taken -= 1;
  if (pace === "gained") slots.max = Math.min(SLOTS_MAX, slots.max + 1);
  // Not for slow answers: deliveries waiting here for one would be deferred again in a moment.
  if (pace === "gained") slots.isStuck = false;
  if (pace === "halved") slots.max = Math.max(SLOTS_MIN, Math.floor(slots.max / 2));
  while (slots.taken < slots.max) {
    const next = slots.waiting.shift();
    if (!next) break;
    slots.taken += 1;
    next(true);
  }
  watch(slots);
  const free = slots.max - slots.taken;
  const isTime = slots.hasDeferred && free * 2 >= slots.max;
  // Cleared before looking, so that deliveries deferred in the meantime are noticed.
  if (isTime) slots.hasDeferred = false;
  // The database remembers the number.
  if (slots.taken === 0 && !slots.hasDeferred) byWebhook.delete(webhookId);
  if (!isTime) return 0;
  // Deliveries of a fast webhook may wait here for their turn. Those of any other would only be deferred again.
  const isFast = !slots.isStuck && (pace === "gained" || pace === null);
  return isFast ? WAKE_SLOTS_FACTOR * slots.max - slots.taken : free;
}
