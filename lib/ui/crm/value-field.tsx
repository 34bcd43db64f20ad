"use client";

import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { TEXT_VALUE_CHARS_MAX } from "@/lib/crm/attributes/limits";
import type { Value } from "@/lib/crm/attributes/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { Attribute } from "@/lib/ui/crm/queries";
import { RecordPicker } from "@/lib/ui/crm/record-picker";
import { titleOf } from "@/lib/ui/crm/wording";
import { PersonPicker } from "@/lib/ui/kit/person-picker";

type Props = {
  attribute: Attribute;
  value: Value;
  onChange: (value: Value) => void;
  /** Names of what the value refers to, by id. */
  labels?: Readonly<Record<string, string>>;
  error?: string | undefined;
  /** Without it the attribute's name is read out but not shown. */
  hasLabel?: boolean;
  hasAutoFocus?: boolean;
};

/** Options, and what is chosen but is none any more. */
function choicesOf({ options }: Attribute, chosen: readonly string[]) {
  const known = options.map(({ value, label }) => ({ value, label }));
  const gone = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...known, ...gone.map((value) => ({ value, label: `${value} (removed)` }))];
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The field for one value, as its type wants it. Texts go to a new line with Shift and Enter. */
export function ValueField({
  attribute,
  value,
  onChange,
  labels = {},
  error,
  hasLabel = true,
  hasAutoFocus = false,
}: Props) {
  const { id } = useWorkspace();
  const { type, name } = attribute;
  const text = typeof value === "string" ? value : "";
  const [picked, setPicked] = useState<string | null>(null);
  const pickedName = text === "" ? null : (picked ?? labels[text] ?? text);
  const common = {
    ...(hasLabel ? { label: name, description: attribute.description || undefined } : { "aria-label": name }),
    required: hasLabel && attribute.is_required,
    error,
    "data-autofocus": hasAutoFocus || undefined,
    autoFocus: hasAutoFocus,
  };
  const setText = (next: string) => onChange(next === "" ? null : next);
  switch (type) {
    case "text":
      return (
        <Textarea
          {...common}
          autosize
          minRows={1}
          maxRows={10}
          maxLength={TEXT_VALUE_CHARS_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
      );
    case "number":
    case "currency":
      return (
        <NumberInput
          {...common}
          hideControls
          thousandSeparator=","
          leftSection={type === "currency" ? attribute.currency_code : undefined}
          leftSectionWidth={52}
          value={typeof value === "number" ? value : text}
          onChange={(next) => onChange(next === "" ? null : next)}
        />
      );
    case "checkbox":
      return (
        <Checkbox
          {...(hasLabel ? { label: name } : { "aria-label": name })}
          error={error}
          autoFocus={hasAutoFocus}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "select":
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
    case "multi_select": {
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
    case "reference":
      return (
        <RecordPicker
          {...common}
          workspaceId={id}
          object={attribute.reference_object ?? ""}
          placeholder="Find a record"
          value={pickedName === null ? null : { id: text, title: pickedName }}
          onChange={(record) => {
            setPicked(record && titleOf(record));
            onChange(record?.id ?? null);
          }}
        />
      );
    case "user":
      return (
        <PersonPicker
          {...common}
          workspaceId={id}
          placeholder="Find a member"
          value={pickedName === null ? null : { developer_id: text, name: pickedName }}
          onChange={(person) => {
            setPicked(person?.name ?? null);
            onChange(person?.developer_id ?? null);
          }}
        />
      );
    case "date":
    case "email":
    case "url":
    case "phone":
      return (
        <TextInput
          {...common}
          type={type === "phone" ? "tel" : type}
          placeholder={
            { date: "", email: "ada@example.com", url: "https://example.com", phone: "+44 20 7946 0000" }[
              type
            ]
          }
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
  }
}
