import { parser, readMarkdown, safeHref } from "@/lib/ui/light-kit/markdown/read-markdown";

const { escapeHtml } = parser.utils;
const REL = "nofollow ugc noopener noreferrer";

/*
 * The same elements as in markdown.tsx: only links to the web and to mail, and images become links. All other HTML
 * comes from the parser itself, which accepts none as input.
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

/** A visitor's Markdown as safe HTML, for use elsewhere, such as in feeds. */
export function markdownHtml(text: string): string {
  const tokens = readMarkdown(text);
  if (tokens === null) return `<p>${escapeHtml(text)}</p>`;
  return parser.renderer.render(tokens, parser.options, {});
}
