import { describe, expect, it } from "vitest";
import { aTable } from "@/tests/support/tables";

describe("a list of rows with an offset", () => {
  it("skips as many rows as requested, whatever the sort order, and continues from there", async () => {
    const { add, list } = await aTable();
    for (const amount of [5, 4, 3, 2, 1]) await add({ title: `Row ${amount}`, amount });
    const titles = (json: { values: { title: string } }[]) => json.map(({ values }) => values.title);
    for (const [sort, expected] of [
      ["created_at", ["Row 3", "Row 2"]],
      ["amount", ["Row 3", "Row 4"]],
    ] as const) {
      const page = await list({ sort, offset: "2", limit: "2" });
      expect(titles(page.json)).toEqual(expected);
      const next = new URL(/<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "", "http://host");
      const rest = await list(Object.fromEntries(next.searchParams));
      expect(titles(rest.json)).toEqual([sort === "amount" ? "Row 5" : "Row 1"]);
    }
    expect((await list({ offset: "5" })).json).toEqual([]);
  });

  it.each(["-1", "1.5", "many", "100001"])("refuses an offset of %j", async (offset) => {
    const { list } = await aTable();
    expect((await list({ offset })).status).toBe(400);
  });
});
