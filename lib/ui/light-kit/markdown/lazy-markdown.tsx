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

/** Markdown in a line of a list, without its marks: shown as it was written until the parser is loaded. */
export function LazyPlainText({ text }: { text: string }) {
  return (
    <Suspense fallback={text}>
      <Line text={text} />
    </Suspense>
  );
}
