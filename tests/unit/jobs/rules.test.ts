import { describe, expect, it } from "vitest";
import {
  HEARTBEAT_MISSED_MS_MAX,
  HEARTBEAT_MS,
  HEARTBEAT_SILENT_MS_MAX,
  HEARTBEAT_UNWATCHED_MS_MAX,
} from "@/lib/jobs/limits";
import { type Sign, watchWorkers } from "@/lib/jobs/rules";

describe("watching workers", () => {
  /** When a worker is found dead that is seen in a certain state at every look; null when it is not within two minutes. */
  function foundDeadAfterMs(stateAt: (ms: number) => Partial<Sign>, looksAtMs = everyBeat()): number | null {
    const watch = watchWorkers();
    for (const ms of looksAtMs) {
      const sign = { workerId: "a", beat: "1", isConnected: false, ...stateAt(ms) };
      if (watch([sign], 1_000_000 + ms).length > 0) return ms;
    }
    return null;
  }
  function everyBeat(): number[] {
    return Array.from({ length: 60 }, (_, i) => i * HEARTBEAT_MS);
  }

  it("finds one dead that was killed, within some ten seconds", () => {
    expect(foundDeadAfterMs(() => ({}))).toBe(HEARTBEAT_MISSED_MS_MAX);
  });

  it("lets one live that misses beats while its connection is there, for a minute", () => {
    expect(foundDeadAfterMs(() => ({ isConnected: true }))).toBe(HEARTBEAT_SILENT_MS_MAX);
    const beats = (ms: number) => ({ isConnected: true, beat: String(Math.floor(ms / 50_000)) });
    expect(foundDeadAfterMs(beats)).toBeNull();
  });

  it("lets one live that beats without its connection being seen", () => {
    expect(foundDeadAfterMs((ms) => ({ beat: String(Math.floor(ms / 4_000)) }))).toBeNull();
  });

  it("lets one live whose beats go back in time, as after a jump of the clock", () => {
    expect(foundDeadAfterMs((ms) => ({ beat: String(-ms) }))).toBeNull();
  });

  it("begins anew when the watcher itself did not look for long", () => {
    const gap = HEARTBEAT_UNWATCHED_MS_MAX + 1;
    expect(foundDeadAfterMs(() => ({}), [0, gap, 2 * gap, 3 * gap, 4 * gap])).toBeNull();
  });

  it("forgets who is gone, and counts anew when the same one comes back", () => {
    const watch = watchWorkers();
    const sign: Sign = { workerId: "a", beat: "1", isConnected: false };
    watch([sign], 0);
    watch([], 4_000);
    expect(watch([sign], 8_000)).toEqual([]);
  });
});
