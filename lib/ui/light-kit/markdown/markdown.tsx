import type { Token } from "markdown-it";
import { createElement, Fragment, type ReactNode } from "react";
import { readMarkdown, safeHref, type TaskMark } from "@/lib/ui/light-kit/markdown/read-markdown";

/*
 * The only place where people's text becomes elements: only those listed here, created by React, so that no part of the
 * text is ever treated as HTML. The styles are in lib/ui/light-kit/markdown/markdown.css.
 */

/** Elements without attributes, by the parser's tag names. */
const PLAIN = new Set(["blockquote", "ul", "li", "strong", "em", "s", "thead", "tbody", "tr", "th", "td"]);

type Context = {
  /** Whether anybody may have written it: search engines then ignore its links. */
  isByVisitor: boolean;
  /** The level of its largest headings. */
  level: number;
};

function link(
  href: string | number | null,
  children: ReactNode,
  { isByVisitor }: Context,
  key: number,
): ReactNode {
  const safe = href === null ? null : safeHref(String(href));
  if (safe === null) return createElement(Fragment, { key }, children);
  const rel = isByVisitor ? "nofollow ugc noopener noreferrer" : "noopener noreferrer";
  return createElement("a", { key, href: safe, rel, target: "_blank" }, children);
}

/** An element with children. Unknown elements are replaced by their children. */
function holder(token: Token, children: ReactNode[], context: Context, key: number): ReactNode {
  const { tag } = token;
  if (token.hidden) return createElement(Fragment, { key }, children);
  if (tag === "a") return link(token.attrGet("href"), children, context, key);
  if (tag === "p") return createElement("p", { key, dir: "auto" }, children);
  if (tag === "ol") return createElement("ol", { key, start: Number(token.attrGet("start") ?? 1) }, children);
  if (tag === "table") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than its place, and is scrolled by keys
      <section key={key} className="markdown-table" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </section>
    );
  }
  if (/^h[1-6]$/.test(tag)) {
    const level = Math.min(6, context.level + Number(tag.slice(1)) - 1);
    return createElement(`h${level}`, { key, dir: "auto" }, children);
  }
  return PLAIN.has(tag) ? createElement(tag, { key }, children) : createElement(Fragment, { key }, children);
}

function leaf(token: Token, context: Context, key: number): ReactNode {
  const { type, content, children } = token;
  if (type === "inline") return <Fragment key={key}>{elements(children ?? [], context)}</Fragment>;
  if (type === "hardbreak" || type === "softbreak") return <br key={key} />;
  if (type === "hr") return <hr key={key} />;
  if (type === "code_inline") return <code key={key}>{content}</code>;
  if (type === "fence" || type === "code_block") {
    return (
      <pre key={key}>
        <code>{content}</code>
      </pre>
    );
  }
  if (type === "text" && token.meta) {
    const { isDone } = token.meta as TaskMark;
    return (
      <Fragment key={key}>
        <input type="checkbox" disabled checked={isDone} aria-label={isDone ? "Done" : "Not done"} />
        {content.slice(1)}
      </Fragment>
    );
  }
  // Images are not loaded from other hosts, which would learn who reads the page.
  if (type === "image") return link(token.attrGet("src"), content === "" ? "Image" : content, context, key);
  return content;
}

/** Turns the parser's flat list of tokens, where each element has an opening and a closing one, into elements. */
function elements(tokens: readonly Token[], context: Context): ReactNode[] {
  const open: { token: Token | null; children: ReactNode[] }[] = [{ token: null, children: [] }];
  for (const [key, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
      continue;
    }
    const closed = token.nesting === -1 && open.length > 1 ? open.pop() : undefined;
    const made =
      closed?.token != null ? holder(closed.token, closed.children, context, key) : leaf(token, context, key);
    open.at(-1)?.children.push(made);
  }
  return open[0]?.children ?? [];
}

type Props = Partial<Context> & { text: string; className?: string };

/** Text that people wrote in Markdown. Its links are safe to click, and HTML in it is shown as text. */
export function Markdown({ text, className = "", isByVisitor = false, level = 3 }: Props) {
  const tokens = readMarkdown(text);
  return (
    <div className={`markdown ${className}`} dir="auto">
      {tokens === null ? <p className="markdown-plain">{text}</p> : elements(tokens, { isByVisitor, level })}
    </div>
  );
}
