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

it.each([
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ["a workbook of the old kind", Buffer.from("d0cf11e0a1b11ae10000000000000000", "hex")],
])("refuses %s, which is no text", async (_, bytes) => {
  await expect(textOf(new Blob([bytes]))).rejects.toThrow("not a text");
});

it("leaves it to the page to say what to do with a workbook", async () => {
  expect(await textOf(new Blob([Buffer.from("504b03040000", "hex")]))).toMatch(/^PK/);
});
