import { describe, expect, it } from "vitest";
import {
  HEARTBEAT_MISSED_MS_MAX,
  HEARTBEAT_MS,
  HEARTBEAT_SILENT_MS_MAX,
  HEARTBEAT_UNWATCHED_MS_MAX,
} from "@/lib/jobs/limits";
import { comeBackInMs, lastDue, type Sign, waitLeftMs, watchWorkers } from "@/lib/jobs/rules";

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

  it("detects a killed worker within about ten seconds", () => {
    expect(foundDeadAfterMs(() => ({}))).toBe(HEARTBEAT_MISSED_MS_MAX);
  });

  it("tolerates missed heartbeats for a minute while the worker is connected", () => {
    expect(foundDeadAfterMs(() => ({ isConnected: true }))).toBe(HEARTBEAT_SILENT_MS_MAX);
    const beats = (ms: number) => ({ isConnected: true, beat: String(Math.floor(ms / 50_000)) });
    expect(foundDeadAfterMs(beats)).toBeNull();
  });

  it("tolerates a heartbeat without a visible connection", () => {
    expect(foundDeadAfterMs((ms) => ({ beat: String(Math.floor(ms / 4_000)) }))).toBeNull();
  });

  it("tolerates heartbeats that go back in time, as after a jump of the clock", () => {
    expect(foundDeadAfterMs((ms) => ({ beat: String(-ms) }))).toBeNull();
  });

  it("starts over if the watcher itself paused", () => {
    const gap = HEARTBEAT_UNWATCHED_MS_MAX + 1;
    expect(foundDeadAfterMs(() => ({}), [0, gap, 2 * gap, 3 * gap, 4 * gap])).toBeNull();
  });

  it("forgets workers that are gone, and starts over when one comes back", () => {
    const watch = watchWorkers();
    const sign: Sign = { workerId: "a", beat: "1", isConnected: false };
    watch([sign], 0);
    watch([], 4_000);
    expect(watch([sign], 8_000)).toEqual([]);
  });
});

describe("schedules", () => {
  const at = (time: string) => new Date(`2026-11-22T${time}Z`);
  const at3h41 = ({ min, hour }: { min: number; hour: number }) => min === 41 && hour === 3;

  it("are due from the minute that they name", () => {
    expect(lastDue(at3h41, at("03:00:00"), at("03:40:59.999"))).toBeNull();
    expect(lastDue(at3h41, at("03:00:00"), at("03:41:00"))).toEqual(at("03:41:00"));
  });

  it("are not due again for a minute that is done", () => {
    expect(lastDue(at3h41, at("03:41:00"), at("03:41:59"))).toBeNull();
    expect(lastDue(at3h41, at("03:40:00"), at("03:41:59"))).toEqual(at("03:41:00"));
  });

  it("that were missed several times are due for the last of them", () => {
    expect(lastDue(() => true, at("01:00:00"), at("09:30:30"))).toEqual(at("09:30:00"));
  });

  it("are caught up for a day and an hour, and no longer", () => {
    const long = new Date("2026-01-01T00:00:00Z");
    const named = (minutesAgo: number) => {
      const minute = new Date(at("12:00:00").getTime() - minutesAgo * 60_000);
      return lastDue(
        ({ min, hour, date }) =>
          min === minute.getUTCMinutes() && hour === minute.getUTCHours() && date === minute.getUTCDate(),
        long,
        at("12:00:30"),
      );
    };
    expect(named(25 * 60)).toEqual(new Date("2026-11-21T11:00:00Z"));
    expect(named(25 * 60 + 1)).toBeNull();
  });

  it("count months and days as cron does", () => {
    const seen: object[] = [];
    lastDue((minute) => seen.push(minute) > 0, at("12:34:00"), at("12:35:00"));
    expect(seen).toEqual([{ min: 35, hour: 12, date: 22, month: 11, dow: 0 }]);
  });
});

describe("waits of jobs", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const later = (ms: number) => new Date(now.getTime() + ms);

  it("count from their start, and are neither longer nor negative after the clock is set", () => {
    expect(waitLeftMs(2_000, later(-500), now)).toBe(1_500);
    expect(waitLeftMs(2_000, later(3_600_000), now)).toBe(2_000);
    expect(waitLeftMs(2_000, later(-3_600_000), now)).toBe(0);
  });

  it("last until the time that a run named, and not for the hour by which the clock was set while it ran", () => {
    const run = { startedAt: now, tookMs: 300 };
    expect(comeBackInMs(later(5_000), { ...run, now: later(300) })).toBe(4_700);
    expect(comeBackInMs(later(5_000), { ...run, now: later(300 - 3_600_000) })).toBe(4_700);
    expect(comeBackInMs(later(5_000), { ...run, now: later(300 + 3_600_000) })).toBe(0);
    expect(comeBackInMs(later(5_000 + 3_600_000), { ...run, now: later(300 + 3_600_000) })).toBe(4_700);
    expect(comeBackInMs(later(-10), { ...run, now: later(300) })).toBe(0);
  });
});
