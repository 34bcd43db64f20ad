import { createHash, randomUUID } from "node:crypto";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { BACKLOG_DAYS_MAX, CLOCK_SET_S_MIN } from "@/lib/tracker-client/limits";
import type { Queue } from "@/lib/tracker-client/queue";
import { type Instant, Recorder } from "@/lib/tracker-client/recorder";
import { type Rules, sampleOf } from "@/lib/tracker-client/sample";
import type { Seen, Source, Stretch } from "@/lib/tracker-client/seen";
import { isLeftOut, mayRecord, type Settings } from "@/lib/tracker-client/settings";

export type Clock = {
  now(): Instant;
  /** Resolves after some time, or at once when the signal says so. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** What recording is done by at a moment. */
type Way = { settings: Settings; rules: Rules; offsetS: number };

type Parts = {
  source: Source;
  clock: Clock;
  stopping: AbortSignal;
  way(): Way;
  /** Called when a gap was seen: the computer slept, or its clock was set. */
  onGap(): void;
  /** Takes samples, and the second up to which a source was read. @throws where they can't be kept */
  take(events: TrackerEvent[], readTo: number | null): void;
  marks: Pick<Queue, "seq" | "readTo">;
  say(text: string): void;
};

/** A source that can't be read at times, as when a screen is locked or a program is restarted, is said once. */
function saidOnce(say: (text: string) => void): (text: string) => void {
  let said = "";
  return (text) => {
    if (text !== said && text !== "") say(text);
    said = text;
  };
}

/** Looks at the screen until it is stopped. */
async function lookOn(parts: Parts, source: Source & { kind: "looking" }): Promise<void> {
  const { clock, stopping, way, onGap, take, marks } = parts;
  const say = saidOnce(parts.say);
  const recorder = new Recorder();
  let problem = "";
  const keep = (stretches: Stretch[]) => {
    const { rules, offsetS } = way();
    const events = stretches.map((stretch, index) =>
      sampleOf(stretch, rules, { id: randomUUID(), seq: marks.seq + 1 + index, offsetS }),
    );
    try {
      if (events.length > 0) take(events, null);
    } catch (error) {
      problem = (error as Error).message;
    }
  };
  while (!stopping.aborted) {
    const { settings } = way();
    const { sample_interval_s: intervalS, idle_threshold_s: idleThresholdS } = settings.config;
    let shown: Seen | null = null;
    const everyMs = Math.min(source.everyS, intervalS) * 1_000;
    try {
      const isOn = mayRecord(settings, clock.now().wallMs);
      const seen = isOn ? await source.look(idleThresholdS) : null;
      problem = "";
      shown = seen === null || isLeftOut(settings, seen) ? null : seen;
    } catch (error) {
      problem = (error as Error).message;
    }
    keep(recorder.look(clock.now(), shown, intervalS, everyMs));
    if (recorder.sawGap) onGap();
    say(problem && `Not recording: ${problem}`);
    await clock.sleep(everyMs, stopping);
  }
  keep(recorder.end());
}

/** A stretch in pieces that a sample may cover, of the time in which recording was allowed. */
function pieces({ from, to, seen }: Stretch, settings: Settings): Stretch[] {
  const found: Stretch[] = [];
  for (let start = from; start < to; start += INTERVAL_S_MAX) {
    const end = Math.min(to, start + INTERVAL_S_MAX);
    const isOn = mayRecord(settings, start * 1_000) && mayRecord(settings, end * 1_000 - 1);
    if (isOn && !isLeftOut(settings, seen)) found.push({ from: start, to: end, seen });
  }
  return found;
}

/** Reads what another program recorded until it is stopped. What stood there before the first start is left where it is. */
async function readOn(parts: Parts, source: Source & { kind: "reading" }): Promise<void> {
  const { clock, stopping, way, take, marks } = parts;
  const say = saidOnce(parts.say);
  let readTo = marks.readTo ?? Math.floor(clock.now().wallMs / 1_000);
  while (!stopping.aborted) {
    const { settings, rules, offsetS } = way();
    const nowS = Math.floor(clock.now().wallMs / 1_000);
    // The clock was fast and is set right: what comes now would else count as read, for as long as it was fast.
    if (readTo - nowS > CLOCK_SET_S_MIN) readTo = nowS;
    const begun = readTo;
    try {
      if (settings.config.paused) {
        // What is recorded beside us while we are paused is nobody's business later.
        readTo = Math.max(readTo, nowS);
        if (readTo > begun) take([], readTo);
      } else {
        const { stretches, to } = await source.read(Math.max(readTo, nowS - BACKLOG_DAYS_MAX * 86_400), nowS);
        const events = stretches
          .flatMap((stretch) => pieces(stretch, settings))
          .map((piece, index) => {
            const id = createHash("sha256").update(JSON.stringify(piece)).digest("hex");
            return sampleOf(piece, rules, { id, seq: marks.seq + 1 + index, offsetS });
          });
        if (to > readTo) {
          take(events, to);
          readTo = to;
        }
      }
      say("");
    } catch (error) {
      say(`Not recording: ${(error as Error).message}`);
    }
    // As long as there is more behind what was read, at once.
    const isBehind = readTo > begun && nowS - readTo > 2 * settings.config.sample_interval_s;
    await clock.sleep(isBehind ? 0 : settings.config.sample_interval_s * 1_000, stopping);
  }
}

/** Records until it is stopped, by whichever source. */
export function record(parts: Parts): Promise<void> {
  const { source } = parts;
  return source.kind === "looking" ? lookOn(parts, source) : readOn(parts, source);
}
