import { setImmediate as othersTurn } from "node:timers/promises";

/**
 * What `work` makes of each item, in their order. Others get a turn after every so many: what takes a moment for each of
 * thousands must not keep the process from answering.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await othersTurn();
    results.push(work(item));
  }
  return results;
}
