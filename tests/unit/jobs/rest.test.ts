import { describe, expect, it } from "vitest";
import { mapInSlices } from "@/lib/jobs/rest";

const PIECE_MS = 3;

function busy(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

describe("work in slices", () => {
  it("gives what a map gives, in order", async () => {
    expect(await mapInSlices(["a", "b", "c"], (item, index) => `${item}${index}`)).toEqual([
      "a0",
      "b1",
      "c2",
    ]);
    expect(await mapInSlices([], () => 1)).toEqual([]);
  });

  it("yields to others every few pieces", async () => {
    const order: string[] = [];
    const other = () => {
      order.push("other");
      if (order.length < 40) setImmediate(other);
    };
    setImmediate(other);
    await mapInSlices(Array.from({ length: 20 }), (_, index) => {
      busy(PIECE_MS);
      order.push(`piece ${index}`);
    });
    const lastPiece = order.indexOf("piece 19");
    expect(order.slice(0, lastPiece).filter((name) => name === "other").length).toBeGreaterThanOrEqual(5);
  });

  it("fails as its piece does", async () => {
    const failing = mapInSlices([1, 2], () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
  });
});
