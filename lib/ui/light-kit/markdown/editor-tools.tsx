import "@github/markdown-toolbar-element";
import { createElement } from "react";
import {
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconQuote,
} from "@/lib/ui/icons";

const TOOLS = [
  { tag: "md-bold", label: "Bold", Icon: IconBold },
  { tag: "md-italic", label: "Italic", Icon: IconItalic },
  { tag: "md-link", label: "Link", Icon: IconLink },
  { tag: "md-unordered-list", label: "List", Icon: IconList },
  { tag: "md-ordered-list", label: "Numbered list", Icon: IconListNumbers },
  { tag: "md-task-list", label: "List of tasks", Icon: IconListCheck },
  { tag: "md-quote", label: "Quote", Icon: IconQuote },
  { tag: "md-code", label: "Code", Icon: IconCode },
] as const;

/** Buttons that format the selected text in a field. Browsers only: its elements can't be created on the server. */
export default function EditorTools({ fieldId }: { fieldId: string }) {
  return createElement(
    "markdown-toolbar",
    { for: fieldId, class: "markdown-tools", role: "toolbar", "aria-label": "Formatting" },
    TOOLS.map(({ tag, label, Icon }) =>
      createElement(
        tag,
        // The element itself sets no role before it is in the page.
        { key: tag, role: "button", "aria-label": label, title: label },
        <Icon size={16} stroke={1.75} aria-hidden="true" />,
      ),
    ),
  );
}
