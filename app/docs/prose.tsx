import { Fragment } from "react";

/** More may not fit a line of a phone. */
const CODE_CHARS_UNBROKEN = 30;

/** Text of the API description: `code` and **bold**, which is all of Markdown that it uses. */
export function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    // A part has no other name than its place, and the text never changes under a reader.
    const key = `${index}-${part}`;
    if (part.startsWith("`")) {
      const code = part.slice(1, -1);
      return (
        <code key={key} data-long={code.length > CODE_CHARS_UNBROKEN || undefined}>
          {code}
        </code>
      );
    }
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}
