import { readFile } from "node:fs/promises";
import path from "node:path";
import { SETTING_DEFAULTS } from "@/lib/platform/env";

/** One setting, or several that have a sentence in common. */
type Setting = { names: string[]; text: string; defaults: (string | null)[]; isRequired: boolean };
type Section = { title: string; settings: Setting[] };

/** `# --- The server ---` */
const TITLE = /^# --- (.*) ---$/;
const NAME = /^([A-Z][A-Z0-9_]*)=/;

/**
 * The settings with what `.env.example` says of each, and what they are without a word of yours, which the schema says.
 * A test holds the file and the schema against each other.
 */
export function sectionsOf(example: string): Section[] {
  const sections: Section[] = [];
  let words: string[] = [];
  let last: Setting | null = null;
  for (const line of example.split("\n")) {
    const title = TITLE.exec(line)?.[1];
    const name = NAME.exec(line)?.[1];
    if (title !== undefined) {
      sections.push({ title, settings: [] });
      [words, last] = [[], null];
    } else if (name !== undefined) {
      if (words.length > 0 || last === null) {
        last = { names: [], text: words.join(" "), defaults: [], isRequired: false };
        sections.at(-1)?.settings.push(last);
      }
      last.names.push(name);
      last.defaults.push(SETTING_DEFAULTS[name] ?? null);
      // The one that decides whether the others are required is not.
      last.isRequired ||= SETTING_DEFAULTS[name] === undefined && name !== "DATABASE_URL";
      words = [];
    } else if (line.startsWith("#")) {
      words.push(line.replace(/^# ?/, ""));
    } else {
      words = [];
    }
  }
  return sections;
}

export async function readSections(): Promise<Section[]> {
  return sectionsOf(await readFile(path.join(process.cwd(), ".env.example"), "utf8"));
}
