import { SLOT_WAIT_MS, SLOTS_INITIAL, SLOTS_MAX, SLOTS_MIN, WAKE_SLOTS_FACTOR } from "@/lib/webhooks/limits";
import type { Pace } from "@/lib/webhooks/rules";

/*
 * How many requests a webhook may have under way, so that one that does not answer can't take all of the worker's places.
 * The number grows by one with each quick success and is halved by each failure, as TCP does it. What holds over all
 * workers is decided in the database (`claim_deliveries`), in one statement for many; here stands what this process needs
 * to know to let the right ones ask. Who
 * finds no slot waits, because answers mostly come within milliseconds; when none is freed for a moment the webhook
 * counts as stuck, and its deliveries are parked in the database until requests of it end.
 */

type Slots = {
  taken: number;
  max: number;
  isStuck: boolean;
  /** Whether deliveries may be parked, for all this process knows. */
  hasParked: boolean;
  waiting: ((isMine: boolean) => void)[];
  /** Runs while some wait, since a slot was last freed. */
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
    hasParked: false,
    waiting: [],
    timer: undefined,
  };
  byWebhook.set(webhookId, slots);
  return slots;
}

/** Takes one of a webhook's slots, waiting for it a moment; false where its deliveries are to be parked. */
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

/** Calls the webhook stuck when no slot is freed from now on while some wait for one. */
function watch(slots: Slots): void {
  clearTimeout(slots.timer);
  if (slots.waiting.length === 0) return;
  slots.timer = setTimeout(() => {
    slots.isStuck = true;
    for (const each of slots.waiting.splice(0)) each(false);
  }, SLOT_WAIT_MS);
}

/**
 * Says that a webhook may have parked deliveries: one was just written down, another process left some, or a sweep did.
 * @returns how many may be woken now; where requests are under way, 0, because the last of them will tell
 */
export function expectParked(webhookId: string): number {
  const slots = slotsOf(webhookId);
  slots.hasParked = true;
  return slots.taken === 0 ? slots.max : 0;
}

/** Takes over what the database knows of a webhook's slots. */
export function learnSlots(webhookId: string, max: number): void {
  slotsOf(webhookId).max = max;
}

/**
 * Gives a slot back, with what came of its request; null where none was sent.
 * @returns how many parked deliveries are to be woken now: several at a time, because that is one statement. When there
 *   were as many, there may be more: `expectParked`
 */
export function releaseSlot(webhookId: string, pace: Pace["slots"] | null): number {
  const slots = slotsOf(webhookId);
  slots.taken -= 1;
  if (pace === "gained") slots.max = Math.min(SLOTS_MAX, slots.max + 1);
  // Not by answers that take their time: those who waited here for them would be parked in a moment again.
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
  const isTime = slots.hasParked && free * 2 >= slots.max;
  // Forgotten before they are looked for, so that what is parked meanwhile is not.
  if (isTime) slots.hasParked = false;
  // The database remembers the number.
  if (slots.taken === 0 && !slots.hasParked) byWebhook.delete(webhookId);
  if (!isTime) return 0;
  // Those of a quick webhook may wait here for their turn.
  return slots.isStuck ? free : WAKE_SLOTS_FACTOR * slots.max - slots.taken;
}
