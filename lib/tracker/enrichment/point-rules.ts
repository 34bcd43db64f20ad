/*
 * How long each report of an editor lasts. Editors report the open file now and then, but not for how long it is open.
 */

/** A sample that covers time from its `ts` on, in ms since 1970; for `intervalS` seconds at most. */
type Point = { deviceId: string; eventId: string; ts: number; intervalS: number };

function inOrder(one: Point, other: Point): number {
  return one.ts - other.ts || (one.eventId < other.eventId ? -1 : one.eventId > other.eventId ? 1 : 0);
}

/** Groups samples by device. */
export function byDevice<S extends { deviceId: string }>(samples: readonly S[]): S[][] {
  const ofDevice = new Map<string, S[]>();
  for (const sample of samples) {
    const own = ofDevice.get(sample.deviceId);
    if (own) own.push(sample);
    else ofDevice.set(sample.deviceId, [sample]);
  }
  return [...ofDevice.values()];
}

/**
 * Gives each point its length: up to the next point of its device if that comes within `intervalS` seconds, otherwise
 * one second. The result depends only on which points there are, not on the order in which they arrived. Times are in
 * whole seconds: of two points in one second, the earlier one gets none.
 * @returns each point with the second at which it ends, since 1970, and how many seconds before that it covers
 */
export function stretchPoints<P extends Point>(points: readonly P[]): (P & { end: number })[] {
  return byDevice(points).flatMap((own) => {
    const ordered = own.toSorted(inOrder);
    return ordered.map((point, index) => {
      const next = ordered[index + 1];
      const start = Math.floor(point.ts / 1_000);
      const isFollowed = next !== undefined && next.ts - point.ts <= point.intervalS * 1_000;
      const length = isFollowed ? Math.floor(next.ts / 1_000) - start : 1;
      return { ...point, end: start + length, intervalS: length };
    });
  });
}
