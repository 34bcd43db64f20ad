import type { ReactNode } from "react";
import classes from "./status.module.css";

export type Tone = "calm" | "busy" | "good" | "warn" | "bad";

type Props = {
  tone: Tone;
  /** The state in a word or two. */
  label: ReactNode;
  /** Whether readers are told when it changes. */
  isLive?: boolean;
  /** Whether it may take more than one line. */
  wraps?: boolean;
};

/** A state in a word or two, with a dot that says how worried to look. */
export function Status({ label, tone, isLive, wraps }: Props) {
  return (
    <span className={classes.status} role={isLive ? "status" : undefined} data-wraps={wraps || undefined}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      {label}
    </span>
  );
}
