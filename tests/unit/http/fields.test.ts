import { expect, it } from "vitest";
import { GivenTime } from "@/lib/http/fields";

it("says what a time looks like to who sends one without seconds, which RFC 3339 requires", () => {
  expect(GivenTime.safeParse("2026-01-01T10:00Z").error?.issues[0]?.message).toBe(
    "Not a time with seconds, as in 2026-11-20T09:30:00Z",
  );
  expect(GivenTime.parse("2026-01-01T10:00:00+01:00")).toBe("2026-01-01T10:00:00+01:00");
});
