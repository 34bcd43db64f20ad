import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editorOf } from "@/lib/tracker/editors/editors";
import { durationOf, judgeHeartbeat, readEditorKey } from "@/lib/tracker/editors/rules";
import { stretchPoints } from "@/lib/tracker/enrichment/point-rules";
import { processorMs } from "@/tests/support/processor-time";

const KEY = "waka_0b5f3c1e-6f0a-4b7d-9c55-2d1f0a9e8b7c";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("the key of an editor", () => {
  it("is read as plugins write it: alone in base64, before or behind a colon, or as a bearer", () => {
    for (const sent of [
      `Basic ${base64(KEY)}`,
      `basic ${base64(KEY)}`,
      `Basic ${base64(`${KEY}:`)}`,
      `Basic ${base64(`:${KEY}`)}`,
      `Bearer ${KEY}`,
      `Basic ${base64(KEY.toUpperCase().replace("WAKA", "waka"))}`,
    ]) {
      expect([sent, readEditorKey(sent)]).toEqual([sent, KEY]);
    }
  });

  it("is nothing else", () => {
    for (const sent of [
      null,
      "",
      KEY,
      `Basic ${KEY}`,
      `Basic ${base64(`user:${KEY}`)}`,
      `Basic ${base64(`${KEY}:secret`)}`,
      `Basic ${base64(KEY.slice(5))}`,
      `Basic ${base64(KEY.replace("-4b7d", "-1b7d"))}`,
      `Basic ${base64(`${KEY}0`)}`,
      `Bearer svc_${"a".repeat(46)}`,
      `Basic ${"A".repeat(10_000)}`,
    ]) {
      expect([sent, readEditorKey(sent)]).toEqual([sent, null]);
    }
  });
});

describe("the editor of a user agent", () => {
  it.each([
    [
      "wakatime/v1.115.3 (linux-6.5.0-x86_64) go1.23 vscode/1.95.0 vscode-wakatime/25.0.2",
      "Visual Studio Code",
      "com.microsoft.VSCode",
    ],
    [
      "wakatime/v1.90.0 (darwin-23.1.0-arm64) go1.21.3 IntelliJIDEA/2023.2 IntelliJIDEA-wakatime/14.2",
      "IntelliJ IDEA",
      "com.jetbrains.intellij",
    ],
    [
      "wakatime/v1.60.2 (darwin-22.3.0-arm64) go1.20 idea/2023.1 idea-wakatime/14.1.4",
      "IntelliJ IDEA",
      "com.jetbrains.intellij",
    ],
    [
      "wakatime/v1.53.4 (windows-10.0-x86_64) go1.18 Idea/2022.1.3 Idea-wakatime/14.1.0",
      "IntelliJ IDEA",
      "com.jetbrains.intellij",
    ],
    [
      "wakatime/v1.53.4 (linux-5.15-x86_64) go1.18 Python/2022.1.3 Python-wakatime/14.1.0",
      "PyCharm",
      "com.jetbrains.pycharm",
    ],
    [
      "wakatime/v1.53.4 (linux) go1.18 Ruby/2022.1 Ruby-wakatime/14.1.0",
      "RubyMine",
      "com.jetbrains.rubymine",
    ],
    ["wakatime/v1.86.5 (windows-10.0-x86_64) go1.21 vim/900 vim-wakatime/11.1", "vim", "org.vim.MacVim"],
    [
      "wakatime/13.1.0 (Linux-4.15-x86_64) Python3.8.5 emacs/26.3 emacs-wakatime/1.0",
      "Emacs",
      "org.gnu.Emacs",
    ],
    ["wakatime/v1.90.0 (linux) go1.21 sublime-wakatime/11.1", "Sublime Text", "com.sublimetext.4"],
    ["wakatime/v1.90.0 (linux) go1.21 helix/24.7 helix-wakatime/0.1", "helix", "wakatime.helix"],
    ["wakatime/13.0.6", "editor", "wakatime.editor"],
    [null, "editor", "wakatime.editor"],
    ["", "editor", "wakatime.editor"],
    ["constructor/1.0", "constructor", "wakatime.constructor"],
  ])("%s", (userAgent, name, program) => {
    const found = editorOf(userAgent);
    expect([found.name, found.programs[0]]).toEqual([name, program]);
  });

  it("is read in time in proportion to its length", () => {
    const took = processorMs(() => {
      for (let count = 0; count < 100; count++)
        expect(editorOf(`${"(".repeat(16_000)} vim/900`).name).toBe("vim");
    });
    expect(took).toBeLessThan(2_000);
  });
});

describe("a heartbeat", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const by = { now, mayBeUnstorable: true, refuse: null };
  const judge = (sent: unknown) => judgeHeartbeat(sent, 300, null, by);
  const good = { entity: "/home/ada/web/main.ts", type: "file", time: now.getTime() / 1_000 - 60 };

  it("has one id per content, whatever the order of keys and nulls", () => {
    const idOf = (sent: unknown) => judge(sent).event?.event_id;
    const id = idOf({ ...good, branch: "main", lines: 3 });
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(idOf({ lines: 3, project: null, branch: "main", ...good })).toBe(id);
    for (const other of [{ time: good.time + 0.001 }, { lines: 4 }, { branch: "x" }, { is_write: true }]) {
      expect(idOf({ ...good, branch: "main", lines: 3, ...other })).not.toBe(id);
    }
  });

  it.each([
    ["without an entity", { entity: undefined }, "invalid"],
    ["of an empty entity", { entity: "" }, "invalid"],
    ["of an entity of 4,097 characters", { entity: "x".repeat(4_097) }, "invalid"],
    ["of a time in words", { time: "now" }, "invalid"],
    ["with half a character", { branch: "\ud800" }, "invalid"],
    ["with a NUL", { project: "a\0b" }, "invalid"],
    ["from the future", { time: now.getTime() / 1_000 + 301 }, "ts_out_of_range"],
    ["of 31 days ago", { time: now.getTime() / 1_000 - 31 * 86_400 }, "ts_out_of_range"],
    ["in milliseconds", { time: now.getTime() }, "ts_out_of_range"],
    ["of a time that no calendar has", { time: 1e300 }, "ts_out_of_range"],
    ["with much beside it", { dependencies: Array(9_000).fill("react") }, "too_large"],
  ])("%s is refused", (_, given, reason) => {
    expect(judge({ ...good, ...given }).refusal?.reason).toBe(reason);
  });

  it.each([["text"], [null], [7], [[good]]])("that is no object is refused: %j", (sent) => {
    expect(judge(sent).refusal?.reason).toBe("invalid");
  });

  it("is about a file, an app or a page", () => {
    const of = (given: object) => judge({ ...good, ...given }).event;
    expect(of({})).toMatchObject({ file_context: { path: good.entity }, browser: { url: null } });
    expect(of({ type: "app", entity: "Figma" })).toMatchObject({
      active_app: { name: "Figma", bundle_id: "Figma" },
      file_context: { path: null },
    });
    expect(of({ type: "domain", entity: "github.com" })?.browser).toEqual({ url: "https://github.com/" });
    expect(of({ type: "url", entity: "https://a.example/b" })?.browser).toEqual({
      url: "https://a.example/b",
    });
    expect(of({ project: null, alternate_project: "web" })?.file_context?.repo).toBe("web");
  });

  it("may have its time in digits as text, as browsers' extensions send it", () => {
    const [sent, other] = [judge({ ...good, time: String(good.time) }), judge(good)];
    expect(sent).toEqual(other);
    expect(sent.event?.ts).toBe("2026-11-20T09:59:00.000Z");
    for (const time of ["", " ", "1e9", "0x1", "-1", `${good.time}s`]) {
      expect(judge({ ...good, time }).refusal?.reason).toBe("invalid");
    }
  });

  it("is of the editor that it names in any of the plugins' ways, or else its request", () => {
    const nameOf = (given: object, header: string | null) =>
      judgeHeartbeat({ ...good, ...given }, 300, header, by).event?.active_app.name;
    const plugin = "vscode/1.95.0 vscode-wakatime/25.0.2";
    expect(nameOf({ plugin }, "node-fetch/1.0")).toBe("Visual Studio Code");
    expect(nameOf({ plugin, user_agent: "wakatime/v1.90.0 (linux) go1.21 vim/900" }, null)).toBe("vim");
    expect(nameOf({}, "wakatime/v1.90.0 (linux) go1.21 vim/900")).toBe("vim");
  });

  it("names no project or branch where an extension leaves them to the server", () => {
    const left = { project: "<<LAST_PROJECT>>", branch: "<<LAST_BRANCH>>" };
    const of = (given: object) => judge({ ...good, ...left, ...given }).event?.file_context;
    expect(of({})).toMatchObject({ repo: null, branch: null });
    expect(of({ alternate_project: "web" })).toMatchObject({ repo: "web", branch: null });
  });
});

describe("how long heartbeats stand for", () => {
  const point = (ts: number, given = {}) => ({
    deviceId: "a",
    eventId: `e${ts}`,
    ts: ts * 1_000,
    intervalS: 300,
    ...given,
  });
  const lengths = (...points: ReturnType<typeof point>[]) =>
    stretchPoints(points).map(({ end, intervalS }) => [end - intervalS, intervalS]);

  it("is up to the next of their device, if that comes in time, and else a second", () => {
    expect(lengths(point(0), point(120), point(420), point(721))).toEqual([
      [0, 120],
      [120, 300],
      [420, 1],
      [721, 1],
    ]);
    expect(lengths(point(0), point(10, { deviceId: "b" }))).toEqual([
      [0, 1],
      [10, 1],
    ]);
    expect(lengths(point(0), point(0.4, { eventId: "z" }), point(0.6))).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  it("does not depend on the order in which they came, and never counts a second twice", () => {
    const some = fc.uniqueArray(
      fc.record({
        deviceId: fc.constantFrom("a", "b"),
        eventId: fc.string({ minLength: 1, maxLength: 3 }),
        ts: fc.integer({ min: 0, max: 2_000_000 }),
        intervalS: fc.constantFrom(30, 300, 600),
      }),
      { selector: ({ deviceId, eventId }) => `${deviceId} ${eventId}`, maxLength: 30 },
    );
    const inOrder = (points: ReturnType<typeof stretchPoints>) =>
      points.map((each) => JSON.stringify(each)).toSorted();
    fc.assert(
      fc.property(
        some.chain((points) =>
          fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
        ),
        ([points, shuffled]) => {
          const stretched = stretchPoints(points);
          expect(inOrder(stretchPoints(shuffled))).toEqual(inOrder(stretched));
          for (const deviceId of ["a", "b"]) {
            const own = stretched.filter((each) => each.deviceId === deviceId);
            const seconds = own.flatMap(({ end, intervalS }) =>
              Array.from({ length: intervalS }, (_, index) => end - intervalS + index),
            );
            expect(new Set(seconds).size).toBe(seconds.length);
            for (const { intervalS } of own) expect(intervalS).toBeLessThanOrEqual(600);
          }
        },
      ),
    );
  });
});

it("formats durations as plugins do", () => {
  expect([0, 1, 59, 60, 61, 3_600, 3_660, 7_500, 90_000].map((seconds) => durationOf(seconds).text)).toEqual([
    "0 secs",
    "1 sec",
    "59 secs",
    "1 min",
    "1 min",
    "1 hr",
    "1 hr 1 min",
    "2 hrs 5 mins",
    "25 hrs",
  ]);
  expect(durationOf(7_500)).toMatchObject({ digital: "2:05", hours: 2, minutes: 5, total_seconds: 7_500 });
});
