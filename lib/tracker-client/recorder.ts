import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { CLOCK_DRIFT_MS_MAX, LATE_MS_MAX } from "@/lib/tracker-client/limits";
import type { Seen, Stretch } from "@/lib/tracker-client/seen";

/** Both clocks at one moment: the one that people set, in ms since 1970, and one that only runs forward. */
export type Instant = { wallMs: number; monoMs: number };

/**
 * Whether the whole time between two looks was spent awake. On some systems the monotonic clock stops while the
 * computer sleeps, on others the next look just comes too late; and if somebody changed the wall clock, nobody can say
 * what happened when. All three count as a gap.
 * @param everyMs when the next look was due
 */
function isSteady(before: Instant, now: Instant, everyMs: number): boolean {
  const mono = now.monoMs - before.monoMs;
  const wall = now.wallMs - before.wallMs;
  return Math.abs(wall - mono) <= CLOCK_DRIFT_MS_MAX && mono <= everyMs + LATE_MS_MAX;
}

type Open = { since: number; last: Instant; at: Seen; seconds: Map<string, { seen: Seen; ms: number }> };

const secondOf = ({ wallMs }: Instant) => Math.floor(wallMs / 1_000);

/**
 * Makes stretches of an interval each out of looks at the screen that come more often. A stretch says what was in front
 * for most of it. What lies between a look at which there was nothing to record and its neighbours is nobody's: too little
 * is recorded rather than too much.
 */
export class Recorder {
  private open: Open | null = null;

  /** Whether the last look came after a gap: the clock may have been set. */
  sawGap = false;

  /**
   * Takes a look.
   * @param seen the active window; null if nothing may be recorded: nobody present, paused, or an excluded app
   * @param everyMs when the next look was due
   * @returns the stretches that ended with it
   */
  look(now: Instant, seen: Seen | null, intervalS: number, everyMs: number): Stretch[] {
    const { open } = this;
    this.sawGap = open !== null && !isSteady(open.last, now, everyMs);
    if (open === null || this.sawGap || seen === null) {
      const ended = this.end();
      if (seen !== null) this.begin(now, seen);
      return ended;
    }
    const key = JSON.stringify(open.at);
    const known = open.seconds.get(key) ?? { seen: open.at, ms: 0 };
    known.ms += now.monoMs - open.last.monoMs;
    open.seconds.set(key, known);
    open.last = now;
    open.at = seen;
    if (secondOf(now) - open.since < Math.min(intervalS, INTERVAL_S_MAX)) return [];
    const ended = this.end();
    this.begin(now, seen);
    return ended;
  }

  /**
   * Ends what is being recorded.
   * @returns the part of it that is certain
   */
  end(): Stretch[] {
    const { open } = this;
    this.open = null;
    if (open === null) return [];
    const [most] = [...open.seconds.values()].toSorted((a, b) => b.ms - a.ms);
    const to = secondOf(open.last);
    if (!most || to <= open.since) return [];
    // An interval that was set shorter meanwhile, or a look that came late, still makes no more than one may cover.
    return [{ from: Math.max(open.since, to - INTERVAL_S_MAX), to, seen: most.seen }];
  }

  private begin(now: Instant, seen: Seen): void {
    this.open = { since: secondOf(now), last: now, at: seen, seconds: new Map() };
  }
}
