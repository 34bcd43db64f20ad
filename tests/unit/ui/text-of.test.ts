import { expect, it } from "vitest";
import { textOf } from "@/lib/ui/kit/imports/text-of";

it.each([
  ["UTF-8", Buffer.from("name\nMüller")],
  ["UTF-8 with its mark", Buffer.from("\ufeffname\nMüller")],
  ["Windows' own", Buffer.from("name\nM\u00fcller", "latin1")],
  ["UTF-16 as Excel writes it", Buffer.from("\ufeffname\nMüller", "utf16le")],
  ["UTF-16 the other way round", Buffer.from("\ufeffname\nMüller", "utf16le").swap16()],
])("reads a file in %s", async (_, bytes) => {
  expect(await textOf(new Blob([bytes]))).toBe("name\nMüller");
});

it("reads an empty file", async () => {
  expect(await textOf(new Blob([]))).toBe("");
});
