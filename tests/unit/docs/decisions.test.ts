import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = path.resolve(import.meta.dirname, "../../../lib/decisions");
const SECTIONS = ["Context", "Decision", "Consequence", "What would change it"];
const RECORD = /^(\d{4}-\d{2}-\d{2})-[a-z0-9-]+\.md$/;

const files = readdirSync(FOLDER).filter((name) => name !== "README.md");
const index = readFileSync(path.join(FOLDER, "README.md"), "utf8");

describe("the records of decisions", () => {
  it.each(files)("%s has its date, and each section once", (name) => {
    const text = readFileSync(path.join(FOLDER, name), "utf8");
    expect(text).toMatch(/^# \S/);
    expect(text).toContain(`\n${RECORD.exec(name)?.[1]} · `);
    expect([...text.matchAll(/^\*\*(.+?)\.\*\* \S/gm)].map(([, section]) => section)).toEqual(SECTIONS);
  });

  it("are all in the index, under their titles, newest first", () => {
    const listed = [...index.matchAll(/^- \[(.+)\]\((\S+\.md)\) · \S/gm)].map(([, title, name]) => ({
      title,
      name: name ?? "",
    }));
    expect(listed.map(({ name }) => name).sort()).toEqual(files.sort());
    for (const { title, name } of listed)
      expect(readFileSync(path.join(FOLDER, name), "utf8").split("\n")[0]).toBe(`# ${title}`);
    const dates = listed.map(({ name }) => name.slice(0, 10));
    expect(dates).toEqual([...dates].sort().reverse());
  });
});
