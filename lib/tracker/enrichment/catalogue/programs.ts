import { processWide } from "@/lib/platform/process-wide";
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
 *
 * There are so many that reading them takes a quarter of a second, which no start waits for: they are read when a sample
 * is first looked at.
 */
const TEXTS = [DEVELOPMENT, OFFICE, COMMUNICATION, BROWSERS, LEISURE, PRIVATE, SYSTEM];

/** Programs of one kind, and what each system calls them. */
export type Programs = {
  category: string;
  /** Whether the open file says more than the program does. */
  yieldsToFiles: boolean;
  /** What rules call them: `app:` by name, `bundle:` on macOS, `exe:` on Windows and `class:` on Linux. */
  keys: { kind: "app" | "bundle" | "exe" | "class"; name: string }[];
};

const KINDS = ["app", "bundle", "exe", "class"] as const;

function read(line: string): Programs {
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
}

/** All programs of the catalogue. */
export function programs(): readonly Programs[] {
  return processWide("catalogue-programs", () =>
    TEXTS.flatMap((text) => text.split("\n").filter((line) => line !== "")).map(read),
  );
}

/** A program's name without what is between its words: `Hogwarts Legacy` is `HogwartsLegacy.exe`. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(/[\s._:'’+-]+/g, "");
}

/** Shorter names are words of many programs once they are squeezed. */
const SQUEEZED_CHARS_MIN = 6;

/** Programs by their squeezed names, where only programs of one category share it. */
export function squeezedPrograms(): ReadonlyMap<string, Programs> {
  const found = new Map<string, Programs>();
  const shared = new Set<string>();
  for (const entry of programs()) {
    for (const { kind, name } of entry.keys) {
      const key = squeezed(name);
      if (kind === "bundle" || name.includes("*") || key.length < SQUEEZED_CHARS_MIN) continue;
      const first = found.get(key);
      if (first === undefined) found.set(key, entry);
      else if (first.category !== entry.category) shared.add(key);
    }
  }
  for (const key of shared) found.delete(key);
  return found;
}

type Kind = "browser" | "program";

function kindsByKey(): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>();
  const kindOf = ({ category }: Programs): Kind => (category === "browser" ? "browser" : "program");
  for (const [name, entry] of squeezedPrograms()) found.set(`squeezed:${name}`, kindOf(entry));
  for (const entry of programs()) {
    for (const { kind, name } of entry.keys) found.set(`${kind}:${name.toLowerCase()}`, kindOf(entry));
  }
  return found;
}

/**
 * Whether the catalogue lists what a key such as `exe:code` names, and as what.
 * @param key in lower case
 */
export function listedAs(key: string): Kind | undefined {
  return processWide("catalogue-kinds", kindsByKey).get(key);
}
