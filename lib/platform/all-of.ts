type Promises = Record<string, PromiseLike<unknown>>;

/** Waits for several things at once, each under its name. @throws what the first of them throws */
export async function allOf<P extends Promises>(promises: P): Promise<{ [K in keyof P]: Awaited<P[K]> }> {
  const done = await Promise.all(Object.entries(promises).map(async ([name, one]) => [name, await one]));
  return Object.fromEntries(done);
}
