import {
  HEARTBEAT_MISSED_MS_MAX,
  HEARTBEAT_SILENT_MS_MAX,
  HEARTBEAT_UNWATCHED_MS_MAX,
} from "@/lib/jobs/limits";

/** What is seen of a worker: its latest beat, and whether its connection to the database is there. */
export type Sign = { workerId: string; beat: string; isConnected: boolean };

/**
 * Watches workers and finds those that are dead: a beat that does not change for 8 s while the connection is gone, or
 * for 60 s at all. A worker whose processor or database is slow keeps its connection, and so its life.
 * @returns takes what is seen now, and the watcher's own steady clock in ms; only time that the watcher itself saw pass
 * counts, so that neither a clock that jumps nor a database that was away for all can kill a worker
 */
export function watchWorkers(): (signs: readonly Sign[], nowMs: number) => Sign[] {
  let seen = new Map<string, { beat: string; sinceMs: number }>();
  let lookedMs = Number.NEGATIVE_INFINITY;
  return (signs, nowMs) => {
    const before = nowMs - lookedMs > HEARTBEAT_UNWATCHED_MS_MAX ? new Map() : seen;
    lookedMs = nowMs;
    seen = new Map(
      signs.map(({ workerId, beat }) => {
        const known = before.get(workerId);
        return [workerId, known?.beat === beat ? known : { beat, sinceMs: nowMs }];
      }),
    );
    return signs.filter(({ workerId, isConnected }) => {
      const quietMs = nowMs - (seen.get(workerId)?.sinceMs ?? nowMs);
      return quietMs >= (isConnected ? HEARTBEAT_SILENT_MS_MAX : HEARTBEAT_MISSED_MS_MAX);
    });
  };
}
