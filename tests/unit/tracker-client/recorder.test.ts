import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { NO_EXTRA_RULES } from "@/lib/tracker/redaction/rules";
import { type Instant, Recorder } from "@/lib/tracker-client/recorder";
import { sampleOf } from "@/lib/tracker-client/sample";
import type { Seen, Stretch } from "@/lib/tracker-client/seen";

const EVERY_MS = 5_000;
const MORNING = Date.parse("2026-10-25T00:30:00Z");
const EDITOR: Seen = { appName: "Code", bundleId: "Code", windowTitle: "total.ts" };
const CHAT: Seen = { appName: "Slack", bundleId: "Slack" };

/** A computer whose clocks a test turns. */
class Computer {
  wallMs = MORNING;
  monoMs = 1_000;
  private readonly recorder = new Recorder();
  readonly stretches: Stretch[] = [];
  gaps = 0;

  now(): Instant {
    return { wallMs: this.wallMs, monoMs: this.monoMs };
  }

  /** Looks for so many seconds at what is in front. */
  work(seconds: number, seen: Seen | null = EDITOR, intervalS = 60): this {
    for (let at = 0; at < seconds; at += EVERY_MS / 1_000) {
      this.pass(EVERY_MS);
      this.stretches.push(...this.recorder.look(this.now(), seen, intervalS, EVERY_MS));
      if (this.recorder.sawGap) this.gaps += 1;
    }
    return this;
  }

  pass(ms: number): void {
    this.wallMs += ms;
    this.monoMs += ms;
  }

  /** Sleeps, with a clock that stands still meanwhile, as on Linux, or one that goes on, as on macOS and Windows. */
  sleep(seconds: number, monoGoesOn: boolean): this {
    this.wallMs += seconds * 1_000;
    if (monoGoesOn) this.monoMs += seconds * 1_000;
    return this;
  }

  set(seconds: number): this {
    this.wallMs += seconds * 1_000;
    return this;
  }

  end(): Stretch[] {
    this.stretches.push(...this.recorder.end());
    return this.stretches;
  }
}

const seconds = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

describe("the recorder", () => {
  it("makes one stretch per interval, without gaps", () => {
    const stretches = new Computer().work(605).end();
    expect(stretches).toHaveLength(10);
    expect(stretches.map(({ from, to }) => to - from)).toEqual(Array(10).fill(60));
    expect(stretches.slice(1).map(({ from }) => from)).toEqual(stretches.slice(0, -1).map(({ to }) => to));
  });

  it("names the window that was in front for most of an interval", () => {
    const stretches = new Computer().work(25, CHAT).work(40, EDITOR).end();
    expect(stretches.map(({ seen }) => seen.appName)).toEqual(["Code"]);
  });

  it.each([
    ["stands still meanwhile", false],
    ["goes on meanwhile", true],
  ])("records nothing of a sleep, where the clock that runs forward %s", (_, monoGoesOn) => {
    const computer = new Computer().work(605);
    const slept = computer.wallMs / 1_000;
    computer.sleep(8 * 3_600, monoGoesOn).work(605);
    const stretches = computer.end();
    expect(computer.gaps).toBe(1);
    const woke = slept + 8 * 3_600;
    expect(stretches.filter(({ from, to }) => to > slept && from < woke)).toEqual([]);
    // At most the time between two looks is lost, at either side of a sleep.
    expect(seconds(stretches)).toBeGreaterThanOrEqual(1_190);
    expect(seconds(stretches)).toBeLessThanOrEqual(1_200);
  });

  it.each([3_600, -3_600])("ignores a change of the clock: %i s", (by) => {
    const computer = new Computer().work(305).set(by).work(305);
    expect(seconds(computer.end())).toBeLessThanOrEqual(600);
    expect(computer.gaps).toBe(1);
  });

  it("records nothing between two checks at which nobody was there", () => {
    const stretches = new Computer().work(65).work(600, null).work(65).end();
    expect(seconds(stretches)).toBe(120);
  });

  it("keeps what was certain when it is ended in the middle of an interval", () => {
    expect(seconds(new Computer().work(35).end())).toBe(30);
  });

  it("never makes a stretch longer than a sample may be", () => {
    const stretches = new Computer().work(2_000, EDITOR, 3_600).end();
    expect(Math.max(...stretches.map(({ from, to }) => to - from))).toBe(600);
  });

  it("never records more than the time awake, and none twice, whatever happens to the clocks", () => {
    const step = fc.oneof(
      fc.record({ work: fc.integer({ min: 5, max: 900 }) }),
      fc.record({ sleep: fc.integer({ min: 3, max: 90_000 }), monoGoesOn: fc.boolean() }),
      fc.record({ away: fc.integer({ min: 5, max: 900 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 600 }), (steps, intervalS) => {
        const computer = new Computer();
        let awake = 0;
        for (const each of steps) {
          if ("work" in each) {
            computer.work(each.work, EDITOR, intervalS);
            awake += Math.ceil(each.work / 5) * 5;
          } else if ("away" in each) computer.work(each.away, null, intervalS);
          // With a clock that goes on, less than the looks' own tolerance is no sleep.
          else computer.sleep(each.monoGoesOn ? each.sleep + 60 : each.sleep, each.monoGoesOn);
        }
        const stretches = computer.end();
        expect(seconds(stretches)).toBeLessThanOrEqual(awake);
        stretches.slice(1).forEach(({ from }, index) => {
          expect(from).toBeGreaterThanOrEqual(stretches[index]?.to ?? 0);
        });
      }),
    );
  });
});

describe("times of samples", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it("are instants, through a change of the zone and an hour that autumn repeats", () => {
    const computer = new Computer();
    process.env.TZ = "Europe/Berlin";
    computer.work(3_600);
    process.env.TZ = "Asia/Kolkata";
    computer.work(3_605);
    const rules = { extra: NO_EXTRA_RULES, titles: true };
    const samples = computer
      .end()
      .map((stretch, index) => sampleOf(stretch, rules, { id: `${index}`, seq: index, offsetS: 0 }));
    expect(computer.gaps).toBe(0);
    const ends = samples.map(({ ts }) => Date.parse(ts));
    expect(new Set(ends.slice(1).map((end, index) => end - (ends[index] ?? 0)))).toEqual(new Set([60_000]));
    expect(samples[0]?.ts).toBe("2026-10-25T00:31:05.000Z");
  });
});
