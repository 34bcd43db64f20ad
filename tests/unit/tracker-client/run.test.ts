import { expect, it } from "vitest";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { compileRules } from "@/lib/tracker/redaction/rules";
import { record } from "@/lib/tracker-client/run";
import type { Stretch } from "@/lib/tracker-client/seen";
import { DEFAULTS } from "@/lib/tracker-client/settings";

const HOUR_S = 3_600;
const seen = { appName: "Code", bundleId: "Code" };

/** What a program beside the client recorded: somebody wrote code all the time. */
const ALWAYS = {
  name: "a recorder",
  kind: "reading" as const,
  async read(from: number, now: number): Promise<{ stretches: Stretch[]; to: number }> {
    const to = Math.min(now - 10, from + HOUR_S);
    return to <= from ? { stretches: [], to: from } : { stretches: [{ from, to, seen }], to };
  },
  close() {},
};

it.each([2 * HOUR_S, 30 * 24 * HOUR_S])(
  "goes on at once when a clock that was %i s fast is set right",
  async (fastS) => {
    const stopping = new AbortController();
    const marks = { seq: 0, readTo: null as number | null };
    let nowS = 1_790_000_000 + fastS;
    let rounds = 0;
    const taken: TrackerEvent[] = [];
    await record({
      source: ALWAYS,
      clock: {
        now: () => ({ wallMs: nowS * 1_000, monoMs: 0 }),
        async sleep(ms) {
          nowS += Math.max(1, ms / 1_000);
          rounds += 1;
          if (rounds === 10) nowS -= fastS;
          if (rounds === 30) stopping.abort();
        },
      },
      stopping: stopping.signal,
      way: () => ({ settings: DEFAULTS, rules: { extra: compileRules([]), titles: true }, offsetS: 0 }),
      onGap() {},
      take(events, readTo) {
        taken.push(...events);
        marks.seq += events.length;
        marks.readTo = readTo;
      },
      marks,
      say() {},
    });
    const right = taken.filter(({ ts }) => Date.parse(ts) <= nowS * 1_000);
    expect(right.reduce((sum, { interval_s }) => sum + interval_s, 0)).toBeGreaterThan(15 * 60);
    expect(marks.readTo).toBeLessThanOrEqual(nowS);
  },
);
