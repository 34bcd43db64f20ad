import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTouched, merged, within, without } from "@/lib/tracker/imports/interval-rules";
import { extentOf, piecesOf, readEvent, samplesMaxOf, samplesOf } from "@/lib/tracker/imports/rules";

const now = new Date("2026-11-20T10:00:00Z");
const NOW_S = now.getTime() / 1_000;

function anEvent(given: Record<string, unknown> = {}) {
  return {
    id: 7,
    timestamp: "2026-11-20T09:30:00.900000+00:00",
    duration: 60.2,
    data: { app: "Code", title: "main.ts - web" },
    ...given,
  };
}

describe("an event of ActivityWatch", () => {
  const read = (given: Record<string, unknown>) => readEvent(anEvent(given), "aw-watcher-window_host", now);

  it("is read by what its data says, to whole seconds", () => {
    expect(read({})).toEqual({
      event: {
        kind: "window",
        bucket: "aw-watcher-window_host",
        from: NOW_S - 1_800,
        to: NOW_S - 1_800 + 61,
        texts: ["Code", "main.ts - web"],
      },
    });
    const kindOf = (data: object) => {
      const found = read({ data });
      return "event" in found ? [found.event.kind, found.event.texts] : found;
    };
    expect(kindOf({ url: "https://a.example/", title: "A", incognito: false })).toEqual([
      "page",
      ["https://a.example/", "A"],
    ]);
    expect(kindOf({ url: "https://a.example/", title: "A", incognito: true })).toEqual([
      "page",
      [null, null],
    ]);
    const inWindow = { app: "Google Chrome", title: "A", url: "https://a.example/" };
    expect(kindOf(inWindow)).toEqual(["window", ["Google Chrome", "A", "https://a.example/"]]);
    expect(kindOf({ ...inWindow, incognito: true })).toEqual(["window", ["Google Chrome", null]]);
    expect(kindOf({ ...inWindow, url: null })).toEqual(["window", ["Google Chrome", "A"]]);
    expect(kindOf({ file: "/a.ts", project: "web", language: "ts" })).toEqual([
      "file",
      ["/a.ts", "web", null],
    ]);
    expect(kindOf({ status: "afk" })).toMatchObject({ presence: { isThere: false } });
    expect(kindOf({ status: "not-afk" })).toMatchObject({ presence: { isThere: true } });
  });

  it("is of UTC where its time names no zone, wherever the server is", () => {
    const zone = process.env.TZ;
    const timestamp = "2026-11-20T09:30:00.900000";
    try {
      for (const TZ of ["UTC", "Asia/Kolkata"]) {
        process.env.TZ = TZ;
        expect(read({ timestamp })).toEqual(read({}));
        expect(read({ timestamp: timestamp.replace("T", " ") })).toEqual(read({}));
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it.each([
    ["of a negative duration", { duration: -5 }, "invalid"],
    ["without a duration", { duration: null }, "invalid"],
    ["of a duration without end", { duration: Number.POSITIVE_INFINITY }, "invalid"],
    ["at no time", { timestamp: "yesterday" }, "invalid"],
    ["of data that nobody knows", { data: { steps: 3 } }, "invalid"],
    ["without data", { data: null }, "invalid"],
    ["with a NUL", { data: { app: "a\0" } }, "invalid"],
    ["that is large", { data: { app: "Code", title: "x".repeat(40_000) } }, "invalid"],
    ["shorter than a second", { duration: 0.05 }, "too_short"],
    ["of last year", { timestamp: "2025-11-20T09:30:00Z" }, "ts_out_of_range"],
    ["from the future", { timestamp: "2026-11-20T11:30:00Z" }, "ts_out_of_range"],
    ["that never ends", { duration: 1e15 }, "ts_out_of_range"],
  ])("%s counts nowhere", (_, given, reason) => {
    expect(read(given)).toEqual({ reason });
  });

  it.each([[null], ["text"], [[]], [7]])("that is %j counts nowhere", (sent) => {
    expect(readEvent(sent, "b", now)).toEqual({ reason: "invalid" });
  });
});

describe("the counted time of an event", () => {
  const event = (kind: "window" | "page", app = "Code") => ({
    kind,
    bucket: "aw-watcher-web-firefox",
    from: 100,
    to: 200,
    texts: kind === "window" ? [app, null] : ["https://a.example/", "A"],
  });
  const all = { there: null, browsers: null, pages: null };

  it("is the time in which somebody was there", () => {
    expect([...piecesOf(event("window"), all)]).toEqual([[100, 200]]);
    expect([...piecesOf(event("window"), { ...all, there: [0, 120, 150, 160, 190, 300] })]).toEqual([
      [100, 120],
      [150, 160],
      [190, 200],
    ]);
    expect([...piecesOf(event("window"), { ...all, there: [] })]).toEqual([]);
  });

  it("is the time in which somebody was at that computer, where the file tells of several", () => {
    const covers = {
      ...all,
      there: [0, 160],
      thereOn: { laptop: [100, 120], desk: [120, 160], ["__proto__"]: [110, 115] },
    };
    const on = (bucket: string) => [...piecesOf({ ...event("window"), bucket }, covers)];
    expect(on("aw-watcher-window_laptop")).toEqual([[100, 120]]);
    expect(on("aw-watcher-window_desk-synced-from-desk")).toEqual([[120, 160]]);
    expect(on("aw-watcher-window_phone")).toEqual([[100, 160]]);
    expect(on("aw-watcher-window_constructor")).toEqual([[100, 160]]);
    expect(on("aw-watcher-web-firefox")).toEqual([[100, 160]]);
  });

  it("is a page only while a browser was in front, and the browser only beside that", () => {
    const covers = { there: [0, 180], browsers: [120, 150], pages: [130, 140] };
    expect([...piecesOf(event("page"), covers)]).toEqual([[120, 150]]);
    expect([...piecesOf(event("window", "firefox"), covers)]).toEqual([
      [100, 130],
      [140, 180],
    ]);
    expect([...piecesOf(event("window"), covers)]).toEqual([[100, 180]]);
  });

  it("is of the app in front, with the page that a browser's window names on a Mac", () => {
    const texts = ["Google Chrome", "A", "https://a.example/"];
    const [sample] = samplesOf({ ...event("window"), bucket: "aw-watcher-window_mac", texts }, [100, 200]);
    expect(sample).toMatchObject({
      active_app: { name: "Google Chrome", window_title: "A" },
      browser: { url: "https://a.example/", title: null },
    });
    const covers = { there: null, browsers: [0, 60], pages: null };
    expect([...piecesOf({ ...event("window"), texts }, covers)]).toEqual([[100, 200]]);
  });

  it("becomes samples of ten minutes at most, each with the same id whenever it is made", () => {
    const long = { ...event("window"), to: 100 + 1_500 };
    const samples = [...samplesOf(long, [100, 1_600])];
    expect(samples.map(({ interval_s }) => interval_s)).toEqual([600, 600, 300]);
    expect(samples.at(-1)?.ts).toBe(new Date(1_600_000).toISOString());
    expect(new Set(samples.map(({ event_id: id }) => id)).size).toBe(3);
    expect([...samplesOf(long, [100, 1_600])]).toEqual(samples);
  });
});

it("cuts stretches of time as if second by second", () => {
  const pair = fc.tuple(fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 8 }), fc.nat(60), fc.nat(60), (pairs, from, to) => {
      const intervals = merged(pairs.flat());
      const covered = new Set(
        pairs.flatMap(([a, b]) => Array.from({ length: Math.max(0, b - a) }, (_, i) => a + i)),
      );
      const seconds = (found: Iterable<[number, number]>) =>
        [...found].flatMap(([a, b]) => Array.from({ length: b - a }, (_, i) => a + i));
      const whole = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
      expect(seconds(within(from, to, intervals))).toEqual(whole.filter((each) => covered.has(each)));
      expect(seconds(without(from, to, intervals))).toEqual(whole.filter((each) => !covered.has(each)));
      if (from < to) {
        expect(countTouched(from, to, intervals)).toBe([...within(from, to, intervals)].length);
      }
    }),
  );
});

it("knows beforehand how many samples an event becomes at most", () => {
  const pair = fc.tuple(fc.nat(4_000), fc.nat(4_000));
  const some = fc.option(fc.array(pair, { maxLength: 8 }).map((stretches) => merged(stretches.flat())));
  const kind = fc.constantFrom("window" as const, "page" as const, "file" as const);
  const app = fc.constantFrom("Code", "firefox");
  fc.assert(
    fc.property(
      fc.record({
        there: some,
        browsers: some,
        pages: some,
        thereOn: fc.dictionary(
          fc.constant("laptop"),
          some.map((own) => own ?? []),
        ),
      }),
      kind,
      app,
      pair,
      (covers, kind, app, [a, b]) => {
        const event = {
          kind,
          bucket: "aw-watcher-window_laptop",
          from: Math.min(a, b),
          to: Math.max(a, b) + 1,
          texts: [app, null, null],
        };
        const made = [...piecesOf(event, covers)].flatMap((piece) => [...samplesOf(event, piece)]);
        expect(made.length).toBeLessThanOrEqual(samplesMaxOf(extentOf(event), covers));
      },
    ),
  );
});
