import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/limits";
import { judgeEvents } from "@/lib/tracker/ingest/rules";

const NOW = new Date("2026-11-20T12:00:00.000Z");

function sample(given: Record<string, unknown> = {}) {
  return {
    event_id: "e1",
    client_seq: 1,
    ts: NOW.toISOString(),
    interval_s: 60,
    active_app: { name: "Code", bundle_id: "com.microsoft.VSCode" },
    ...given,
  };
}

function at(offsetMs: number) {
  return new Date(NOW.getTime() + offsetMs).toISOString();
}

function reasonOf(event: unknown) {
  const { valid, rejected } = judgeEvents([event], NOW, true);
  return valid.length === 1 ? "accepted" : rejected[0]?.reason;
}

describe("the verdict on one event", () => {
  it.each([
    ["exactly 30 days old", { ts: at(-30 * DAY_MS) }, "accepted"],
    ["a millisecond older", { ts: at(-30 * DAY_MS - 1) }, "ts_out_of_range"],
    ["exactly 5 minutes ahead", { ts: at(5 * MINUTE_MS) }, "accepted"],
    ["a millisecond further", { ts: at(5 * MINUTE_MS + 1) }, "ts_out_of_range"],
    ["in the year 9999", { ts: "9999-12-31T23:59:59Z" }, "ts_out_of_range"],
    ["with an offset instead of Z", { ts: "2026-11-20T13:00:00+01:00" }, "accepted"],
    ["in lower case", { ts: at(0).toLowerCase() }, "accepted"],
    ["in a leap second", { ts: "2026-11-20T11:59:60Z" }, "invalid"],
    ["with ts as a number", { ts: 1_700_000_000 }, "invalid"],
    ["with ts as a day", { ts: "2026-11-20" }, "invalid"],
    ["with ts on 30 February", { ts: "2026-02-30T00:00:00Z" }, "invalid"],
    ["interval 0", { interval_s: 0 }, "interval_out_of_range"],
    ["interval 1", { interval_s: 1 }, "accepted"],
    ["interval 600", { interval_s: 600 }, "accepted"],
    ["interval 601", { interval_s: 601 }, "interval_out_of_range"],
    ["interval as text", { interval_s: "60" }, "invalid"],
    ["interval with a fraction", { interval_s: 1.5 }, "invalid"],
    ["category sent", { category: "dev.code" }, "forbidden_field"],
    ["attribution sent, though null", { attribution: null }, "forbidden_field"],
    ["cadence", { input_cadence: { key_events: 3, mouse_events: 0 } }, "accepted"],
    ["cadence with a further key", { input_cadence: { key_events: 3, keys: "secret" } }, "unknown_field"],
    ["cadence below zero", { input_cadence: { key_events: -1 } }, "invalid"],
    ["cadence with a fraction", { input_cadence: { key_events: 1.5 } }, "invalid"],
    ["cadence that is a list", { input_cadence: [1] }, "invalid"],
    ["no event id", { event_id: undefined }, "invalid"],
    ["an empty event id", { event_id: "" }, "invalid"],
    ["an event id of 64 characters", { event_id: "x".repeat(64) }, "accepted"],
    ["an event id of 65 characters", { event_id: "x".repeat(65) }, "invalid"],
    ["an event id that is a number", { event_id: 7 }, "invalid"],
    ["a NUL in the event id", { event_id: "a\0b" }, "invalid"],
    ["a NUL deep inside", { browser: { url: "https://a\0b" } }, "invalid"],
    ["half a surrogate pair", { active_app: { name: "\ud800", bundle_id: "x" } }, "invalid"],
    ["an emoji", { active_app: { name: "🙂", bundle_id: "x" } }, "accepted"],
    ["no active app", { active_app: undefined }, "invalid"],
    ["an app without bundle id", { active_app: { name: "Code" } }, "invalid"],
    ["a sequence below zero", { client_seq: -1 }, "invalid"],
    ["a sequence beyond what JSON can count", { client_seq: 2 ** 53 }, "invalid"],
    ["over 32 KB in a known field", { browser: { title: "x".repeat(33_000) } }, "too_large"],
    ["over 32 KB in an unknown field", { blob: "x".repeat(33_000) }, "too_large"],
    ["over 32 KB of UTF-8 in fewer characters", { blob: "é".repeat(17_000) }, "too_large"],
    ["an inner field of a wrong type", { meeting: { in_call: "yes" } }, "invalid"],
    ["inner objects that are null", { meeting: null, evidence_ref: null }, "accepted"],
  ])("%s: %s → %s", (_title, given, verdict) => {
    expect(reasonOf(sample(given))).toBe(verdict);
  });

  it.each([null, 7, "event", [], true])("%j is no event", (event) => {
    expect(reasonOf(event)).toBe("invalid");
  });

  it("is too_large for an event nested 100,000 deep, instead of a stack overflow", () => {
    const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    expect(reasonOf(sample({ blob: deep }))).toBe("too_large");
  });

  it("drops unknown keys of newer clients instead of refusing them", () => {
    const { valid } = judgeEvents([sample({ future: 1, system: { gpu: "x", online: true } })], NOW, true);
    expect(valid[0]).not.toHaveProperty("future");
    expect(valid[0]?.system).toEqual({ online: true });
  });

  it("names the event and its place, with null where there is no id", () => {
    const { rejected } = judgeEvents(
      [sample(), sample({ event_id: 9 }), sample({ interval_s: 0 })],
      NOW,
      true,
    );
    expect(rejected).toMatchObject([
      { event_id: null, index: 1, reason: "invalid" },
      { event_id: "e1", index: 2, reason: "interval_out_of_range" },
    ]);
    expect(rejected[0]?.detail).toContain("event_id");
  });
});

describe("a batch", () => {
  it("is split into valid and rejected without loss, whatever it contains", () => {
    const part = fc.record(
      {
        event_id: fc.oneof(fc.string(), fc.integer(), fc.constant("\0")),
        client_seq: fc.oneof(fc.nat(), fc.double()),
        ts: fc.oneof(fc.constant(NOW.toISOString()), fc.string(), fc.integer()),
        interval_s: fc.oneof(fc.integer(), fc.string()),
        active_app: fc.oneof(fc.constant({ name: "a", bundle_id: "b" }), fc.object()),
        input_cadence: fc.object(),
        category: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.jsonValue()), { maxLength: 50 }), (events) => {
        const { valid, rejected } = judgeEvents(events, NOW, true);
        expect(valid.length + rejected.length).toBe(events.length);
        expect(new Set(rejected.map((each) => each.index)).size).toBe(rejected.length);
      }),
    );
  });
});
