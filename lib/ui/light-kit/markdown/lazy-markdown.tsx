"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { Markdown } from "@/lib/ui/light-kit/markdown/markdown";

const Loaded = lazy(async () => {
  const { Markdown } = await import("@/lib/ui/light-kit/markdown/markdown");
  return { default: Markdown };
});

/** Markdown for pages drawn in the browser: shown as plain text until the renderer is loaded. */
export function LazyMarkdown(props: ComponentProps<typeof Markdown>) {
  const { text, className = "" } = props;
  return (
    <Suspense
      fallback={
        <div className={`markdown ${className}`} dir="auto">
          <p className="markdown-plain">{text}</p>
        </div>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
