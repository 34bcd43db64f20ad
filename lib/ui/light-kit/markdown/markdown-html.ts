import { parser, readMarkdown, safeHref } from "@/lib/ui/light-kit/markdown/read-markdown";

const { escapeHtml } = parser.utils;
const REL = "nofollow ugc noopener noreferrer";

/*
 * As the elements of markdown.tsx: links lead to the web and to mail only, and pictures become links. Whatever else may
 * come out is of the parser's own making, as it takes no HTML.
 */
parser.renderer.rules.link_open = (tokens, index) => opened(tokens[index]?.attrGet("href"));
parser.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const name = escapeHtml(token?.content || "Image");
  return `${opened(token?.attrGet("src"))}${name}</a>`;
};

function opened(href: string | number | null | undefined): string {
  const safe = safeHref(String(href ?? ""));
  return safe === null ? "<a>" : `<a href="${escapeHtml(safe)}" rel="${REL}">`;
}

/** A text that a visitor wrote in Markdown as safe HTML, for those who show it elsewhere, such as readers of feeds. */
export function markdownHtml(text: string): string {
  const tokens = readMarkdown(text);
  if (tokens === null) return `<p>${escapeHtml(text)}</p>`;
  return parser.renderer.render(tokens, parser.options, {});
}
