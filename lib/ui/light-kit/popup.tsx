import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import controls from "./controls.module.css";

const MARGIN_PX = 8;

type Props = {
  /** The element it opens under, which gets the focus back. */
  anchor: HTMLElement;
  returnTo?: HTMLElement | null;
  label: string;
  /** A menu is navigated with the arrows; a dialog contains fields. */
  kind: "menu" | "dialog";
  onClose: () => void;
  children: ReactNode;
};

/** A small panel under what opened it; closed by Escape, by a click elsewhere and by moving the focus away. */
export function Popup({ anchor, returnTo, label, kind, onClose, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const box = anchor.getBoundingClientRect();
    const own = sheet.current?.getBoundingClientRect();
    const left = Math.min(box.left, window.innerWidth - (own?.width ?? 0) - MARGIN_PX);
    const isBelow = box.bottom + (own?.height ?? 0) + MARGIN_PX < window.innerHeight;
    const top = isBelow ? box.bottom + 4 : window.innerHeight - (own?.height ?? 0) - MARGIN_PX;
    setAt({ left: Math.max(MARGIN_PX, left), top: Math.max(MARGIN_PX, top) });
  }, [anchor]);
  useEffect(() => {
    sheet.current?.querySelector<HTMLElement>("button:not(:disabled), input, select")?.focus();
  }, []);
  const close = () => {
    onClose();
    (returnTo ?? anchor).focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a menu or a dialog
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both take a label
    <div
      ref={sheet}
      role={kind}
      aria-label={label}
      className={controls.popup}
      style={at}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") {
          event.preventDefault();
          close();
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (kind !== "menu" || by === undefined) return;
        event.preventDefault();
        const entries = Array.from(
          sheet.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [],
        );
        const now = entries.indexOf(document.activeElement as HTMLElement);
        entries[(now + by + entries.length) % entries.length]?.focus();
      }}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && (event.currentTarget.contains(to) || anchor.contains(to))) return;
        if (to !== null || !document.hasFocus()) onClose();
      }}
    >
      {/* Catches clicks beside the panel, which would move the focus to nothing. */}
      <Outside sheet={sheet} anchor={anchor} onOutside={onClose} />
      {children}
    </div>
  );
}

type OutsideProps = {
  sheet: RefObject<HTMLDivElement | null>;
  anchor: HTMLElement;
  onOutside: () => void;
};

function Outside({ sheet, anchor, onOutside }: OutsideProps) {
  useEffect(() => {
    const press = (event: Event) => {
      if (!(event.target instanceof Node)) return;
      if (!sheet.current?.contains(event.target) && !anchor.contains(event.target)) onOutside();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [sheet, anchor, onOutside]);
  return null;
}

type EntryProps = { children: ReactNode; onPick: () => void; isDisabled?: boolean };

/** An entry of a menu. */
export function MenuEntry({ children, onPick, isDisabled = false }: EntryProps) {
  return (
    <button type="button" role="menuitem" className={controls.entry} disabled={isDisabled} onClick={onPick}>
      {children}
    </button>
  );
}
