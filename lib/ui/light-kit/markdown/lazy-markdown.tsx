import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import type { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { UnlessUnloaded } from "@/lib/ui/light-kit/unloaded";

const Loaded = lazy(async () => {
  const { Markdown } = await import("@/lib/ui/light-kit/markdown/markdown");
  return { default: Markdown };
});

/** More than fits a line. */
const LINE_CHARS_MAX = 400;

const Line = lazy(async () => {
  const { plainText } = await import("@/lib/ui/light-kit/markdown/read-markdown");
  return { default: ({ text }: { text: string }) => plainText(text, LINE_CHARS_MAX) };
});

/** What is shown until the rest is loaded, and for good if it can't be. */
function Meanwhile({ shown, children }: { shown: ReactNode; children: ReactNode }) {
  return (
    <UnlessUnloaded instead={shown}>
      <Suspense fallback={shown}>{children}</Suspense>
    </UnlessUnloaded>
  );
}

/** Markdown for pages drawn in the browser: shown as plain text until the renderer is loaded. */
export function LazyMarkdown(props: ComponentProps<typeof Markdown>) {
  const { text, className = "" } = props;
  const plain = (
    <div className={`markdown ${className}`} dir="auto">
      <p className="markdown-plain">{text}</p>
    </div>
  );
  return (
    <Meanwhile shown={plain}>
      <Loaded {...props} />
    </Meanwhile>
  );
}

/** Markdown in a line of a list, without its marks: shown as it was written until the parser is loaded. */
export function LazyPlainText({ text }: { text: string }) {
  return (
    <Meanwhile shown={text}>
      <Line text={text} />
    </Meanwhile>
  );
}
