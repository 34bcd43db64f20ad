import { useRef, useState } from "react";

/**
 * What somebody types, kept in this tab until it is emptied: to close what it is typed in, to go elsewhere or to load the
 * page again does not lose it. Without a name it is a plain state.
 * @returns the text, what sets it, and whether it still is what was sent: what was typed meanwhile is yet to be sent
 */
export function useKeptText(name: string | undefined, initial: string) {
  const key = name === undefined ? null : `text:${name}`;
  const [text, setText] = useState(() => (key && window.sessionStorage.getItem(key)) || initial);
  const last = useRef(text);
  const set = (next: string) => {
    last.current = next;
    setText(next);
    if (key === null) return;
    if (next.trim() === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, next);
  };
  const isStill = (sent: string) => last.current === sent;
  return [text, set, isStill] as const;
}
