import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import classes from "./code-block.module.css";

const SHOWN_CHARS_MAX = 100_000;

type Props = {
  title: string;
  /** What is shown. */
  text: string;
  /** What is copied, where that is something else. */
  copied?: string;
  isTall?: boolean;
  wraps?: boolean;
};

/** A text as it is, with its name and a button that copies it. One that is too long to draw is cut on the page only. */
export function CodeBlock({ title, text, copied = text, isTall = false, wraps = false }: Props) {
  return (
    <section className={classes.code} aria-label={title}>
      <div className={classes.codeHead}>
        <span>{title}</span>
        <CopyIcon value={copied} label={`Copy ${title}`} />
      </div>
      {/* Scrolls, and so must be reachable by keyboard. */}
      <pre
        className={`${classes.pre} ${isTall ? classes.tall : ""}`}
        data-wraps={wraps || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
        tabIndex={0}
      >
        <code>
          {text.length > SHOWN_CHARS_MAX
            ? `${text.slice(0, SHOWN_CHARS_MAX)}\n… copy it to see the rest`
            : text}
        </code>
      </pre>
    </section>
  );
}
