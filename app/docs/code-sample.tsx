import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import classes from "./code-sample.module.css";

/** Several lines to copy. */
export function CodeSample({ title, text }: { title: string; text: string }) {
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.sampleTitle}>
        {title}
        <CopyIcon value={text} label={`Copy: ${title}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <pre className={classes.sampleText} tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
