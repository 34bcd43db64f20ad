import { describe, expect, it } from "vitest";
import { rangeOf } from "@/lib/ui/captured/range";

describe("the days of which data is shown, downloaded or erased", () => {
  it("are whole days of the person's zone, open where none is chosen", () => {
    expect(rangeOf("2026-11-01", "2026-11-01", "America/New_York")).toEqual({
      from: "2026-11-01T04:00:00.000Z",
      to: "2026-11-02T05:00:00.000Z",
    });
    expect(rangeOf("", "", "UTC")).toEqual({});
    expect(rangeOf("2026-11-01", "", "UTC")).toEqual({ from: "2026-11-01T00:00:00.000Z" });
  });

  it.each([
    // A browser's field takes years of two digits and of six.
    ["0026-11-01", "2026-11-02", "UTC"],
    ["20226-11-01", "2026-11-02", "UTC"],
    ["2026-11-01", "20226-11-02", "UTC"],
    // The zone skipped it.
    ["2011-12-30", "2026-11-02", "Pacific/Apia"],
    ["2026-11-03", "2026-11-02", "UTC"],
  ])("are none from %j to %j in %s, and never all that there are", (first, last, zone) => {
    expect(rangeOf(first, last, zone)).toBeNull();
  });
});
