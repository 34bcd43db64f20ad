import { type ComponentProps, Suspense } from "react";
import type { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { partOf } from "@/lib/ui/light-kit/unloaded";

const { Part: Loaded } = partOf(async () => {
  const { Markdown } = await import("@/lib/ui/light-kit/markdown/markdown");
  return { default: Markdown };
});

/** More than fits a line. */
const LINE_CHARS_MAX = 400;

const { Part: Line } = partOf(async () => {
  const { plainText } = await import("@/lib/ui/light-kit/markdown/read-markdown");
  return { default: ({ text }: { text: string }) => plainText(text, LINE_CHARS_MAX) };
});

/** Markdown for pages drawn in the browser: shown as plain text until the renderer is loaded. */
export function LazyMarkdown(props: ComponentProps<typeof Markdown>) {
  const { text, className = "" } = props;
  const plain = (
    <div className={`markdown ${className}`} dir="auto">
      <p className="markdown-plain">{text}</p>
    </div>
  );
  return (
    <Suspense fallback={plain}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** What any mark has: one of these characters, a number before a list's item, an indent or an address. */
const MAYBE_MARKED = /[\\`*_~#<>[\]!|&=+\n\t-]|^\s*\d+[.)]| {2}|:\S/;

/** Whether a line of Markdown is, for certain, read as it was written. */
export function isPlain(text: string): boolean {
  return text.length <= LINE_CHARS_MAX && !MAYBE_MARKED.test(text);
}

/** Markdown in a line of a list, without its marks: shown as it was written until the parser is loaded. */
export function LazyPlainText({ text }: { text: string }) {
  // The parser weighs more than most pages, and would change nothing.
  if (isPlain(text)) return text;
  return (
    <Suspense fallback={text}>
      <Line text={text} />
    </Suspense>
  );
}
