"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import classes from "./palette.module.css";

const load = () => import("@/lib/ui/shell/palette");
const Palette = dynamic(load, { ssr: false });
const SETTLED_MS = 2_000;

/**
 * Opens the command palette, by click and by ⌘K or Ctrl K. It is loaded once the page has settled: who types on after
 * the keys must not be faster than it.
 */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState<boolean>();
  // In fields as well: the shortcut types nothing there.
  useHotkeys([["mod+K", () => setIsOpen((before) => !before)]], []);
  useEffect(() => {
    // What fails here is loaded again when it is asked for.
    const timer = setTimeout(() => load().catch(() => {}), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
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
