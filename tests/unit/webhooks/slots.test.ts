import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SLOT_WAIT_MS, SLOTS_INITIAL, SLOTS_MAX, WAKE_SLOTS_FACTOR } from "@/lib/webhooks/limits";
import { expectDeferred, releaseSlot, takeSlot } from "@/lib/webhooks/slots";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function takeAll(webhookId: string): Promise<void> {
  for (let i = 0; i < SLOTS_INITIAL; i++) expect(await takeSlot(webhookId)).toBe(true);
}

describe("the slots of a webhook", () => {
  it("are handed on to waiting deliveries, in turn", async () => {
    const id = randomUUID();
    await takeAll(id);
    const waiting = [takeSlot(id), takeSlot(id)];
    releaseSlot(id, null);
    releaseSlot(id, null);
    expect(await Promise.all(waiting)).toEqual([true, true]);
  });

  it("turn away everyone waiting once none was freed for a moment, but nobody of another webhook", async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    await takeAll(id);
    const waiting = [takeSlot(id), takeSlot(id)];
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS);
    expect(await Promise.all(waiting)).toEqual([false, false]);
    expect(await takeSlot(id)).toBe(false);
    expect(await takeSlot(other)).toBe(true);
  });

  it("keep waiting while some are freed, however slowly all in all", async () => {
    const id = randomUUID();
    await takeAll(id);
    const waiting = Array.from({ length: 5 }, () => takeSlot(id));
    for (let i = 0; i < waiting.length; i++) {
      await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS - 1);
      releaseSlot(id, null);
    }
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
  });

  it("grow with success up to their maximum, and shrink to one with failures", async () => {
    const id = randomUUID();
    await takeSlot(id);
    for (let i = 0; i < 3 * SLOTS_MAX; i++) {
      await takeSlot(id);
      releaseSlot(id, "gained");
    }
    for (let i = 1; i < SLOTS_MAX; i++) expect(await takeSlot(id)).toBe(true);
    const turnedAway = takeSlot(id);
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS);
    expect(await turnedAway).toBe(false);
    for (let i = 1; i < SLOTS_MAX; i++) releaseSlot(id, "halved");
    const second = takeSlot(id);
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS);
    expect(await second).toBe(false);
  });

  it("neither grow nor shrink with answers that come in between", async () => {
    const id = randomUUID();
    for (let i = 0; i < 3; i++) {
      await takeAll(id);
      for (let n = 0; n < SLOTS_INITIAL; n++) releaseSlot(id, "kept");
    }
    await takeAll(id);
    const turnedAway = takeSlot(id);
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS);
    expect(await turnedAway).toBe(false);
  });

  it("wake deferred deliveries when the last request ends, or at once if none is running", async () => {
    const id = randomUUID();
    await takeSlot(id);
    expect(expectDeferred(id)).toBe(0);
    // Of a quick webhook several times as many as it has slots: they wait for their turn.
    expect(releaseSlot(id, null)).toBe(WAKE_SLOTS_FACTOR * SLOTS_INITIAL);
    await takeSlot(id);
    expect(releaseSlot(id, null)).toBe(0);
    expect(expectDeferred(id)).toBe(SLOTS_INITIAL);
  });
});

it("only as many deliveries as free slots are woken if a webhook's last answer was slow or a failure", async () => {
  for (const pace of ["kept", "halved"] as const) {
    const id = randomUUID();
    await takeAll(id);
    expect(expectDeferred(id)).toBe(0);
    let woken = 0;
    for (let i = 0; i < SLOTS_INITIAL && woken === 0; i++) woken = releaseSlot(id, pace);
    expect(woken).toBeGreaterThan(0);
    expect(woken).toBeLessThanOrEqual(SLOTS_INITIAL);
  }
});

it("only as many deliveries as free slots are woken for a stuck webhook, until an answer was quick", async () => {
  const id = randomUUID();
  await takeAll(id);
  const waiting = takeSlot(id);
  await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS);
  expect(await waiting).toBe(false);
  expect(expectDeferred(id)).toBe(0);
  for (let i = 1; i < SLOTS_INITIAL / 2; i++) expect(releaseSlot(id, "kept")).toBe(0);
  expect(releaseSlot(id, "kept")).toBe(SLOTS_INITIAL / 2);
  expect(expectDeferred(id)).toBe(0);
  expect(releaseSlot(id, "gained")).toBeGreaterThan(SLOTS_INITIAL);
});
