import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isPlain } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { markdownHtml } from "@/lib/ui/light-kit/markdown/markdown-html";
import { plainText, safeHref } from "@/lib/ui/light-kit/markdown/read-markdown";

function html(text: string, props: { isByVisitor?: boolean; level?: number } = {}): string {
  return renderToStaticMarkup(createElement(Markdown, { text, ...props }));
}

const tagsOf = (markup: string) => new Set(Array.from(markup.matchAll(/<([a-z0-9]+)/g), ([, tag]) => tag));

describe("a text in Markdown", () => {
  it("becomes what its marks mean, line by line", () => {
    const markup = html("Every **day**.\n- first\n- _second_\n\n> said\n\n`code`\n\nnew\nline");
    expect(markup).toContain("<strong>day</strong>");
    expect(markup).toContain("<em>second</em>");
    expect(markup).toContain("<blockquote>");
    expect(markup).toContain("<code>code</code>");
    expect(markup).toContain("new<br/>line");
    expect([...tagsOf(markup)].sort()).toEqual(
      ["blockquote", "br", "code", "div", "em", "li", "p", "strong", "ul"].sort(),
    );
  });

  it("shows what is ticked and what is not in lists of tasks, and can't be ticked where it is read", () => {
    const markup = html(
      "- [ ] open\n- [x] **done**\n- [X] too\n- [y] no task\n\n1. [ ] first\n\n[ ] no list",
    );
    expect(markup.match(/<input[^>]*>/g)).toHaveLength(4);
    expect(markup).toContain('<li><input type="checkbox" disabled="" aria-label="Not done"/> open</li>');
    expect(markup).toMatch(
      /<input type="checkbox" disabled="" aria-label="Done" checked=""\/> <strong>done<\/strong>/,
    );
    expect(markup).toContain("[y] no task");
    expect(markup).toContain("[ ] no list");
    expect(markdownHtml("- [ ] open\n- [x] done")).toMatch(/<li>☐ open<\/li>\s*<li>☑ done<\/li>/);
    expect(plainText("- [x] done", 50)).toBe("☑ done");
  });

  it("keeps its headings below those of the page", () => {
    expect(html("# One\n\n###### Six")).toMatch(/<h3[^>]*>.*One.*<\/h3>.*<h6[^>]*>.*Six.*<\/h6>/);
    expect(html("# One", { level: 2 })).toContain("<h2");
  });

  it("links what names its scheme, safely, and says where visitors wrote it", () => {
    const own = html("See https://example.com/a?b=1&c=2 and [this](mailto:ada@example.com), not README.md");
    expect(own).toContain('href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer"');
    expect(own).toContain('href="mailto:ada@example.com"');
    expect(own).not.toContain('href="http://README.md');
    expect(html("https://example.com", { isByVisitor: true })).toContain(
      'rel="nofollow ugc noopener noreferrer"',
    );
  });

  it("fetches no picture, and links to it", () => {
    expect(html("![a cat](https://example.com/cat.png)")).toContain(
      '<a href="https://example.com/cat.png" rel="noopener noreferrer" target="_blank">a cat</a>',
    );
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "[x](//evil.example)",
    "[x](\\\\evil.example)",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    '[x](https://ok.example "onmouseover=alert(1)")',
    '<https://ok.example/"onmouseover=alert(1)>',
    "[x]: javascript:alert(1)\n\n[x]",
    '```"><script>alert(1)</script>\n</code><script>',
    "<style>*{display:none}</style><iframe src=//evil.example>",
    "<!-- --><base href=//evil.example>",
  ])("treats %s as text", (text) => {
    const markup = html(text, { isByVisitor: true });
    const known = ["div", "p", "a", "br", "pre", "code"];
    expect([...tagsOf(markup)].filter((tag) => !known.includes(tag ?? ""))).toEqual([]);
    expect(markup).not.toMatch(/<[^>]*\son\w+=/i);
    for (const [, href = ""] of markup.matchAll(/href="([^"]*)"/g)) {
      expect(href).toMatch(/^(https:\/\/ok\.example|mailto:)/);
    }
  });

  it.each([
    ["quotes in quotes", ">".repeat(100_000)],
    ["quotes in quotes with blanks", "> ".repeat(50_000)],
    ["quotes deeper by the line", Array.from({ length: 400 }, (_, at) => `${">".repeat(at)} a`).join("\n")],
    ["lists in lists", Array.from({ length: 400 }, (_, at) => `${" ".repeat(2 * at)}- a`).join("\n")],
    ["stars", "*a ".repeat(33_000)],
    ["double stars", "**a *b ".repeat(14_000)],
    ["brackets", "[".repeat(100_000)],
    ["links in links", "[a](".repeat(25_000)],
    ["ticks", Array.from({ length: 440 }, (_, at) => `${"`".repeat(at)}a`).join(" ")],
    ["schemes", "http://".repeat(14_000)],
    ["a table", `|a|b|\n|-|-|\n${"|x|y|\n".repeat(15_000)}`],
    ["tags that stay open", "<a ".repeat(33_000)],
  ])("handles 100 KB of %s quickly", (_, text) => {
    // In time that grows with the square or worse, this would outlast the test.
    expect(html(text.slice(0, 100_000)).length).toBeGreaterThan(text.trim().length / 4);
  });

  it("is shown as it stands where it has more parts than a page of text", () => {
    const table = `|a|b|\n|-|-|\n${"|x|y|\n".repeat(3_000)}`;
    expect(html(table)).toContain(table);
    expect(html(table.slice(0, 300))).toContain("<table>");
  });

  it("loses nothing of quotes that are too deep to draw", () => {
    expect(html(`${">".repeat(50)} the end`)).toContain("the end");
    const lists = Array.from({ length: 60 }, (_, at) => `${" ".repeat(2 * at)}- item ${at}`).join("\n");
    expect(html(lists)).toContain("item 59");
  });

  it("is one line without marks if there is no room for more", () => {
    expect(plainText("# Export\n\nAs **CSV**, see [docs](https://x.example)\n- one\n- two", 200)).toBe(
      "Export As CSV, see docs one two",
    );
    expect(plainText("a".repeat(500), 200)).toHaveLength(200);
  });

  it("needs no parser in a line without anything that may be a mark", () => {
    const line = "Till, app and labels: 3 of 4 (50 %), “as agreed”; ready?";
    expect(isPlain(line)).toBe(true);
    for (const marked of ["**a**", "a & b", "1. a", "see mailto:a@b.example", "[x]", "a\nb", "a\\b", "_a_"])
      expect(isPlain(marked), marked).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 30 }), (text) => {
        if (isPlain(text)) expect(plainText(text, 400)).toBe(text.trim());
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("where a link may lead", () => {
  it("is the web and mail", () => {
    expect(safeHref("https://example.com/x y")).toBe("https://example.com/x%20y");
    for (const href of ["/w/acme", "//evil.example", "file:///etc/passwd", "blob:x", "tel:1", ""]) {
      expect([href, safeHref(href)]).toEqual([href, null]);
    }
  });
});
