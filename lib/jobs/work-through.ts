import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Turn } from "@/lib/jobs/define-job";
import { WORK_LAST_MS, WORK_LONG_MS, WORK_LOOK_MS, WORK_LOOKS_SHARE } from "@/lib/jobs/limits";
import { log } from "@/lib/platform/log";

/** The pieces of work of a batch. Each takes one turn after another until nothing of it is left. */
export type Pieces<P> = {
  /** The pieces that have something to do now, the longest waiting first. */
  find(): Promise<P[]>;
  /** Identifies a piece: only one with each key is worked on at a time. */
  keyOf(piece: P): string;
  /**
   * Works one turn on a piece.
   * @returns when it wants another one
   */
  work(piece: P): Promise<Outcome>;
  atOnce: number;
};

type Running = { sinceMs: number; done: Promise<void> };

/**
 * Works through what is due, `atOnce` pieces at a time. A piece that is not finished goes to the back of the line; it
 * ends when everything that was there at the start is done, or when the turn is over. While a piece takes long, new
 * ones are looked for, so that nobody waits for it. A piece that fails does not stop the others: a sweep picks up what
 * is left of it.
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
