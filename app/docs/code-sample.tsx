"use client";

import { ActionIcon, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./docs.module.css";

/** Several lines to copy. */
export function CodeSample({ title, text }: { title: string; text: string }) {
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.sampleTitle}>
        {title}
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              size="sm"
              color={copied ? "pine" : "gray"}
              aria-label={copied ? "Copied" : `Copy: ${title}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.75} />}
            </ActionIcon>
          )}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <pre className={classes.sampleText} tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
