"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import classes from "./palette.module.css";

const Palette = dynamic(() => import("@/lib/ui/shell/palette"), { ssr: false });

/** Opens the command palette, by click and by ⌘K or Ctrl K. It is loaded when it is first asked for. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState<boolean>();
  // In fields as well: the shortcut types nothing there.
  useHotkeys([["mod+K", () => setIsOpen((before) => !before)]], []);
  const isApple = /Mac|iPhone|iPad/.test(window.navigator.userAgent);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label="Search or jump to"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.hint}>Search or jump to…</span>
        <Kbd size="xs" className={classes.keys}>
          {isApple ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      {isOpen === undefined ? null : <Palette isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
