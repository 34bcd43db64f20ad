import { ActionIcon, Button, Fieldset, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  CURRENCY_CODE_DEFAULT,
  OPTION_CHARS_MAX,
  OPTION_LABEL_CHARS_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
} from "@/lib/crm/attributes/limits";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Attribute } from "@/lib/ui/crm/queries";
import { IconPlus, IconX } from "@/lib/ui/icons";
import { MoveButtons } from "@/lib/ui/kit/lists/move-buttons";
import classes from "./attributes.module.css";
import values from "./values.module.css";

type Option = Attribute["options"][number];
/** `id` identifies a row while it is edited; `value` is null until the option is saved. */
type OptionDraft = { id: number; value: string | null; label: string; color: Option["color"] };

const COLORS: readonly Option["color"][] = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "violet",
  "pink",
];

const isColor = (value: string): value is Option["color"] => COLORS.some((color) => color === value);

/** Options in the API's format: new ones get a unique value made from their label. */
function optionsOf(drafts: readonly OptionDraft[]): Option[] {
  const taken = new Set(drafts.flatMap(({ value }) => value ?? []));
  return drafts
    .filter(({ label }) => label.trim() !== "")
    .map(({ value, label, color }) => {
      if (value !== null) return { value, label: label.trim(), color };
      const ascii = label
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_");
      const base =
        ascii
          .replace(/^_+|_+$/g, "")
          .slice(0, OPTION_CHARS_MAX - 4)
          .replace(/_+$/, "") || "option";
      let made = base;
      for (let next = 2; taken.has(made); next++) made = `${base}_${next}`;
      taken.add(made);
      return { value: made, label: label.trim(), color };
    });
}

type OptionsProps = {
  drafts: OptionDraft[];
  onChange: (drafts: OptionDraft[]) => void;
  error: string | undefined;
  removalHint: string | undefined;
};

/** The options of a select, in their order. */
function OptionsEditor({ drafts, onChange, error, removalHint }: OptionsProps) {
  const edit = (id: number, change: Partial<OptionDraft>) =>
    onChange(drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft)));
  const move = (from: number, by: 1 | -1) => {
    const next = [...drafts];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(from + by, 0, moved);
    onChange(next);
  };
  return (
    <Fieldset legend="Options" variant="unstyled" className={classes.optionFields ?? ""}>
      <Stack gap="xs" mt={4}>
        {drafts.map((draft, index) => (
          <div key={draft.id} className={classes.optionRow}>
            <NativeSelect
              aria-label={`Colour of option ${index + 1}`}
              leftSection={
                <span
                  className={values.optionDot}
                  style={{ background: `var(--mantine-color-${draft.color}-6)` }}
                />
              }
              data={COLORS.map((color) => ({ value: color, label: color }))}
              value={draft.color}
              onChange={(event) => {
                if (isColor(event.currentTarget.value)) edit(draft.id, { color: event.currentTarget.value });
              }}
            />
            <TextInput
              aria-label={`Label of option ${index + 1}`}
              placeholder="Label"
              maxLength={OPTION_LABEL_CHARS_MAX}
              autoComplete="off"
              value={draft.label}
              onChange={(event) => edit(draft.id, { label: event.currentTarget.value })}
            />
            <MoveButtons
              name={`option ${index + 1}`}
              size={36}
              up={index === 0 ? null : () => move(index, -1)}
              down={index === drafts.length - 1 ? null : () => move(index, 1)}
            />
            <ActionIcon
              size={36}
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange(drafts.filter(({ id }) => id !== draft.id))}
            >
              <IconX size={15} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      ) : null}
      <Button
        mt="xs"
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} stroke={2} />}
        disabled={drafts.length >= OPTIONS_PER_ATTRIBUTE_MAX}
        onClick={() =>
          onChange([
            ...drafts,
            {
              id: Math.max(-1, ...drafts.map(({ id }) => id)) + 1,
              value: null,
              label: "",
              color: COLORS[drafts.length % COLORS.length] ?? "gray",
            },
          ])
        }
      >
        Add an option
      </Button>
      {removalHint ? (
        <Text size="sm" c="dimmed" mt={4}>
          {removalHint}
        </Text>
      ) : null}
    </Fieldset>
  );
}

/** The settings that only some types of attributes and columns have: options, a currency. */
export function useTypeDetails(
  type: AttributeType,
  stored: Pick<Attribute, "options" | "currency_code"> | null,
) {
  const [options, setOptions] = useState<OptionDraft[]>(() =>
    stored && stored.options.length > 0
      ? stored.options.map((option, id) => ({ id, ...option }))
      : [{ id: 0, value: null, label: "", color: "gray" }],
  );
  const [currency, setCurrency] = useState(stored?.currency_code ?? CURRENCY_CODE_DEFAULT);
  const body = {
    ...(traitsOf(type).choice !== null ? { options: optionsOf(options) } : {}),
    ...(traitsOf(type).hasCurrency ? { currency_code: currency.trim().toUpperCase() } : {}),
  };
  return { type, options, setOptions, currency, setCurrency, body };
}

type Props = {
  details: ReturnType<typeof useTypeDetails>;
  issueOf: (field: string) => string | undefined;
  /** Explains what happens to values whose option is removed. */
  removalHint: string | undefined;
};

/** The fields for what `useTypeDetails` returns, if the type needs any. */
export function TypeDetails({ details, issueOf, removalHint }: Props) {
  const { type, options, setOptions, currency, setCurrency } = details;
  if (traitsOf(type).choice !== null) {
    const error = issueOf("options");
    return <OptionsEditor drafts={options} onChange={setOptions} error={error} removalHint={removalHint} />;
  }
  if (!traitsOf(type).hasCurrency) return null;
  return (
    <TextInput
      label="Currency"
      description="Three-letter code, such as EUR"
      maxLength={3}
      autoComplete="off"
      value={currency}
      error={issueOf("currency_code")}
      onChange={(event) => setCurrency(event.currentTarget.value)}
    />
  );
}
