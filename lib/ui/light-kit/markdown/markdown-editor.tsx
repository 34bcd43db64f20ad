"use client";

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";

const EditorTools = lazy(() => import("@/lib/ui/light-kit/markdown/editor-tools"));

type Props = {
  /** Of the field inside, which is shown while one writes. */
  fieldId: string;
  text: string;
  isByVisitor?: boolean;
  /** Shows a text that is there first as its readers see it. */
  startsShown?: boolean;
  /** Keeps the buttons away until one writes. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** Around a field for Markdown: buttons that mark what is selected, and a look at what readers will see. */
export function MarkdownEditor(props: Props) {
  const { fieldId, text, isByVisitor = false, startsShown = false, isQuiet = false, children } = props;
  const [isShown, setIsShown] = useState(startsShown && text !== "");
  const [isInBrowser, setIsInBrowser] = useState(false);
  const wasShown = useRef(isShown);
  useEffect(() => setIsInBrowser(true), []);
  useEffect(() => {
    if (wasShown.current && !isShown) document.getElementById(fieldId)?.focus();
    wasShown.current = isShown;
  }, [isShown, fieldId]);
  return (
    <div className="markdown-editor" data-quiet={isQuiet && text === ""}>
      <div className="markdown-bar">
        <button type="button" aria-pressed={!isShown} onClick={() => setIsShown(false)}>
          Write
        </button>
        <button type="button" aria-pressed={isShown} onClick={() => setIsShown(true)}>
          Preview
        </button>
        {isInBrowser && !isShown ? (
          <Suspense fallback={null}>
            <EditorTools fieldId={fieldId} />
          </Suspense>
        ) : null}
      </div>
      {isShown ? (
        <div className="markdown-preview">
          {text.trim() === "" ? (
            <p className="markdown-nothing">Nothing to show yet.</p>
          ) : (
            <LazyMarkdown text={text} isByVisitor={isByVisitor} />
          )}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
