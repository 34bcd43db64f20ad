import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Turn } from "@/lib/jobs/define-job";
import { WORK_LAST_MS, WORK_LONG_MS, WORK_LOOK_MS, WORK_LOOKS_SHARE } from "@/lib/jobs/limits";
import { log } from "@/lib/platform/log";

/** What a batch works through: pieces that each take a turn after the other, until there is nothing left of them. */
export type Pieces<P> = {
  /** The pieces that have something to do now, those first that wait for longest. */
  find(): Promise<P[]>;
  /** By what a piece is known: one at a time with each key. */
  keyOf(piece: P): string;
  /** Does one turn of a piece. @returns when it wants another one */
  work(piece: P): Promise<Outcome>;
  atOnce: number;
};

type Running = { sinceMs: number; done: Promise<void> };

/**
 * Works through what there is to do, `atOnce` pieces at a time and each again behind the others while it has something
 * left, until nothing is left of what was there at the beginning, or the turn is over. While one takes long it looks for
 * others too, so that nobody waits for it. One that fails holds up no other: what is left of it is left to a sweep.
 * @returns when to go on
 */
export async function workThrough<P>(
  { leftMs }: Pick<Turn, "leftMs">,
  { find, keyOf, work, atOnce }: Pieces<P>,
): Promise<Outcome> {
  const queue = new Map<string, P>();
  const running = new Map<string, Running>();
  let againAt: Date | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let tookMs = 0;

  async function look(): Promise<void> {
    const began = performance.now();
    for (const piece of await find()) if (!running.has(keyOf(piece))) queue.set(keyOf(piece), piece);
    lookedMs = performance.now();
    tookMs = lookedMs - began;
  }

  async function turn(key: string, piece: P): Promise<void> {
    try {
      const outcome = await work(piece);
      if (!outcome) return;
      if (outcome.againAt <= new Date()) queue.set(key, piece);
      else if (againAt === undefined || outcome.againAt < againAt) againAt = outcome.againAt;
    } catch (error) {
      log.error({ err: error, key }, "a piece of a batch failed");
    } finally {
      running.delete(key);
    }
  }

  const isLong = () =>
    [...running.values()].some(({ sinceMs }) => sinceMs < performance.now() - WORK_LONG_MS);
  const isTimeToLook = () =>
    performance.now() - lookedMs >= Math.max(WORK_LOOK_MS, tookMs / WORK_LOOKS_SHARE);

  await look();
  for (;;) {
    if (leftMs() <= WORK_LAST_MS) {
      await Promise.all([...running.values()].map(({ done }) => done));
      return { againAt: new Date() };
    }
    for (const [key, piece] of queue) {
      if (running.size >= atOnce) break;
      queue.delete(key);
      running.set(key, { sinceMs: performance.now(), done: turn(key, piece) });
    }
    if (running.size === 0) break;
    const ended = [...running.values()].map(({ done }) => done);
    await Promise.race([...ended, sleep(WORK_LOOK_MS, null, { ref: false })]);
    if (isLong() && isTimeToLook()) await look();
  }
  return againAt === undefined ? undefined : { againAt };
}
