/* Uploads whose events are checked one by one: valid ones are stored, whatever else came with them. */

const NUMBER_CHARS_MAX = 25;
const COUNTED_NESTING_MAX = 8;

/**
 * The most bytes that a value can take as JSON, where a character takes up to six (`\u0001`): counting is much cheaper
 * than writing it down, and clears all events but large ones. What is nested deeply counts as endless.
 */
function jsonBytesMax(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length * 6 + 2;
  if (typeof value !== "object" || value === null) return NUMBER_CHARS_MAX;
  if (depth > COUNTED_NESTING_MAX) return Number.POSITIVE_INFINITY;
  let bytes = 2;
  for (const key in value) {
    bytes += key.length * 6 + 4 + jsonBytesMax((value as Record<string, unknown>)[key], depth + 1);
  }
  return bytes;
}

/** Whether a value takes more than `bytesMax` bytes as JSON. */
export function isLargerAsJson(value: unknown, bytesMax: number): boolean {
  if (jsonBytesMax(value) <= bytesMax) return false;
  try {
    return Buffer.byteLength(JSON.stringify(value)) > bytesMax;
  } catch {
    // Nested so deeply that it can't be written down.
    return true;
  }
}

function eventIdOf(sent: unknown): string | null {
  const id = (sent as { event_id?: unknown } | null)?.event_id;
  return typeof id === "string" ? id.toWellFormed() : null;
}

/**
 * Judges each event of an upload by itself: those to store, and those refused with their place and why.
 * `valid + rejected` is always what came in.
 */
export function judgeEach<Event, Refusal extends { reason: string }>(
  sent: readonly unknown[],
  judge: (each: unknown) => { event: Event } | Refusal,
): { valid: Event[]; rejected: (Refusal & { event_id: string | null; index: number })[] } {
  const valid: Event[] = [];
  const rejected: (Refusal & { event_id: string | null; index: number })[] = [];
  sent.forEach((each, index) => {
    const verdict = judge(each);
    if ("event" in verdict) valid.push(verdict.event);
    else rejected.push({ event_id: eventIdOf(each), index, ...verdict });
  });
  return { valid, rejected };
}
