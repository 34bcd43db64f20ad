import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useId, useState } from "react";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";
import { isMeant, mentionBegun } from "@/lib/ui/kit/people/mention";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import classes from "./mention-list.module.css";

const SHOWN_MAX = 6;
const TYPING_MS = 150;

type Props = {
  /** The id of the field that the text is written in. */
  fieldId: string;
  /** What it holds up to the cursor. */
  text: string;
};

/**
 * The members whose name somebody begins to write behind an `@`, below the field: arrow keys, Enter or Tab, or a click put
 * the whole name there, which is what notifies them. Nothing while no name is being written, or for readers who see no
 * members.
 */
export default function MentionList({ fieldId, text }: Props) {
  const { me, can } = useWorkspace();
  const listId = useId();
  const begun = mentionBegun(text);
  const [search] = useDebouncedValue(begun?.typed.trim() ?? "", TYPING_MS);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState({ typed: "", index: 0 });
  const members = useList(
    "/workspaces/{workspace_id}/members",
    { params: useWorkspaceParams(), query: { status: "active", search, limit: SHOWN_MAX + 1 } },
    { isEnabled: begun !== null && can("can_view_members") },
  );
  // Nobody is notified of their own words.
  const others = (members.items ?? []).filter(({ developer_id }) => developer_id !== me.member.developer_id);
  const found =
    begun === null || begun.at === closedAt
      ? []
      : others.filter((each) => isMeant(begun.typed, each)).slice(0, SHOWN_MAX);
  const isOpen = found.length > 0;
  const index = chosen.typed === begun?.typed ? Math.min(chosen.index, found.length - 1) : 0;
  const optionId = (at: number) => `${listId}-${at}`;

  const mention = (name: string) => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLTextAreaElement) || begun === null) return;
    field.focus();
    field.setSelectionRange(begun.at, text.length);
    // As if it was typed: Undo takes it back, and the field's own listeners hear of it.
    document.execCommand("insertText", false, `@${name} `);
    setClosedAt(null);
  };

  useEffect(() => {
    if (isOpen) document.getElementById(listId)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, listId]);

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!field || !isOpen) return;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-activedescendant": `${listId}-${index}`,
      // Escape closes the list, not the drawer around it.
      "data-mantine-stop-propagation": "true",
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name);
    };
  }, [fieldId, listId, isOpen, index]);

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!field || !isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const person = found[index];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        setChosen({ typed: begun?.typed ?? "", index: (index + step + found.length) % found.length });
      } else if (event.key === "Escape") setClosedAt(begun?.at ?? null);
      else if ((event.key === "Enter" || event.key === "Tab") && person) mention(person.name);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    field.addEventListener("keydown", onKey);
    return () => field.removeEventListener("keydown", onKey);
  });

  if (!isOpen) return null;
  return (
    <div role="listbox" id={listId} aria-label="People to mention" className={classes.list}>
      {found.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={person.developer_id}
          role="option"
          id={optionId(at)}
          aria-selected={at === index}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => mention(person.name)}
        >
          <PersonAvatar name={person.name} avatarUrl={person.avatar_url} size={24} />
          <Text component="span" size="sm" truncate>
            {person.name}
          </Text>
          <Text component="span" size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </div>
      ))}
    </div>
  );
}
