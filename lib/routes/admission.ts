/** Longer than nearly all bodies take to arrive. */
const FRESH_MS = 1_000;

/**
 * Admits a caller before anything of the body is read. A body may come in drips for minutes, or wait for its turn, and by
 * then the caller may have been removed, or their token revoked: so whoever took long is admitted again after it.
 * @param admit at the time it is given; it throws for callers who are not admitted
 */
export async function admission<A>(
  admit: (now: Date) => Promise<A>,
  now: Date,
): Promise<{ admitted: A; afterBody: () => Promise<A> }> {
  const begunMs = performance.now();
  const admitted = await admit(now);
  const isFresh = () => performance.now() - begunMs < FRESH_MS;
  return { admitted, afterBody: async () => (isFresh() ? admitted : admit(new Date())) };
}
