import MarkdownIt, { type Token } from "markdown-it";

/** Nobody means more; a page of so many would be unreadable, and so deep a tree slow to draw. */
const QUOTES_IN_QUOTES_MAX = 20;
/** The parser leaves out what is still deeper. */
const DEEP_LIST = /^[ \t]{40,}(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** Far more than a page of text has: thousands of cells or marks would take the server long to draw, page after page. */
const PARTS_MAX = 4_000;

// No HTML: it stays the text that it is. What is linked without being marked as a link names its scheme, because
// README.md is a file more often than a page in Moldova.
export const parser = new MarkdownIt({ html: false, breaks: true, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** Where a link may lead; null for everywhere else, as for scripts, data and what depends on the page. */
export function safeHref(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

function isTooDeep(text: string): boolean {
  return text.split("\n").some((line) => {
    const marks = /^[>\s]*/.exec(line)?.[0] ?? "";
    return marks.replace(/\s/g, "").length > QUOTES_IN_QUOTES_MAX || DEEP_LIST.test(line);
  });
}

/** The parts of a text in Markdown; null where it is shown as it stands instead: too deep, or of too many parts. */
export function readMarkdown(text: string): Token[] | null {
  if (isTooDeep(text)) return null;
  const tokens = parser.parse(text, {});
  const parts = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  return parts > PARTS_MAX ? null : tokens;
}

/** What a text in Markdown says, in one line and without its marks: for lists and descriptions of pages. */
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
