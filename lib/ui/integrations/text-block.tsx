import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import classes from "./text-block.module.css";

/** Text of several lines, shown as it is, with a copy button. */
export function TextBlock({ text, copied = text, label }: { text: string; copied?: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* Scrolls, and so must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
      <CopyIcon value={copied} label={`Copy ${label}`} />
    </div>
  );
}
