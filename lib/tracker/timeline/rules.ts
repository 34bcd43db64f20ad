import { type Placed, precedence, type Stretch, type Timed } from "@/lib/tracker/enrichment/rules";
import { GAP_S_MIN, MEETING_BREAK_S_MAX, SPAN_BREAK_S_MAX } from "@/lib/tracker/timeline/limits";

/** What a sample showed and what it counted for. Neighbouring samples with equal facts form one span. */
type Facts = {
  category: string;
  projectId: string | null;
  taskKey: string | null;
  appName: string;
  suggestedProjectId: string | null;
  suggestedTaskKey: string | null;
  isCorrected: boolean;
};

/** A sample with its facts. */
export type Shown = Placed<Timed & { id: string }> & {
  facts: Facts;
  title: string | null;
  /** The app of the call that the person was in; null if they were in none. */
  call: string | null;
};

/** A stretch of one device's time that shows one sample. `seconds` of it count in the person's sums. */
export type Piece = Stretch & { seconds: number; shown: Shown };

/** Neighbouring samples of a device with equal facts. Times are in seconds since 1970. */
export type Span = Stretch & {
  facts: Facts;
  /** The title shown longest; null if no sample had one. */
  title: string | null;
  /** The sample that represents the span. */
  sampleId: string;
  samples: number;
  /** How many of its seconds count; the others are counted on another device. */
  seconds: number;
};

/** The index of the sample that gets each second of a stretch; -1 where there is none. */
function holders(shown: readonly Shown[], { from, to }: Stretch): Int32Array {
  const length = to - from;
  const holder = new Int32Array(length).fill(-1);
  // next[i] leads to the first second at or after i that isn't taken yet.
  const next = Int32Array.from({ length: length + 1 }, (_, second) => second);
  const firstFree = (second: number): number => {
    let found = second;
    while (next[found] !== found) found = next[found] ?? length;
    for (let i = second; i !== found; ) {
      const step = next[i] ?? found;
      next[i] = found;
      i = step;
    }
    return found;
  };
  const order = shown.map((_, index) => index);
  const at = (index: number) => shown[index] as Shown;
  for (const index of order.sort((a, b) => precedence(at(a), at(b)))) {
    const { sample, cut } = at(index);
    const begin = Math.min(length, Math.max(0, (cut?.from ?? sample.end - sample.intervalS) - from));
    const stop = Math.min(length, Math.min(sample.end, cut?.to ?? sample.end) - from);
    for (let second = firstFree(begin); second < stop; second = firstFree(second)) {
      holder[second] = index;
      next[second] = second + 1;
    }
  }
  return holder;
}

/**
 * What each device shows in a stretch, as pieces in order. Where several samples of one device cover a second, it gets
 * the one that would count if there were no other device. So whichever sample does count, its device's lane shows it.
 */
export function piecesOf(shown: readonly Shown[], stretch: Stretch): Map<string, Piece[]> {
  const counted = holders(shown, stretch);
  const byDevice = new Map<string, number[]>();
  shown.forEach(({ sample }, index) => {
    const own = byDevice.get(sample.deviceId);
    if (own) own.push(index);
    else byDevice.set(sample.deviceId, [index]);
  });
  const lanes = new Map<string, Piece[]>();
  for (const [deviceId, indexes] of byDevice) {
    const own = indexes.map((index) => shown[index] as Shown);
    const pieces: Piece[] = [];
    let open: { piece: Piece; index: number } | null = null;
    holders(own, stretch).forEach((holder, second) => {
      const [index, each] = [indexes[holder], own[holder]];
      if (index === undefined || each === undefined) {
        open = null;
        return;
      }
      const at = stretch.from + second;
      if (open?.index !== index) {
        open = { piece: { from: at, to: at, seconds: 0, shown: each }, index };
        pieces.push(open.piece);
      }
      open.piece.to = at + 1;
      if (counted[second] === index) open.piece.seconds += 1;
    });
    lanes.set(deviceId, pieces);
  }
  return lanes;
}

const keyOf = (facts: Facts) => JSON.stringify(Object.values(facts));

type Title = { text: string | null; seconds: number; sampleId: string };
type Open = { key: string; span: Span; ids: Set<string>; titles: Map<string, Title>; best: Title };

/** Merges the pieces of one device, in order, into spans. */
export function spansOf(pieces: readonly Piece[]): Span[] {
  const spans: Span[] = [];
  let open: Open | undefined;
  for (const { from, to, seconds, shown } of pieces) {
    const { facts, sample, title: text } = shown;
    const key = keyOf(facts);
    if (open?.key !== key || from - open.span.to >= SPAN_BREAK_S_MAX) {
      const best = { text, seconds: 0, sampleId: sample.id };
      const span = { from, to, facts, title: text, sampleId: sample.id, samples: 0, seconds: 0 };
      open = { key, span, ids: new Set(), titles: new Map(), best };
      spans.push(span);
    }
    const title: Title = open.titles.get(text ?? "") ?? { text, seconds: 0, sampleId: sample.id };
    open.titles.set(text ?? "", title);
    title.seconds += to - from;
    if (title.seconds > open.best.seconds) open.best = title;
    open.ids.add(sample.id);
    const { span, best, ids } = open;
    span.to = to;
    span.title = best.text;
    span.sampleId = best.sampleId;
    span.samples = ids.size;
    span.seconds += seconds;
  }
  return spans;
}

/** Cuts spans, in order, at the cells of a grid. */
function* cut(spans: readonly Span[], gridS: number): Generator<{ cell: number; part: Span }> {
  for (const span of spans) {
    const [length, first] = [span.to - span.from, Math.floor(span.from / gridS)];
    for (let cell = first; cell * gridS < span.to; cell++) {
      const [from, to] = [Math.max(span.from, cell * gridS), Math.min(span.to, (cell + 1) * gridS)];
      const share = (to - from) / length;
      yield {
        cell,
        part: { ...span, from, to, samples: span.samples * share, seconds: span.seconds * share },
      };
    }
  }
}

/** Merges the spans of one device by the cells of a grid: each cell shows what filled most of it. */
function coarsen(spans: readonly Span[], gridS: number): Span[] {
  const cells = new Map<number, Map<string, Span & { length: number }>>();
  for (const { cell, part } of cut(spans, gridS)) {
    const parts = cells.get(cell) ?? new Map<string, Span & { length: number }>();
    const known = parts.get(keyOf(part.facts));
    const length = part.to - part.from + (known?.length ?? 0);
    const samples = part.samples + (known?.samples ?? 0);
    const seconds = part.seconds + (known?.seconds ?? 0);
    parts.set(keyOf(part.facts), { ...(known ?? part), to: part.to, length, samples, seconds });
    cells.set(cell, parts);
  }
  const merged: Span[] = [];
  for (const parts of cells.values()) {
    const all = [...parts.values()];
    const [most] = all.toSorted((a, b) => b.length - a.length);
    if (!most) continue;
    const { length: _, ...span } = most;
    const whole = {
      ...span,
      from: Math.min(...all.map(({ from }) => from)),
      to: Math.max(...all.map(({ to }) => to)),
      samples: all.reduce((sum, { samples }) => sum + samples, 0),
      seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    };
    const last = merged.at(-1);
    if (last && keyOf(last.facts) === keyOf(whole.facts) && whole.from - last.to < SPAN_BREAK_S_MAX) {
      const { to, samples, seconds } = whole;
      Object.assign(last, { to, samples: last.samples + samples, seconds: last.seconds + seconds });
    } else merged.push(whole);
  }
  return merged.map((span) => ({
    ...span,
    samples: Math.max(1, Math.round(span.samples)),
    seconds: Math.round(span.seconds),
  }));
}

/**
 * Lanes with at most `max` spans in total. If there are more, time is divided into cells that show only what filled
 * most of them.
 * @returns the length of a cell in seconds; 1 if every span is shown
 */
export function withinMax<L extends { spans: Span[] }>(
  lanes: readonly L[],
  { spansMax, gridS: first }: { spansMax: number; gridS: number },
): { lanes: L[]; resolutionS: number } {
  const count = (all: readonly L[]) => all.reduce((sum, { spans }) => sum + spans.length, 0);
  let [shown, resolutionS] = [[...lanes], 1];
  for (let gridS = first; count(shown) > Math.max(spansMax, lanes.length); gridS *= 2) {
    shown = lanes.map((lane) => ({ ...lane, spans: coarsen(lane.spans, gridS) }));
    resolutionS = gridS;
  }
  return { lanes: shown, resolutionS };
}

/** Merges stretches, in order, that are less than `breakS` apart. */
function joined<S extends Stretch>(stretches: readonly S[], breakS: number): S[] {
  const all: S[] = [];
  for (const each of stretches.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = all.at(-1);
    if (last && each.from - last.to < breakS) last.to = Math.max(last.to, each.to);
    else all.push({ ...each });
  }
  return all;
}

/** The calls seen by any device, in order. */
export function meetingsOf(pieces: readonly Piece[]): (Stretch & { app: string })[] {
  const byApp = new Map<string, (Stretch & { app: string })[]>();
  for (const { from, to, shown } of pieces) {
    if (shown.call === null) continue;
    byApp.set(shown.call, [...(byApp.get(shown.call) ?? []), { from, to, app: shown.call }]);
  }
  return [...byApp.values()]
    .flatMap((calls) => joined(calls, MEETING_BREAK_S_MAX))
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** The gaps of a day: long times, between the first and the last second that count, in which no device saw anybody. */
export function gapsOf(spans: readonly Span[]): Stretch[] {
  const there = joined(
    spans.filter(({ facts }) => facts.category !== "idle").map(({ from, to }) => ({ from, to })),
    GAP_S_MIN,
  );
  return there.slice(1).map(({ from }, index) => ({ from: there[index]?.to ?? from, to: from }));
}

/** Seconds that count, by category, the largest first. Being away is not counted. */
export function totalsOf(spans: readonly Span[]): { category: string; seconds: number }[] {
  const totals = new Map<string, number>();
  for (const { facts, seconds } of spans) {
    if (facts.category === "idle" || seconds === 0) continue;
    totals.set(facts.category, (totals.get(facts.category) ?? 0) + seconds);
  }
  return [...totals]
    .map(([category, seconds]) => ({ category, seconds }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.category < b.category ? -1 : 1));
}
