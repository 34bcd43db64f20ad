import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faultsOf, firstFault } from "@/lib/http/issue-words";

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
    const { error } = schema.safeParse(value);
    expect(error && faultsOf(error)).toEqual([{ path: "", message: expected }]);
  });
});

const Condition = z.object({
  attribute: z.string(),
  operator: z.enum(["is", "not"]),
  value: z.union([z.union([z.string().max(3), z.number()]), z.array(z.string()).min(1)]).optional(),
});
const Group = z.strictObject({ and: z.array(Condition).min(1) });
const Filter = z.object({ filter: z.union([Condition, Group]).nullable() });
const fits = { attribute: "a", operator: "is", value: "b" };

describe("what is said of a value that may take several forms", () => {
  it.each([
    [{ ...fits, operator: "like" }, "filter.operator", 'Invalid option: expected one of "is"|"not"'],
    [{ ...fits, value: {} }, "filter.value", "Invalid input: expected string, number or array"],
    [{ ...fits, value: "long" }, "filter.value", "Must have at most 3 characters"],
    [{ ...fits, value: [] }, "filter.value", "Must not be empty"],
    [{ and: [] }, "filter.and", "Must not be empty"],
    [
      { and: [fits, { ...fits, value: ["b", 1] }] },
      "filter.and.1.value.1",
      "Invalid input: expected string, received number",
    ],
    [{ and: [fits], more: 1 }, "filter", 'Unrecognized key: "more"'],
    [5, "filter", "Invalid input: expected object"],
  ])("%j is about the form that it comes closest to", (filter, path, message) => {
    const { error } = Filter.safeParse({ filter });
    expect(error && faultsOf(error)).toEqual([{ path, message }]);
    expect(error && firstFault(error)).toBe(`${path}: ${message}`);
  });
});
