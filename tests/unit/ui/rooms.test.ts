import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const UI = path.resolve(import.meta.dirname, "../../../lib/ui");

test("everything of the interface stands in a folder of its own kind", () => {
  const entries = readdirSync(UI, { withFileTypes: true });
  expect(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toContain("kit");
  expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
});
