import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GivenTime, line, wholeNumber } from "@/lib/http/fields";
import { firstWords } from "@/lib/http/issue-words";

it("says what a time looks like to who sends one without seconds, which RFC 3339 requires", () => {
  expect(GivenTime.safeParse("2026-01-01T10:00Z").error?.issues[0]?.message).toBe(
    "Not a time with seconds from 00 to 59, as in 2026-11-20T09:30:00Z",
  );
  expect(GivenTime.parse("2026-01-01T10:00:00+01:00")).toBe("2026-01-01T10:00:00+01:00");
});

it("takes a time in lower case, as RFC 3339 does, and makes it upper case", () => {
  expect(GivenTime.parse("2026-01-01t10:00:00.5z")).toBe("2026-01-01T10:00:00.5Z");
});

describe("a line that people read", () => {
  it.each(["\u200b\u200b", "\u3164", "\u2800", "\u00ad", "\u2060\ufeff", "\u{e0020}", " \u00a0 "])(
    "holds something that they can see: %j does not",
    (text) => {
      expect(line(100).safeParse(text).success).toBe(false);
    },
  );

  it.each(["a", "👩‍💻", "-", "ä", "ㅤa", "한", "\u0301", "👍🏽", "®", "7"])("%s does", (text) => {
    expect(line(100).safeParse(text).success).toBe(true);
  });
});

describe("a whole number in a query", () => {
  it.each([
    ["0", "Must be at least 1"],
    ["-1", "Must be at least 1"],
    ["201", "Must be at most 200"],
    ["x", "Must be a whole number"],
  ])("is refused with the reason: %s", (text, reason) => {
    const { error } = wholeNumber(1, 200, 50).safeParse(text);
    expect(error && firstWords(error)).toBe(reason);
  });

  it.each(["1e2", "0x10", "0b1", " 5 ", "", "5.0", "+5", "5_0", "٥", "Infinity", "1".repeat(400), "--5"])(
    "is written in decimal digits: %j is none",
    (text) => {
      expect(wholeNumber(0, 200, 50).safeParse(text).success).toBe(false);
    },
  );

  it.each([
    ["0", 0],
    ["007", 7],
    ["200", 200],
  ])("%j is %d", (text, value) => {
    expect(wholeNumber(0, 200, 50).parse(text)).toBe(value);
  });

  it("is its preset where nothing is sent, as the API reference says", () => {
    expect(wholeNumber(0, 200, 50).parse(undefined)).toBe(50);
    const shown = { type: "integer", minimum: 0, maximum: 200, default: 50 };
    expect(z.toJSONSchema(wholeNumber(0, 200, 50), { io: "input" })).toMatchObject(shown);
  });

  it("lies in its bounds", () => {
    const problem = (text: string) => wholeNumber(0, 200, 50).safeParse(text).error?.issues[0]?.code;
    expect([problem("-1"), problem("201")]).toEqual(["too_small", "too_big"]);
  });
});
