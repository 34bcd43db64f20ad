import { RE2JS } from "re2js";
import { TITLE_PATTERN_SIZE_MAX } from "@/lib/tracker/enrichment/limits";

/** Texts in lower case, one of which occurs in everything that a pattern matches. */
type OneOf = readonly string[];

/** A title pattern, and what occurs in everything that it matches: a text of each of `required`. */
export type TitlePattern = { pattern: RE2JS; required: readonly OneOf[] };

/** Shorter texts occur in most titles, so looking for them would save no pattern from being tried. */
const LITERAL_CHARS_MIN = 2;

/** What a part of a pattern matches: `text` if it is literal, and the texts that must occur; `size` as written out. */
type Part = { text: string | null; required: OneOf[]; size: number };

const NOTHING_SURE: Part = { text: null, required: [], size: 1 };

/** Of several, the one whose shortest text is the longest: it occurs in the fewest titles. */
function rarest(required: readonly OneOf[]): OneOf {
  const weight = (texts: OneOf) => Math.min(...texts.map((text) => text.length));
  return required.reduce((best, each) => (weight(each) > weight(best) ? each : best), required[0] ?? []);
}

/**
 * Finds the literal texts that every match of a pattern must contain. It doesn't know all of the syntax: what it
 * doesn't understand may match anything, so that it never requires too much.
 */
class Reader {
  private at = 0;
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  alternatives(): Part {
    const parts = [this.sequence()];
    while (this.source[this.at] === "|") {
      this.at++;
      parts.push(this.sequence());
    }
    if (parts.length === 1) return parts[0] ?? NOTHING_SURE;
    const isSure = parts.every(({ required }) => required.length > 0);
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    return { text: null, required: isSure ? [parts.flatMap(({ required }) => rarest(required))] : [], size };
  }

  private sequence(): Part {
    let run = "";
    const required: OneOf[] = [];
    let isText = true;
    let size = 0;
    const end = () => {
      if (run.length >= LITERAL_CHARS_MIN) required.push([run.toLowerCase()]);
      run = "";
    };
    while (this.at < this.source.length && !"|)".includes(this.source[this.at] ?? "")) {
      const part = this.atom();
      const { least, most, isOnce } = this.quantity();
      size += part.size * most;
      if (part.text !== null && isOnce) run += part.text;
      else {
        isText = false;
        if (part.text !== null && least > 0) run += part.text;
        end();
        if (part.text === null && least > 0) required.push(...part.required);
      }
    }
    const text = isText ? run : null;
    end();
    return { text, required, size };
  }

  /** How often the preceding part must occur at least, how often it is written out, and whether it occurs exactly once. */
  private quantity(): { least: number; most: number; isOnce: boolean } {
    const rest = this.source.slice(this.at);
    const [found, sign, least = 0, most = least] = /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/.exec(rest) ?? [];
    if (found === undefined) return { least: 1, most: 1, isOnce: true };
    this.at += found.length;
    const written = Math.max(1, Number(least), Number(most));
    return { least: sign === "+" ? 1 : Number(least), most: written, isOnce: false };
  }

  private atom(): Part {
    const character = this.source[this.at++] ?? "";
    if (character === "(") return this.group();
    if (character === "[") return this.set();
    if (character === "\\") return this.escape();
    if (character === ".") return NOTHING_SURE;
    return { text: "^$".includes(character) ? "" : character, required: [], size: 1 };
  }

  private group(): Part {
    const [opening = ""] =
      /^\?(?:P?<\w+>|[a-zA-Z-]*:|[a-zA-Z-]*(?=\)))/.exec(this.source.slice(this.at)) ?? [];
    this.at += opening.length;
    const part = this.alternatives();
    this.at++;
    return part;
  }

  private set(): Part {
    if (this.source[this.at] === "^") this.at++;
    if (this.source[this.at] === "]") this.at++;
    while (this.at < this.source.length && this.source[this.at] !== "]") {
      const named = /^\[:\^?\w+:\]/.exec(this.source.slice(this.at))?.[0];
      this.at += named?.length ?? (this.source[this.at] === "\\" ? 2 : 1);
    }
    this.at++;
    return NOTHING_SURE;
  }

  private escape(): Part {
    const character = this.source[this.at++] ?? "";
    if (/[bBAz]/.test(character)) return { text: "", required: [], size: 1 };
    if (!/[A-Za-z0-9]/.test(character)) return { text: character, required: [], size: 1 };
    if (character === "Q") {
      const end = this.source.indexOf("\\E", this.at);
      this.at = end === -1 ? this.source.length : end + 2;
    }
    const operand = /^(?:\{[^}]*\}|[0-9A-Fa-f]{2})/.exec(this.source.slice(this.at))?.[0] ?? "";
    if ("pPx".includes(character)) this.at += operand.length || 1;
    return NOTHING_SURE;
  }
}

const TOO_LARGE = "Repeats too much: use `*` and `+`, or smaller numbers";

/**
 * Compiles a title pattern, ignoring case. Matching takes time proportional to the title's length and the pattern's size
 * (https://github.com/google/re2/wiki/Syntax), and almost none unless all that the pattern requires occurs.
 * @returns what is wrong with it, if anything
 */
export function readTitlePattern(source: string): TitlePattern | string {
  // Before it is compiled, which takes time and memory in proportion to its size, too.
  const { required, size } = new Reader(source).alternatives();
  if (size > TITLE_PATTERN_SIZE_MAX) return TOO_LARGE;
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return `Not a pattern that can be read: ${error instanceof Error ? error.message : "unknown error"}`;
  }
  if (pattern.programSize() > TITLE_PATTERN_SIZE_MAX) return TOO_LARGE;
  if (required.length === 0) {
    return `Must hold at least ${LITERAL_CHARS_MIN} characters in a row that stand in every title it is to match`;
  }
  return { pattern, required };
}

/** Whether a title matches. `lower` is the title in lower case. */
export function matchesTitle({ pattern, required }: TitlePattern, title: string, lower: string): boolean {
  const isLikely = required.every((texts) => texts.some((text) => lower.includes(text)));
  return isLikely && pattern.matcher(title).find();
}
