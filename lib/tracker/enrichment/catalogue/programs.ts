import { BROWSERS } from "@/lib/tracker/enrichment/catalogue/browsers";
import { COMMUNICATION } from "@/lib/tracker/enrichment/catalogue/communication";
import { DEVELOPMENT } from "@/lib/tracker/enrichment/catalogue/development";
import { LEISURE } from "@/lib/tracker/enrichment/catalogue/leisure";
import { OFFICE } from "@/lib/tracker/enrichment/catalogue/office";
import { PRIVATE } from "@/lib/tracker/enrichment/catalogue/private";
import { SYSTEM } from "@/lib/tracker/enrichment/catalogue/system";

/*
 * Programs, a line for each or for several of a kind:
 *
 *   category | names | macOS | Windows | Linux
 *
 * Names are what people call a program. Of macOS stand bundle ids, of Windows programs without `.exe` and packages of the
 * Store without what follows `_`, of Linux names of window classes and of desktop files without `.desktop`; a Mac's
 * `com.jetbrains.*` and a class `jetbrains-*` are families. All of them are in lower case but the names, and each stands
 * once in its column. Versions (`-2.10`, `64`) and channels (`-nightly`) need no entry of their own.
 *
 * The category `browser` marks what shows pages: those decide. A `?` before a category lets the open file decide first.
 */
const LINES = [DEVELOPMENT, OFFICE, COMMUNICATION, BROWSERS, LEISURE, PRIVATE, SYSTEM].flatMap((text) =>
  text.split("\n").filter((line) => line !== ""),
);

/** Programs of a kind, by what each system calls them. */
export type Programs = {
  category: string;
  /** Whether the file that is open says more than the program does. */
  yieldsToFiles: boolean;
  /** What rules call them: `app:` names, `bundle:` macOS, `exe:` Windows and `class:` Linux. */
  keys: { kind: "app" | "bundle" | "exe" | "class"; name: string }[];
};

const KINDS = ["app", "bundle", "exe", "class"] as const;

/** The whole catalogue of programs. */
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

/** Every program's key in lower case, such as `exe:code`, and whether it is a browser's. */
export const PROGRAM_KEYS: ReadonlyMap<string, { isBrowser: boolean }> = new Map(
  PROGRAMS.flatMap(({ category, keys }) =>
    keys.map(({ kind, name }) => [`${kind}:${name.toLowerCase()}`, { isBrowser: category === "browser" }]),
  ),
);
