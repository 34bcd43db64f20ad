import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { partOf } from "@/lib/ui/light-kit/unloaded";

const { Part: EditorTools } = partOf(() => import("@/lib/ui/light-kit/markdown/editor-tools"));

type Props = {
  /** The id of the field inside, which is visible while writing. */
  fieldId: string;
  text: string;
  isByVisitor?: boolean;
  /** Shows existing text as its readers see it. */
  startsShown?: boolean;
  /** Hides the buttons until somebody writes. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** Wraps a field for Markdown: buttons to format the selection, and a preview. */
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
          // Without them, one can still write.
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
