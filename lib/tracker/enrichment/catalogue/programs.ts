import { BROWSERS } from "@/lib/tracker/enrichment/catalogue/browsers";
import { COMMUNICATION } from "@/lib/tracker/enrichment/catalogue/communication";
import { DEVELOPMENT } from "@/lib/tracker/enrichment/catalogue/development";
import { LEISURE } from "@/lib/tracker/enrichment/catalogue/leisure";
import { OFFICE } from "@/lib/tracker/enrichment/catalogue/office";
import { PRIVATE } from "@/lib/tracker/enrichment/catalogue/private";
import { SYSTEM } from "@/lib/tracker/enrichment/catalogue/system";

/*
 * Programs, one line for one or for several of a kind:
 *
 *   category | names | macOS | Windows | Linux
 *
 * Names are what people call a program. The macOS column has bundle ids; the Windows column has programs without
 * `.exe`, and Store packages without `_` and what follows it; the Linux column has window classes, and desktop files
 * without `.desktop`. `com.jetbrains.*` (macOS), `jetbrains-*` (Linux) and `Adobe *` (a name) are families, and
 * `*-win64-shipping` and `* Password Manager` (a name) are endings, of one or two parts. Everything but the names is in
 * lower case and appears once in its column. Versions (`-2.10`, `64`) and channels (`-nightly`) need no entries of their
 * own.
 *
 * The category `browser` marks programs that show pages: the page decides. With a `?` before the category, the open
 * file decides first.
 */
const LINES = [DEVELOPMENT, OFFICE, COMMUNICATION, BROWSERS, LEISURE, PRIVATE, SYSTEM].flatMap((text) =>
  text.split("\n").filter((line) => line !== ""),
);

/** Programs of one kind, and what each system calls them. */
export type Programs = {
  category: string;
  /** Whether the open file says more than the program does. */
  yieldsToFiles: boolean;
  /** What rules call them: `app:` by name, `bundle:` on macOS, `exe:` on Windows and `class:` on Linux. */
  keys: { kind: "app" | "bundle" | "exe" | "class"; name: string }[];
};

const KINDS = ["app", "bundle", "exe", "class"] as const;

export const PROGRAMS: readonly Programs[] = LINES.map((line) => {
  const [category = "", ...columns] = line.split("|").map((column) => column.trim());
  return {
    category: category.replace("?", ""),
    yieldsToFiles: category.startsWith("?"),
    keys: KINDS.flatMap((kind, column) =>
      (columns[column] ?? "")
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name) => ({ kind, name })),
    ),
  };
});

/** A program's name without what is between its words: `Hogwarts Legacy` is `HogwartsLegacy.exe`. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(/[\s._:'’+-]+/g, "");
}

/** Shorter names are words of many programs once they are squeezed. */
const SQUEEZED_CHARS_MIN = 6;

/** Programs by their squeezed names, where only programs of one category share it. */
export const SQUEEZED: ReadonlyMap<string, Programs> = (() => {
  const found = new Map<string, Programs[]>();
  for (const programs of PROGRAMS) {
    for (const { kind, name } of programs.keys) {
      const key = squeezed(name);
      if (kind === "bundle" || name.includes("*") || key.length < SQUEEZED_CHARS_MIN) continue;
      found.set(key, [...(found.get(key) ?? []), programs]);
    }
  }
  const isOne = ([first, ...others]: Programs[]) =>
    others.every(({ category }) => category === first?.category);
  return new Map([...found].flatMap(([key, all]) => (all[0] && isOne(all) ? [[key, all[0]] as const] : [])));
})();

/** Every program's key in lower case, such as `exe:code`, and whether it is a browser's. */
export const PROGRAM_KEYS: ReadonlyMap<string, { isBrowser: boolean }> = new Map([
  ...[...SQUEEZED].map(
    ([name, { category }]) => [`squeezed:${name}`, { isBrowser: category === "browser" }] as const,
  ),
  ...PROGRAMS.flatMap(({ category, keys }) =>
    keys.map(
      ({ kind, name }) => [`${kind}:${name.toLowerCase()}`, { isBrowser: category === "browser" }] as const,
    ),
  ),
]);
