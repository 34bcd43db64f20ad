import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { IconSearch } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import {
  enterSearch,
  isElsewhere,
  moveByRow,
  pressCreate,
  pressSelect,
  useSingleKeys,
} from "@/lib/ui/shell/single-keys";
import classes from "./palette.module.css";

const load = () => import("@/lib/ui/shell/palette");
const Palette = lazyDialog(load);
const ShortcutsDialog = lazyDialog(() => import("@/lib/ui/shell/shortcuts-dialog"));

/** Ahead of being opened. If this fails, it is loaded again when needed. */
const loadAhead = () => void load().catch(() => {});

/** The text that `c` puts into the palette on pages that create nothing: it lists all that can be created. */
const CREATE_TEXT = "new ";

/** Keeps what is typed between opening the palette and its field having the focus, which then goes on from there. */
function useTypedAhead(isOpen: boolean, setText: Dispatch<SetStateAction<string>>, close: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    const type = (event: KeyboardEvent) => {
      const isThere = document.activeElement?.closest(`.${classes.field}`);
      if (isThere || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") close();
      else if (event.key === "Backspace") setText((text) => text.slice(0, -1));
      else if (event.key.length === 1) setText((text) => text + event.key);
      else if (event.key !== "Enter") return;
      // The button or row that still has the focus must not take it for itself.
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", type, true);
    return () => document.removeEventListener("keydown", type, true);
  });
}

/**
 * Opens the command palette by click, ⌘K or Ctrl K, and handles the keys that work on every page. The palette is loaded
 * when somebody is about to open it: points at its button, focuses it, or holds the first of its keys.
 */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [hasSingleKeys] = useSingleKeys();
  const open = (startsWith: string) => {
    setText(startsWith);
    setIsOpen(true);
  };
  useTypedAhead(isOpen, setText, () => setIsOpen(false));
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
    x: single(pressSelect),
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") loadAhead();
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      keys[event.key]?.(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  const isApple = /Mac|iPhone|iPad/.test(window.navigator.userAgent);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label="Search or jump to"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={() => open("")}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.hint}>Search or jump to…</span>
        <Kbd size="xs" className={classes.keys}>
          {isApple ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <Palette
        isOpen={isOpen}
        text={text}
        onType={setText}
        onClose={() => setIsOpen(false)}
        onShowShortcuts={() => setIsHelpOpen(true)}
      />
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </>
  );
}
