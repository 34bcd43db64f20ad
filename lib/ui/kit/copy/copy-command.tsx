"use client";

import { ActionIcon, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
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
      <CopyButton value={command} timeout={2000}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? "pine" : "gray"}
            aria-label={copied ? "Copied" : label}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.75} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
