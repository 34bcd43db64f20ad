import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { enterSearch, isElsewhere, moveByRow, pressCreate, useSingleKeys } from "@/lib/ui/shell/single-keys";
import classes from "./palette.module.css";

const load = () => import("@/lib/ui/shell/palette");
const Palette = lazyDialog(load);
const ShortcutsDialog = lazyDialog(() => import("@/lib/ui/shell/shortcuts-dialog"));
const SETTLED_MS = 2_000;

/** The text that `c` puts into the palette on pages that create nothing: it lists all that can be created. */
const CREATE_TEXT = "new ";

/**
 * Opens the command palette by click, ⌘K or Ctrl K, and handles the keys that work on every page. The palette is loaded
 * once the page has settled, so that typing right after the shortcut isn't lost.
 */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [startsWith, setStartsWith] = useState("");
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [hasSingleKeys] = useSingleKeys();
  const open = (text: string) => {
    setStartsWith(text);
    setIsOpen(true);
  };
  // In fields too: the shortcut types no character.
  useHotkeys([["mod+K", () => (isOpen ? setIsOpen(false) : open(""))]], []);
  const single = (act: () => void) => (event: KeyboardEvent) => {
    if (!hasSingleKeys || isElsewhere(event)) return;
    event.preventDefault();
    act();
  };
  // Matched by character, because keyboards have them in different places.
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    "/": single(() => enterSearch() || open("")),
    "?": single(() => setIsHelpOpen(true)),
    c: single(() => pressCreate() || open(CREATE_TEXT)),
    j: single(() => moveByRow(1)),
    k: single(() => moveByRow(-1)),
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      keys[event.key]?.(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  useEffect(() => {
    // If this fails, it is loaded again when needed.
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
        onClick={() => open("")}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.hint}>Search or jump to…</span>
        <Kbd size="xs" className={classes.keys}>
          {isApple ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <Palette
        isOpen={isOpen}
        startsWith={startsWith}
        onClose={() => setIsOpen(false)}
        onShowShortcuts={() => setIsHelpOpen(true)}
      />
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </>
  );
}
