import { Fragment } from "react";

/** Text of the API description: `code` and **bold**, which is all of Markdown that it uses. */
export function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    // A part has no other name than its place, and the text never changes under a reader.
    const key = `${index}-${part}`;
    if (part.startsWith("`")) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}
