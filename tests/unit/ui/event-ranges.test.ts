import { describe, expect, it } from "vitest";
import { COUNTED_DAYS_MAX, COUNTED_HOURS_MAX } from "@/lib/ingestion/limits";
import { HOUR_MS } from "@/lib/platform/limits";
import { rangeOf } from "@/lib/ui/integrations/ranges";

const NOW = new Date(2026, 10, 20, 15, 42, 7);
const asked = (given: { range?: string; from?: string; to?: string }, now = NOW) =>
  rangeOf({ range: "", from: "", to: "", ...given }, now);

describe("a range of product events", () => {
  it("is the last seven days, today among them, unless another is asked for", () => {
    const week = {
      name: "7d",
      since: new Date(2026, 10, 14),
      until: new Date(2026, 10, 21),
      bucket: "day",
    };
    expect(asked({})).toEqual(week);
    expect(asked({ range: "a decade" })).toEqual(week);
    expect(asked({ from: "2026-11-31", to: "2026-12-01" })).toEqual(week);
  });

  it("of 24 hours ends with the hour that is under way, and stands still until the next", () => {
    const { since, until, bucket } = asked({ range: "24h" });
    expect(bucket).toBe("hour");
    expect(until).toEqual(new Date(2026, 10, 20, 16));
    expect(until.getTime() - since.getTime()).toBe(24 * HOUR_MS);
    expect(asked({ range: "24h" }, new Date(NOW.getTime() + 60_000))).toEqual(asked({ range: "24h" }));
  });

  it("between two days takes in both whole, in whichever order they come", () => {
    const days = { since: new Date(2026, 10, 2), until: new Date(2026, 10, 12), bucket: "day" };
    expect(asked({ from: "2026-11-02", to: "2026-11-11" })).toMatchObject(days);
    expect(asked({ from: "2026-11-11", to: "2026-11-02" })).toMatchObject(days);
    expect(asked({ from: "2026-11-11", to: "2026-11-11" })).toMatchObject({ bucket: "hour" });
  });

  it("never is longer than what the server counts at once", () => {
    const { since, until } = asked({ from: "2001-01-01", to: "2026-11-20" });
    expect(until.getTime() - since.getTime()).toBeLessThanOrEqual(COUNTED_DAYS_MAX * 24 * HOUR_MS);
    const hours = asked({ from: "2026-11-10", to: "2026-11-11" });
    expect(hours.until.getTime() - hours.since.getTime()).toBeLessThanOrEqual(COUNTED_HOURS_MAX * HOUR_MS);
  });
});
