import {
  type ColorInputProps,
  ColorSwatch,
  type MultiSelectProps,
  Pill,
  PillsInput,
  type TagsInputProps,
  TextInput,
} from "@mantine/core";
import type { KeyboardEvent, KeyboardEventHandler, ReactNode } from "react";
import { IconSelector } from "@/lib/ui/icons";
import { useLoadedField } from "@/lib/ui/kit/fields/use-loaded-field";

// Together with their lists these weigh as much as a page does: until somebody uses one, a plain field looks like it.

type PlainProps = {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  "aria-label"?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  maxLength?: number | undefined;
};

type PillsProps = PlainProps & {
  field: ReturnType<typeof useLoadedField>;
  chosen: readonly string[];
  rightSection?: ReactNode;
  /** Whether words are chosen from a list rather than written. */
  isChoice?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined;
};

function PlainPills({ field, chosen, rightSection, isChoice = false, onKeyDown, ...props }: PillsProps) {
  const { label, description, error, placeholder, disabled = false, maxLength } = props;
  return (
    <PillsInput
      {...{ label, description, error, disabled, rightSection, pointer: isChoice, ...field.box }}
      rightSectionPointerEvents="none"
    >
      <Pill.Group disabled={disabled}>
        {chosen.map((word) => (
          <Pill key={word} withRemoveButton={!disabled}>
            {word}
          </Pill>
        ))}
        <PillsInput.Field
          {...{ placeholder, disabled, ...field.input }}
          {...(maxLength === undefined ? {} : { maxLength })}
          {...(onKeyDown ? { onKeyDown } : {})}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={props["aria-label"]}
          readOnly={isChoice}
          pointer={isChoice}
          value={field.typed ?? ""}
        />
      </Pill.Group>
    </PillsInput>
  );
}

type TagsProps = TagsInputProps & PlainProps & { value: string[] };

/** Words that are typed one by one. */
export function LazyTags(props: TagsProps) {
  const field = useLoadedField<TagsInputProps>(
    async () => (await import("@/lib/ui/kit/fields/loaded-fields")).LoadedTags,
  );
  if (field.Loaded) return <field.Loaded {...props} {...field.takenOver()} />;
  const add = (event: KeyboardEvent) => {
    const word = field.typed?.trim();
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const { value, maxTags = Number.POSITIVE_INFINITY } = props;
    if (word && value.length < maxTags && !value.includes(word)) props.onChange?.([...value, word]);
    field.setTyped(null);
  };
  return <PlainPills {...props} field={field} chosen={props.value} onKeyDown={add} />;
}

type ChoicesProps = MultiSelectProps &
  PlainProps & { data: { value: string; label: string }[]; value: string[] };

/** Several of a few choices. */
export function LazyMultiSelect(props: ChoicesProps) {
  const field = useLoadedField<MultiSelectProps>(
    async () => (await import("@/lib/ui/kit/fields/loaded-fields")).LoadedMultiSelect,
  );
  if (field.Loaded) return <field.Loaded {...props} {...field.takenOver()} />;
  const labelOf = (value: string) => props.data.find((each) => each.value === value)?.label ?? value;
  return (
    <PlainPills
      {...props}
      field={field}
      chosen={props.value.map(labelOf)}
      isChoice
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden="true" />}
    />
  );
}

const SWATCHES = ["#0a704c", "#1d4ed8", "#5a31f4", "#b91c5c", "#b45309", "#111827"];

/** A colour, with a picker. */
export function LazyColor(props: ColorInputProps & PlainProps & { defaultValue: string }) {
  const field = useLoadedField<ColorInputProps>(
    async () => (await import("@/lib/ui/kit/fields/loaded-fields")).LoadedColor,
  );
  if (field.Loaded)
    return (
      <field.Loaded
        format="hex"
        eyeDropperButtonProps={{ "aria-label": "Pick a colour from the screen" }}
        swatches={SWATCHES}
        {...props}
        {...field.takenOver()}
      />
    );
  const { label, description, disabled = false, defaultValue } = props;
  const shown = field.typed ?? defaultValue;
  return (
    <div {...field.box}>
      <TextInput
        {...{ label, description, disabled, ...field.input }}
        leftSection={<ColorSwatch color={shown} size="1.375rem" />}
        leftSectionPointerEvents="none"
        onChange={(event) => {
          field.input.onChange(event);
          props.onChange?.(event.currentTarget.value);
        }}
        value={shown}
      />
    </div>
  );
}
