import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { describe, expect, it } from "vitest";

/*
 * The picture of the folders in lib/README.md against what they import. An arrow stands for the imports from one folder of
 * lib to another; types don't count, because nothing of them is left when the code runs.
 */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DYNAMIC = /(?<!typeof )\bimport\(\s*"@\/([^"]+)",?\s*\)/g;

type Arrows = Map<string, Set<string>>;
type Named = { type: string; isTypeOnly?: boolean };

function addArrow(arrows: Arrows, from: string, to: string): void {
  arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
}

/** What a module imports besides types, as it is written: `@/lib/…`. */
function importsOf(source: string, isJsx: boolean): string[] {
  const { body } = parseSync(source, { syntax: "typescript", tsx: isJsx });
  const named = body.flatMap((item) => {
    if (item.type === "ImportDeclaration") {
      const specifiers: Named[] = item.specifiers;
      const isForTypes = specifiers.length > 0 && specifiers.every((each) => each.isTypeOnly === true);
      return item.typeOnly || isForTypes ? [] : [item.source.value];
    }
    const isPassedOn = item.type === "ExportNamedDeclaration" || item.type === "ExportAllDeclaration";
    return isPassedOn && item.source && !("typeOnly" in item && item.typeOnly) ? [item.source.value] : [];
  });
  const dynamic = [...source.matchAll(DYNAMIC)].map(([, name]) => `@/${name}`);
  return [...named, ...dynamic];
}

/** The arrows between the folders that stand in one, as the code has them. */
function readArrows(within: "lib" | "lib/ui"): Arrows {
  const arrows: Arrows = new Map();
  const isIn = new RegExp(`^${within}/([^/]+)/`);
  const files = readdirSync(path.join(ROOT, within), { recursive: true, encoding: "utf8" });
  for (const name of files) {
    const file = `${within}/${name}`;
    const from = isIn.exec(file)?.[1];
    // What Prisma makes is made anew at each installation.
    if (!from || !/\.(ts|tsx|mjs)$/.test(file) || file.startsWith("lib/platform/prisma/")) continue;
    for (const imported of importsOf(readFileSync(path.join(ROOT, file), "utf8"), file.endsWith("x"))) {
      const target = imported.startsWith(".")
        ? path.posix.join(path.posix.dirname(file), imported)
        : imported.replace(/^@\//, "");
      const to = isIn.exec(target)?.[1];
      if (to && to !== from) addArrow(arrows, from, to);
    }
  }
  return arrows;
}

/** The picture: its arrows, and for each folder its floor, counted from the top. */
function readPicture(): { arrows: Arrows; floors: Map<string, number> } {
  const text = readFileSync(path.join(ROOT, "lib/README.md"), "utf8");
  const picture = /```mermaid\n([\s\S]+?)```/.exec(text)?.[1] ?? "";
  const arrows: Arrows = new Map();
  const floors = new Map<string, number>();
  let floor = -1;
  let isInFloor = false;
  for (const line of picture.split("\n").map((each) => each.trim())) {
    const arrow = /^(\S+) --> (.+)$/.exec(line);
    if (line.startsWith("subgraph")) floor += 1;
    if (arrow?.[1] && arrow[2]) {
      for (const to of arrow[2].split(" & ")) addArrow(arrows, arrow[1], to);
    } else if (isInFloor && line !== "end") {
      for (const name of line.split(" & ")) floors.set(name, floor);
    }
    isInFloor = line.startsWith("subgraph") || (isInFloor && line !== "end");
  }
  return { arrows, floors };
}

/** Which folders lead back to themselves, over others. */
function circlesIn(arrows: Arrows): string[] {
  return [...arrows.keys()].filter((folder) => reachable(arrows, folder).has(folder));
}

/** All folders that arrows lead to from one, over others too. */
function reachable(arrows: Arrows, from: string, seen = new Set<string>()): Set<string> {
  for (const to of arrows.get(from) ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    reachable(arrows, to, seen);
  }
  return seen;
}

/** Those arrows that no way around makes superfluous, as lines. */
function withoutDetours(arrows: Arrows): string[] {
  return [...arrows]
    .flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => ![...targets].some((other) => other !== to && reachable(arrows, other).has(to)))
        .map((to) => `${from} --> ${to}`),
    )
    .sort();
}

describe("the picture of the folders in lib/README.md", () => {
  const real = readArrows("lib");
  const { arrows, floors } = readPicture();

  it("has every folder of lib on a floor", () => {
    const folders = readdirSync(path.join(ROOT, "lib"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "decisions")
      .map(({ name }) => name);
    expect(folders).toContain("platform");
    expect([...floors.keys()].sort()).toEqual(folders.sort());
  });

  it("draws an arrow wherever a folder imports another, but where others lead there already", () => {
    expect(withoutDetours(real).length).toBeGreaterThan(20);
    expect(withoutDetours(arrows)).toEqual(withoutDetours(real));
    expect([...arrows].flatMap(([from, to]) => [...to].map((each) => `${from} --> ${each}`)).sort()).toEqual(
      withoutDetours(arrows),
    );
  });

  it("lets no arrow lead back to where it came from", () => {
    expect(circlesIn(real)).toEqual([]);
  });

  it("lets no arrow lead to a floor above", () => {
    const upwards = [...real].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => (floors.get(to) ?? -1) < (floors.get(from) ?? -1))
        .map((to) => `${from} --> ${to}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe("the rooms of the interface", () => {
  it("depend on each other in one direction", () => {
    const rooms = readArrows("lib/ui");
    expect(rooms.get("sequences")).toContain("crm");
    expect(circlesIn(rooms)).toEqual([]);
  });
});

describe('"use client"', () => {
  /** The module that an import names; null for a package or a style sheet. */
  const moduleOf = (imported: string) =>
    ["", ".ts", ".tsx"]
      .map((ending) => imported.replace(/^@\//, "") + ending)
      .find((file) => /\.tsx?$/.test(file) && existsSync(path.join(ROOT, file))) ?? null;
  const filesOf = (folder: string) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
      .map((name) => `${folder}/${name}`);

  it("stands in the files of the browser that the server's import, and in no other", () => {
    const marked = new Set(
      [...filesOf("app"), ...filesOf("lib/ui")].filter((file) =>
        readFileSync(path.join(ROOT, file), "utf8").startsWith('"use client"'),
      ),
    );
    const reached = new Set<string>();
    const walk = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      if (marked.has(file)) return;
      const source = readFileSync(path.join(ROOT, file), "utf8");
      for (const imported of importsOf(source, file.endsWith("x"))) {
        const next = moduleOf(imported);
        if (next) walk(next);
      }
    };
    for (const file of filesOf("app")) walk(file);
    expect(marked.size).toBeGreaterThan(20);
    expect([...marked].filter((file) => !reached.has(file))).toEqual([]);
  });
});
