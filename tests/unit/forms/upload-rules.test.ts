import { describe, expect, it } from "vitest";
import { refusalOf } from "@/lib/forms/uploads/rules";

describe("what a visitor is told of a file that is not taken", () => {
  it.each([
    [0, undefined, "The file is empty"],
    [10_485_761, undefined, "Larger than 10 MiB"],
    [1_600_000, 1_572_864, "Larger than 1.5 MiB"],
    [300_000, 204_800, "Larger than 200 KiB"],
    [300, 200, "Larger than 200 bytes"],
    [1, undefined, null],
    [10_485_760, undefined, null],
  ])("of %i bytes where at most %s are taken", (byteSize, max_bytes, expected) => {
    const validation = max_bytes === undefined ? {} : { max_bytes };
    expect(refusalOf({ validation }, { contentType: "image/png", byteSize })).toBe(expected);
  });
});
