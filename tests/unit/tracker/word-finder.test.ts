import fc from "fast-check";
import { expect, test } from "vitest";
import { wordFinder } from "@/lib/tracker/redaction/word-finder";

const letters = fc.constantFrom("a", "b", ":", "ß", "密", "😀");
const textOf = (minLength: number, maxLength: number) =>
  fc.array(letters, { minLength, maxLength }).map((parts) => parts.join(""));

test("finds each word that a text holds, also one inside of another, and no other", () => {
  fc.assert(
    fc.property(fc.array(textOf(1, 5), { maxLength: 12 }), textOf(0, 30), (words, text) => {
      const find = wordFinder(words.map((word, index) => [word, index] as const));
      const held = words.flatMap((word, index) => (text.includes(word) ? [index] : []));
      expect([...find(text)].sort((a, b) => a - b)).toEqual(held);
    }),
  );
});

test("what several words stand for is found by any of them", () => {
  const find = wordFinder([
    ["pass", "a password"],
    ["pw", "a password"],
    ["pass", "a ticket"],
  ]);
  expect([...find("pw: x")]).toEqual(["a password"]);
  expect([...find("pass")].sort()).toEqual(["a password", "a ticket"]);
  expect(find("nothing").size).toBe(0);
});
