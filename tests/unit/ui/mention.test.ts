import { describe, expect, it } from "vitest";
import { isMeant, mentionBegun } from "@/lib/ui/kit/people/mention";

describe("mentionBegun", () => {
  it.each([
    ["@", { at: 0, typed: "" }],
    ["Hello @a", { at: 6, typed: "a" }],
    ["(@Ada Lo", { at: 1, typed: "Ada Lo" }],
    ["Zoë and @Łukasz", { at: 8, typed: "Łukasz" }],
    ["line\n@Anne-Marie O'", { at: 5, typed: "Anne-Marie O'" }],
    ["@Ada Lovelace and @Gr", { at: 18, typed: "Gr" }],
  ])("finds the name that is being written in %j", (text, begun) => {
    expect(mentionBegun(text)).toEqual(begun);
  });

  it.each(["", "ada", "ada@example.com", "meet @ noon", "@Ada\n", "@Ada Lovelace wrote it in May", "@@"])(
    "finds none in %j",
    (text) => {
      expect(mentionBegun(text)?.typed || null).toBeNull();
    },
  );
});

describe("isMeant", () => {
  const ada = { name: "Ada Lovelace", email: "countess@example.com" };
  it.each(["", "a", "ada l", "LOVE", "count"])("takes %j for the beginning of a mention", (typed) => {
    expect(isMeant(typed, ada)).toBe(true);
  });
  it.each(["grace", "Ada Lovelace ", "example.com"])("does not take %j", (typed) => {
    expect(isMeant(typed, ada)).toBe(false);
  });
});
