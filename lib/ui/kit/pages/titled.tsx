import { createContext, type ReactNode, useContext, useEffect } from "react";

type Level = { name: string; depth: number };

const Above = createContext<Level | null>(null);

/** What is shown, from the outermost in; of several equally deep the last one counts. */
const shown = new Map<symbol, { title: string; depth: number }>();
let watcher: MutationObserver | null = null;
/** The title that was put last, and the page's own one beneath it. */
let own = "";
let declared = "";

function put(): void {
  if (document.title !== own) declared = document.title;
  const [deepest] = [...shown.values()].reverse().sort((a, b) => b.depth - a.depth);
  own = deepest?.title ?? declared;
  if (document.title !== own) document.title = own;
}

function show(id: symbol, title: string, depth: number): () => void {
  // As browsers give it back: one that is never what was put would be put again for ever.
  shown.set(id, { title: title.replace(/\s+/g, " ").trim(), depth });
  put();
  // Next writes the title that a page declares whenever it gets to it.
  watcher ??= new MutationObserver(put);
  watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    shown.delete(id);
    put();
    if (shown.size === 0) watcher?.disconnect();
  };
}

/**
 * Names what is inside in the browser's tab and history: the name of the innermost, and of what that stands in. A page's
 * own `metadata` says so until the thing is read.
 */
export function Titled({ name, children }: { name: string; children?: ReactNode }) {
  const above = useContext(Above);
  const depth = (above?.depth ?? 0) + 1;
  const title = above === null ? name : `${name} · ${above.name}`;
  useEffect(() => show(Symbol(), title, depth), [title, depth]);
  return <Above value={{ name, depth }}>{children}</Above>;
}
