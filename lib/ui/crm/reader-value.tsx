import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { ME, renderPicked } from "@/lib/ui/crm/picked-value";
import type { Attribute } from "@/lib/ui/crm/queries";
import type { ValueProps } from "@/lib/ui/light-kit/conditions/condition-list";
import { takesList } from "@/lib/ui/light-kit/conditions/draft";

/* Values of conditions that depend on the reader and the day: me, today. */

const OTHER = "other";

const DAYS = [
  { value: OTHER, label: "A day" },
  { value: "today", label: "Today" },
  { value: "today-7", label: "7 days ago" },
  { value: "today-30", label: "30 days ago" },
  { value: "today+7", label: "In 7 days" },
  { value: "today+30", label: "In 30 days" },
];

/** Choices of days; also puts `today-14` into words, which can't be chosen here but the API accepts. */
function dayChoices(text: string) {
  if (!text.startsWith("today") || DAYS.some(({ value }) => value === text)) return DAYS;
  const days = Number(text.slice("today".length));
  return [...DAYS, { value: text, label: days < 0 ? `${-days} days ago` : `In ${days} days` }];
}

function DayValue({ line, label, isReadOnly, onChange }: ValueProps) {
  const isWord = line.text.startsWith("today");
  return (
    <Stack gap={6}>
      <NativeSelect
        aria-label={`Kind of ${label.toLowerCase()}`}
        disabled={isReadOnly}
        data={dayChoices(line.text)}
        value={isWord ? line.text : OTHER}
        onChange={({ currentTarget }) => onChange(currentTarget.value === OTHER ? "" : currentTarget.value)}
      />
      {isWord ? null : (
        <TextInput
          type="date"
          aria-label={label}
          readOnly={isReadOnly}
          value={line.text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Stack>
  );
}

function MemberValue({ picker, ...props }: ValueProps & { picker: ReactNode }) {
  const { line, label, isReadOnly, onChange } = props;
  const isMe = line.text === ME;
  return (
    <Stack gap={6}>
      <NativeSelect
        aria-label={`Kind of ${label.toLowerCase()}`}
        disabled={isReadOnly}
        data={[
          { value: OTHER, label: "A member" },
          { value: ME, label: "Me (whoever is looking)" },
        ]}
        value={isMe ? ME : OTHER}
        onChange={({ currentTarget }) => onChange(currentTarget.value === ME ? ME : "")}
      />
      {isMe ? null : picker}
    </Stack>
  );
}

function MemberValues({ picker, ...props }: ValueProps & { picker: ReactNode }) {
  const { list } = props.line;
  const canAddMe = !props.isReadOnly && !list.includes(ME);
  return (
    <Stack gap={6} align="stretch">
      {picker}
      {canAddMe ? (
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ alignSelf: "start" }}
          onClick={() => props.onListChange([...list, ME])}
        >
          Add me (whoever is looking)
        </Button>
      ) : null}
    </Stack>
  );
}

/** The input for a condition on members, records or days; null for other conditions. */
export function renderReaderValue(props: ValueProps, attributes: readonly Attribute[]): ReactNode | null {
  const attribute = attributes.find(({ slug }) => slug === props.line.subject);
  if (!attribute) return null;
  const { refersTo, writtenAs } = traitsOf(attribute.type);
  const hasList = takesList(props.line.operator);
  if (writtenAs === "date") return hasList ? null : <DayValue {...props} />;
  if (refersTo !== "member") return renderPicked(props, attributes);
  if (hasList) return <MemberValues {...props} picker={renderPicked(props, attributes)} />;
  return <MemberValue {...props} picker={props.line.text === ME ? null : renderPicked(props, attributes)} />;
}
