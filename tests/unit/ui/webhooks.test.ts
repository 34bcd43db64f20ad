import { describe, expect, it } from "vitest";
import { fromField, secondsUntil, toField } from "@/lib/ui/kit/time/moments";
import { answerOf, eventsOf, healthOf, percentOf, titleOf } from "@/lib/ui/webhooks/wording";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");

const HEALTHY = {
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  health: { deliveries: 100, success_rate: 1, pending: 0, last_success_at: null, last_failure_at: null },
} as Parameters<typeof healthOf>[0];

describe("how long until the next attempt", () => {
  it.each([
    ["2026-11-20T11:59:59.000Z", "any moment"],
    ["2026-11-20T12:00:00.200Z", "in 1 s"],
    ["2026-11-20T12:00:59.000Z", "in 59 s"],
    ["2026-11-20T12:01:00.000Z", "in 1 min"],
    ["2026-11-20T12:03:05.000Z", "in 3 min 5 s"],
    ["2026-11-20T12:59:59.000Z", "in 59 min"],
    ["2026-11-20T13:00:01.000Z", "in 1 h"],
    ["2026-11-20T21:58:00.000Z", "in 9 h 58 min"],
  ])("%s is %s", (at, words) => {
    expect(secondsUntil(at, NOW)).toBe(words);
  });
});

describe("a field for date and time", () => {
  it("gives back the minute that it was given, whatever the reader's zone", () => {
    expect(fromField(toField("2026-11-20T12:34:56.789Z"))).toBe("2026-11-20T12:34:00.000Z");
  });

  it.each(["", "yesterday", "2026-13-40T00:00"])("makes nothing of %j", (text) => {
    expect([fromField(text), toField(text)]).toEqual(["", ""]);
  });
});

describe("a webhook's health", () => {
  it("warns about failures and about being switched off by the service, but not by a person", () => {
    expect(healthOf(HEALTHY)).toEqual({ label: "100% delivered", tone: "good" });
    expect(healthOf({ ...HEALTHY, failing_since: "2026-11-20T12:00:00.000Z" })).toEqual({
      label: "Failing, trying again",
      tone: "bad",
    });
    expect(healthOf({ ...HEALTHY, health: { ...HEALTHY.health, success_rate: 0.94 } }).tone).toBe("bad");
    expect(healthOf({ ...HEALTHY, is_active: false })).toEqual({ label: "Off", tone: "calm" });
    expect(healthOf({ ...HEALTHY, is_active: false, disabled_reason: "gone" }).tone).toBe("bad");
  });

  it("says before anything has ended whether deliveries are in progress", () => {
    const none = { ...HEALTHY.health, deliveries: 0, success_rate: null };
    expect(healthOf({ ...HEALTHY, health: none }).label).toBe("No deliveries");
    const pending = { ...HEALTHY, health: { ...none, pending: 3 } };
    expect(healthOf(pending).label).toBe("Delivering");
    expect(healthOf({ ...pending, failing_since: "2026-11-20T12:00:00.000Z" }).tone).toBe("bad");
  });

  it("never rounds a failure away, and loses no whole percent", () => {
    expect([1, 0.999, 0.29, 0.57, 0].map(percentOf)).toEqual(["100%", "99%", "29%", "57%", "0%"]);
  });
});

describe("words for a webhook and what came of it", () => {
  it("calls a webhook by its name, else by where it leads", () => {
    expect(titleOf({ name: "Billing", url: "https://example.com/a" })).toBe("Billing");
    expect(titleOf({ name: "", url: "https://example.com/a" })).toBe("example.com/a");
  });

  it("names one event, counts several, and says when it is all", () => {
    expect(eventsOf(["record.created"])).toBe("record.created");
    expect(eventsOf(["record.created", "webhook.test"])).toBe("record.created");
    expect(eventsOf(["webhook.test"])).toBe("Test events only");
    expect(eventsOf(["record.created", "record.deleted"])).toMatch(/^2 of \d+ event types$/);
    expect(eventsOf(["record.created", "*"])).toBe("Every event");
  });

  it("distinguishes a broken-off answer from none and from a complete one", () => {
    expect(answerOf({ response_status_code: 200, error: null })).toBe("200");
    expect(answerOf({ response_status_code: null, error: "Timed out" })).toBe("Timed out");
    expect(answerOf({ response_status_code: 200, error: "Broke off" })).toBe("200 · Broke off");
  });
});
