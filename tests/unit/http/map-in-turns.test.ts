import { describe, expect, it } from "vitest";
import { mapInTurns } from "@/lib/http/map-in-turns";

describe("work on many items", () => {
  it("lets others go on after every few, and keeps their order", async () => {
    const order: (number | string)[] = [];
    setImmediate(() => order.push("other"));
    const done = mapInTurns([1, 2, 3, 4, 5], 2, (item) => {
      order.push(item);
      return 10 * item;
    });
    expect(await done).toEqual([10, 20, 30, 40, 50]);
    expect(order).toEqual([1, 2, "other", 3, 4, 5]);
    expect(await mapInTurns([], 2, String)).toEqual([]);
  });
});
