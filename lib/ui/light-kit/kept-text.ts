import { useState } from "react";

/**
 * What somebody types, kept in this tab until it is emptied: to close what it is typed in, to go elsewhere or to load the
 * page again does not lose it. Without a name it is a plain state.
 */
export function useKeptText(name: string | undefined, initial: string): [string, (text: string) => void] {
  const key = name === undefined ? null : `text:${name}`;
  const [text, setText] = useState(() => (key && window.sessionStorage.getItem(key)) || initial);
  const set = (next: string) => {
    setText(next);
    if (key === null) return;
    if (next.trim() === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, next);
  };
  return [text, set];
}
