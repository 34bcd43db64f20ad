import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** The parenthesis of `text` that opens at `start`, to its end. */
function parenthesis(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** What a `DELETE` or `UPDATE` takes its rows from where the planner may ask for them again for every row it looks at. */
function repeatable(source: string): string[] {
  return [...source.matchAll(/\b(?:DELETE FROM|UPDATE)\b[^`]*?\bIN (?=\(\s*SELECT\b)/g)]
    .map((match) => parenthesis(source, match.index + match[0].length))
    .filter((query) => /\bLIMIT\b|\bFOR (?:NO KEY )?UPDATE\b/.test(query));
}

describe("statements that change a number of rows", () => {
  it("are recognised by the test below", () => {
    expect(repeatable("DELETE FROM a WHERE id IN (SELECT id FROM (b) LIMIT 5)")).toHaveLength(1);
    expect(repeatable("DELETE FROM a WHERE id = ANY (ARRAY(SELECT id FROM b LIMIT 5))")).toEqual([]);
    expect(repeatable("DELETE FROM a WHERE id IN (SELECT id FROM b)")).toEqual([]);
  });

  /* Seen: 10,000 held events took the sweep 17 s, because a plan joined them with a LIMIT that it ran 10,000 times. */
  it("choose them once, by an array or a materialized part, never by IN", () => {
    const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("platform/prisma/"))
      .map((file) => path.join("lib", file));
    const found = files.flatMap((file) =>
      repeatable(readFileSync(file, "utf8")).map((query) => [file, query]),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
