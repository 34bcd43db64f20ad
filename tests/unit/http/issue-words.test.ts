import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueWords } from "@/lib/http/issue-words";

describe("what is said of a value that is refused", () => {
  it.each([
    [z.string().trim().min(1), "  ", "Must not be empty"],
    [z.string().min(2), "a", "Must have at least 2 characters"],
    [z.string().max(1), "abc", "Must have at most 1 character"],
    [z.string().max(255), "a".repeat(256), "Must have at most 255 characters"],
    [z.array(z.string()).min(1), [], "Must not be empty"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "Must hold at most 2"],
    [z.int().min(1).max(600), 0, "Must be at least 1"],
    [z.int().min(1).max(600), 601, "Must be at most 600"],
    [z.number().positive(), 0, "Must be more than 0"],
    [z.number().lt(5), 5, "Must be less than 5"],
    [z.int(), 1.5, "Must be a whole number"],
    [z.coerce.number().int(), "1.5", "Must be a whole number"],
    [z.coerce.number().int(), "many", "Must be a number"],
    [z.string().min(1, "Please answer this"), "", "Please answer this"],
  ])("by %# is a sentence without zod's notation", (schema, value, expected) => {
    const issue = schema.safeParse(value).error?.issues[0];
    expect(issue && issueWords(issue)).toBe(expected);
  });
});
