import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import classes from "./copy-command.module.css";

/** A command or a secret in one line, with a button that copies it. */
export function CopyCommand({ command, label = "Copy the command" }: { command: string; label?: string }) {
  return (
    <div className={classes.command}>
      {/* Scrolls sideways on a phone, and so must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <code className={classes.text} tabIndex={0}>
        {command}
      </code>
      <CopyIcon value={command} label={label} isLarge />
    </div>
  );
}
