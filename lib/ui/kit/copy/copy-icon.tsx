"use client";

import { ActionIcon, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@/lib/ui/icons";

type Props = { value: string; label: string; isLarge?: boolean };

/** A button that copies a text. */
export function CopyIcon({ value, label, isLarge = false }: Props) {
  const size = isLarge ? 16 : 14;
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <ActionIcon
          size={isLarge ? "md" : "sm"}
          color={copied ? "pine" : "gray"}
          aria-label={copied ? "Copied" : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={size} stroke={2} /> : <IconCopy size={size} stroke={1.75} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
