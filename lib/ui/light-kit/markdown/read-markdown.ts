import MarkdownIt, { type Token } from "markdown-it";
import { parseUrl } from "@/lib/platform/parse-url";

/** Nobody needs more; deeper quotes would be unreadable and slow to draw. */
const QUOTES_IN_QUOTES_MAX = 20;
/** Lists deeper than the parser accepts. */
const DEEP_LIST = /^[ \t]{40,}(?:[-*+]|\d{1,9}[.)])[ \t]/;
/**
 * Far more than a page of text has: thousands of cells or marks would take the server long to draw on every request.
 */
const PARTS_MAX = 4_000;

// No HTML: it stays text. Links without markup must name their scheme, because README.md is more often a file than a
// site in Moldova.
export const parser = new MarkdownIt({ html: false, breaks: true, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** A link's address if it is allowed; null for anything else, such as scripts, data and relative addresses. */
export function safeHref(href: string): string | null {
  const url = parseUrl(href);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

function isTooDeep(text: string): boolean {
  return text.split("\n").some((line) => {
    const marks = /^[>\s]*/.exec(line)?.[0] ?? "";
    return marks.replace(/\s/g, "").length > QUOTES_IN_QUOTES_MAX || DEEP_LIST.test(line);
  });
}

const TASK = /^\[([ xX])\] /;

/** Writes `[x]` and `[ ]` at the beginning of list items as signs, and notes there whether a task is done. */
function markTasks(tokens: readonly Token[]): void {
  for (const [index, { type }] of tokens.entries()) {
    const text = tokens[index + 2]?.children?.[0];
    if (type !== "list_item_open" || tokens[index + 1]?.type !== "paragraph_open" || !text) continue;
    const mark = TASK.exec(text.content)?.[1];
    if (mark === undefined || text.type !== "text") continue;
    const isDone = mark !== " ";
    text.content = text.content.replace(TASK, isDone ? "☑ " : "☐ ");
    text.meta = { isDone } satisfies TaskMark;
  }
}

/** What the first text of a task in a list carries, behind the sign that it begins with and a space. */
export type TaskMark = { isDone: boolean };

/** The tokens of Markdown text; null if it is too deep or has too many parts, and must be shown as plain text. */
export function readMarkdown(text: string): Token[] | null {
  if (isTooDeep(text)) return null;
  const tokens = parser.parse(text, {});
  markTasks(tokens);
  const parts = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  return parts > PARTS_MAX ? null : tokens;
}

/** The text of Markdown without its markup, in one line: for lists and page descriptions. */
export function plainText(text: string, charsMax: number): string {
  const tokens = readMarkdown(text.slice(0, 4 * charsMax));
  if (tokens === null) return text.slice(0, charsMax);
  const said = tokens.flatMap(({ children, content }) =>
    children === null
      ? [content]
      : [children.map(({ type, content: part }) => (/break$/.test(type) ? " " : part)).join("")],
  );
  return said.join(" ").replace(/\s+/g, " ").trim().slice(0, charsMax).toWellFormed();
}
