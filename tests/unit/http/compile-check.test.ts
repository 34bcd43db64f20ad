import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compileCheck } from "@/lib/http/compile-check";
import { TrackerEvent } from "@/lib/tracker/ingest/schema";

const EVENT = {
  event_id: "e1",
  client_seq: 1,
  ts: "2026-11-20T12:00:00.000Z",
  interval_s: 60,
  active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "ingest.ts" },
  file_context: { path: "/src/ingest.ts", repo: "acme/atlas", branch: null },
  dev_context: null,
  browser: { url: "https://example.com", title: "Example" },
  meeting: { in_call: true, call_app: "Zoom", calendar_event_id: null },
  system: { on_battery: false, displays: 2, online: true, network: "office" },
  input_cadence: { key_events: 3, mouse_events: 4 },
  evidence_ref: null,
  further: { of: ["a", "newer", "client"] },
};

/** Places of a value and all that it holds, as paths of keys. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) };
}

const oddText = fc.oneof(
  fc.constantFrom("", "2026-02-30T00:00:00Z", "2026-11-20T12:00:00+01:00", "2026-11-20", "🙂".repeat(40)),
  fc.string({ maxLength: 70 }),
);
const oddNumber = fc.constantFrom(-1, 0, 0.5, -0, 1e9, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e308 * 10);
const odd = fc.oneof(oddText, oddNumber, fc.constantFrom(null, true, [], {}, undefined), fc.jsonValue());

describe("a compiled check", () => {
  it("accepts an ordinary event, with unknown keys", () => {
    expect(compileCheck(TrackerEvent)(EVENT)).toBe(true);
  });

  it("refuses everything that the schema refuses or changes, whatever the values", () => {
    const check = compileCheck(TrackerEvent);
    let passed = 0;
    fc.assert(
      fc.property(fc.constantFrom(...placesOf(EVENT)), odd, (place, by) => {
        const event = JSON.parse(JSON.stringify(replaced(EVENT, place, by) ?? null));
        if (!check(event)) return;
        passed++;
        const parsed = TrackerEvent.parse(event);
        expect(event).toMatchObject(parsed);
      }),
      { numRuns: 5000 },
    );
    expect(passed).toBeGreaterThan(500);
  });

  it("measures texts as the schema does", () => {
    const short = z.string().max(4);
    const check = compileCheck(short);
    for (const text of ["abcd", "abcde", "🙂🙂🙂🙂", "🙂🙂🙂🙂🙂"]) {
      expect(check(text)).toBe(short.safeParse(text).success);
    }
  });
});
