import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { type ComponentType, type FocusEvent, type KeyboardEvent, useState } from "react";
import { TEXT_VALUE_CHARS_MAX } from "@/lib/crm/attributes/limits";
import type { Value } from "@/lib/crm/attributes/schema";
import type { Attribute } from "@/lib/ui/crm/queries";
import { RecordPicker } from "@/lib/ui/crm/record-picker";
import { titleOf } from "@/lib/ui/crm/wording";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";
import { type Input, lookOf } from "@/lib/ui/values/catalog";

type Props = {
  attribute: Attribute;
  value: Value;
  onChange: (value: Value) => void;
  /** Names of what the value refers to, by id. */
  labels?: Readonly<Record<string, string>>;
  error?: string | undefined;
  /** Without it the attribute's name is read out but not visible. */
  hasLabel?: boolean;
  hasAutoFocus?: boolean;
};

/** The options, and values that are selected although they are no option any more. */
function choicesOf({ options }: Attribute, chosen: readonly string[]) {
  const known = options.map(({ value, label }) => ({ value, label }));
  const gone = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...known, ...gone.map((value) => ({ value, label: `${value} (removed)` }))];
}

type InputProps = Props & {
  labels: Readonly<Record<string, string>>;
  /** The props that most fields share. */
  common: ReturnType<typeof commonOf>;
};

function commonOf({ attribute, error, hasLabel = true, hasAutoFocus = false }: Props) {
  const { name, description, is_required } = attribute;
  return {
    ...(hasLabel ? { label: name, description: description || undefined } : { "aria-label": name }),
    required: hasLabel && is_required,
    error,
    "data-autofocus": hasAutoFocus || undefined,
    autoFocus: hasAutoFocus,
  };
}

const textOf = (value: Value) => (typeof value === "string" ? value : "");

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Where one goes on writing. Browsers put the caret before the text of a field that gets the focus by itself. */
function toTheEnd({ currentTarget: field }: FocusEvent<HTMLTextAreaElement>): void {
  field.setSelectionRange(field.value.length, field.value.length);
}

function LongText({ value, onChange, common }: InputProps) {
  return (
    <Textarea
      {...common}
      onFocus={common.autoFocus ? toTheEnd : undefined}
      autosize
      minRows={1}
      maxRows={10}
      maxLength={TEXT_VALUE_CHARS_MAX}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      onKeyDown={submitOnEnter}
    />
  );
}

function Line({ attribute, value, onChange, common }: InputProps) {
  return (
    <TextInput
      {...common}
      {...lookOf(attribute.type).line}
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

function Day({ value, onChange, common }: InputProps) {
  return (
    <TextInput
      {...common}
      type="date"
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

function NumberField({ attribute, value, onChange, common }: InputProps) {
  return (
    <NumberInput
      {...common}
      hideControls
      thousandSeparator=","
      leftSection={lookOf(attribute.type).unitOf(attribute) ?? undefined}
      leftSectionWidth={52}
      value={typeof value === "number" ? value : textOf(value)}
      onChange={(next) => onChange(next === "" ? null : next)}
    />
  );
}

function Check({ attribute, value, onChange, error, hasLabel = true, hasAutoFocus = false }: InputProps) {
  return (
    <Checkbox
      {...(hasLabel ? { label: attribute.name } : { "aria-label": attribute.name })}
      error={error}
      autoFocus={hasAutoFocus}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function Choice({ attribute, value, onChange, common }: InputProps) {
  const text = textOf(value);
  return (
    <Select
      {...common}
      data={choicesOf(attribute, text === "" ? [] : [text])}
      value={text === "" ? null : text}
      onChange={(next) => onChange(next)}
      searchable={attribute.options.length > 8}
      clearable={!attribute.is_required}
      placeholder="Choose"
      nothingFoundMessage="No such option"
    />
  );
}

function Choices({ attribute, value, onChange, common }: InputProps) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <MultiSelect
      {...common}
      data={choicesOf(attribute, chosen)}
      value={chosen}
      onChange={(next) => onChange(next.length === 0 ? null : next)}
      searchable
      clearable
      placeholder={chosen.length === 0 ? "Choose" : ""}
      nothingFoundMessage="No such option"
    />
  );
}

function RecordField({ attribute, value, onChange, labels, common }: InputProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const text = textOf(value);
  return (
    <RecordPicker
      {...common}
      object={attribute.reference_object ?? ""}
      placeholder="Find a record"
      value={text === "" ? null : { id: text, title: picked ?? labels[text] ?? text }}
      onChange={(record) => {
        setPicked(record && titleOf(record));
        onChange(record?.id ?? null);
      }}
    />
  );
}

function MemberField({ value, onChange, labels, common }: InputProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const text = textOf(value);
  return (
    <PersonPicker
      {...common}
      placeholder="Find a member"
      value={text === "" ? null : { developer_id: text, name: picked ?? labels[text] ?? text }}
      onChange={(person) => {
        setPicked(person?.name ?? null);
        onChange(person?.developer_id ?? null);
      }}
    />
  );
}

const INPUTS: Record<Input, ComponentType<InputProps>> = {
  long_text: LongText,
  line: Line,
  day: Day,
  number: NumberField,
  check: Check,
  choice: Choice,
  choices: Choices,
  record: RecordField,
  member: MemberField,
};

/** The input for one value of the attribute's type. In texts, Shift and Enter begin a new line. */
export default function ValueField(props: Props) {
  const Field = INPUTS[lookOf(props.attribute.type).input];
  return <Field labels={{}} {...props} common={commonOf(props)} />;
}
