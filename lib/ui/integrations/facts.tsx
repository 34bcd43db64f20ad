"use client";

import { ActionIcon, Code, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Facts about one thing, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One fact. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A button that copies a text. */
function CopyIcon({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          size="sm"
          color={copied ? "pine" : "gray"}
          aria-label={copied ? "Copied" : `Copy ${label}`}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.75} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** An id or the like, with a button that copies it. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copyable}>
      <Code className={classes.value ?? ""}>{value}</Code>
      <CopyIcon value={value} label={label} />
    </span>
  );
}

/** A text of several lines that may be long, as it is, with a button that copies it. */
export function TextBlock({ text, copied = text, label }: { text: string; copied?: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* Scrolls, and so must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
      <CopyIcon value={copied} label={label} />
    </div>
  );
}
