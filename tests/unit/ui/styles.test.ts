import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/*
 * Classes of style sheets against the components that take them: TypeScript knows every name of a style sheet as a text,
 * so that nothing else tells a misspelt or a deleted one.
 */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const IMPORT = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const filesOf = (ending: string) =>
  ["app", "lib"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name}`),
  );

/** The classes that a style sheet defines; global ones are not its own. */
function definedIn(sheet: string): Set<string> {
  const rules = read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)/g, "");
  const selectors = rules.replace(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
}

/** The classes that components take, by style sheet; `*` where one is chosen by a name that is computed. */
function readTaken(): Map<string, Map<string, string>> {
  const taken = new Map<string, Map<string, string>>();
  for (const file of filesOf(".tsx")) {
    const source = read(file);
    const code = source.replace(/^(import|\}) .*$/gm, "");
    for (const [, name = "", from = ""] of source.matchAll(IMPORT)) {
      const sheet = from.startsWith("@/") ? from.slice(2) : path.join(path.dirname(file), from);
      const ofSheet = taken.get(sheet) ?? new Map<string, string>();
      taken.set(sheet, ofSheet);
      for (const [, dotted, quoted] of code.matchAll(
        new RegExp(`(?<![\\w.])${name}(?:\\??\\.(\\w+)|\\["([\\w-]+)"\\])`, "g"),
      )) {
        ofSheet.set(dotted ?? quoted ?? "", file);
      }
      if (new RegExp(`(?<![\\w.])${name}\\[(?!")`).test(code)) ofSheet.set("*", file);
    }
  }
  return taken;
}

describe("style sheets of components", () => {
  const taken = readTaken();

  it("define every class that a component takes", () => {
    expect(taken.size).toBeGreaterThan(40);
    const missing = [...taken].flatMap(([sheet, names]) => {
      const defined = definedIn(sheet);
      return [...names]
        .filter(([name]) => name !== "*" && !defined.has(name))
        .map(([name, file]) => `${file} takes ${name} of ${sheet}`);
    });
    expect(missing).toEqual([]);
  });

  it("define no class that no component takes", () => {
    const sheets = filesOf(".module.css");
    expect(sheets.length).toBeGreaterThan(40);
    const idle = sheets.flatMap((sheet) => {
      const names = taken.get(sheet) ?? new Map<string, string>();
      if (names.has("*")) return [];
      return [...definedIn(sheet)]
        .filter((name) => !names.has(name))
        .map((name) => `${sheet} defines ${name}`);
    });
    expect(idle).toEqual([]);
  });
});
