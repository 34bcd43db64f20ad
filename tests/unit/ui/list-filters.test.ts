import { describe, expect, test } from "vitest";
import {
  choiceFilter,
  customFilter,
  dayFilter,
  readFilters,
  searchFilter,
  sinceFilter,
} from "@/lib/ui/kit/filters/list-filters";

const FILTERS = [
  searchFilter("Search tasks", "By title"),
  choiceFilter("state", "State", [
    { value: "open", label: "Open" },
    { value: "done", label: "Done" },
  ]),
  choiceFilter(
    "sort",
    "Order",
    [
      { value: "", label: "Newest first" },
      { value: "votes", label: "Most votes first" },
    ],
    { isView: true },
  ),
];

const from = (query: string) => {
  const address = new URLSearchParams(query);
  return readFilters(FILTERS, (name) => address.get(name) ?? "");
};

describe("the filters of a list", () => {
  test("ask for the first choice where the address says nothing, which narrows nothing", () => {
    expect(from("")).toMatchObject({ query: { search: "", state: "open", sort: "" }, isNarrowed: false });
  });

  test("ask for what the address says", () => {
    expect(from("search=ink&state=done&sort=votes")).toMatchObject({
      query: { search: "ink", state: "done", sort: "votes" },
      isNarrowed: true,
    });
  });

  test("leave out what is no choice, as an address from elsewhere may have it", () => {
    expect(from("state=nonsense&sort=__proto__")).toMatchObject({
      query: { state: "open", sort: "" },
      isNarrowed: false,
    });
  });

  test("are narrowed by what can be cleared alone: an order is none of it", () => {
    const { isNarrowed, cleared } = from("sort=votes");
    expect(isNarrowed).toBe(false);
    expect(cleared).toEqual({ search: "", state: "" });
  });

  test("ask for a whole day from its first instant to its last, and for none where it is no day", () => {
    const endOfDay = (start: Date) => new Date(start.getTime() + 86_399_999);
    const days = [
      dayFilter("from", "From", { labelWidth: 52 }),
      dayFilter("to", "To", { labelWidth: 34, instantOf: endOfDay }),
    ];
    const start = new Date(2026, 10, 20);
    expect(readFilters(days, () => "2026-11-20").query).toEqual({
      from: start.toISOString(),
      to: endOfDay(start).toISOString(),
    });
    expect(readFilters(days, () => "2026-13-77")).toMatchObject({
      query: { from: "", to: "" },
      isNarrowed: false,
    });
  });

  test("leave out an empty time, and pass a parameter without a field unchanged", () => {
    const filters = [sinceFilter(), customFilter("target_id")];
    const address = new Map([
      ["since", "yesterday"],
      ["target_id", "abc"],
    ]);
    expect(readFilters(filters, (name) => address.get(name) ?? "").query).toEqual({
      since: "",
      target_id: "abc",
    });
  });
});
