import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const UI = path.resolve(import.meta.dirname, "../../../lib/ui");

test("everything of the interface stands in a folder of its own kind", () => {
  const entries = readdirSync(UI, { withFileTypes: true });
  expect(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toContain("kit");
  expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
});

test("everything of the kit stands in a room, and the map names each", () => {
  const entries = readdirSync(path.join(UI, "kit"), { withFileTypes: true });
  expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
  const map = readFileSync(path.join(UI, "../README.md"), "utf8");
  const [, listed = ""] = /`lib\/ui\/kit` has no files[^|]+((?:\|.+\n)+)/.exec(map) ?? [];
  const named = [...listed.matchAll(/^\| `([a-z]+)`/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(entries.map(({ name }) => name).sort());
});
