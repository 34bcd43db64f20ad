import { expect, it, vi } from "vitest";
import { answerWords } from "@/lib/ui/forms/answer-words";

vi.stubGlobal("window", { navigator: { languages: ["en-GB"] } });

const OPTIONS = [
  { value: "s", label: "Small" },
  { value: "l", label: "Large" },
];

it.each([
  ["date", "2026-02-11", "11 Feb 2026"],
  // It is no date of the calendar, and none is made of it.
  ["date", "tomorrow", "tomorrow"],
  ["text", "2026-02-11", "2026-02-11"],
  ["multi_select", ["s", "l", "xl"], "Small, Large, xl"],
  ["checkbox", false, "No"],
  ["date", null, ""],
])("an answer to a question of type %s, %j, reads %j", (type, value, words) => {
  expect(answerWords(value, { type, options: OPTIONS })).toBe(words);
});
