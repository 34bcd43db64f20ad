"use client";

import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import {
  ATTRIBUTE_DESCRIPTION_CHARS_MAX,
  ATTRIBUTE_NAME_CHARS_MAX,
  CURRENCY_CODE_DEFAULT,
  OPTION_CHARS_MAX,
  OPTION_LABEL_CHARS_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
} from "@/lib/crm/attributes/limits";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { ApiError } from "@/lib/ui/api";
import { type Attribute, type CrmObject, useCreateAttribute, useUpdateAttribute } from "@/lib/ui/crm/queries";
import { TYPES } from "@/lib/ui/crm/wording";
import { sentenceOf } from "@/lib/ui/failure";
import ModalDialog from "@/lib/ui/modal-dialog";
import classes from "./crm.module.css";

type Option = Attribute["options"][number];
/** `id` tells rows apart while they are typed; `value` is null until the option is saved. */
export type OptionDraft = { id: number; value: string | null; label: string; color: Option["color"] };

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
const UNIQUE_TYPES: readonly AttributeType[] = ["text", "number", "email", "url", "phone"];

const isType = (value: string): value is AttributeType => value in TYPES;
const isColor = (value: string): value is Option["color"] => COLORS.some((color) => color === value);
const takesOptions = (type: AttributeType) => type === "select" || type === "multi_select";

/** Options as they are sent: new ones get a value out of their label that no other one has. */
export function optionsOf(drafts: readonly OptionDraft[]): Option[] {
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
};

/** The choices of a select, in their order. */
export function OptionsEditor({ drafts, onChange, error }: OptionsProps) {
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
                  className={classes.optionDot}
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
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              className={classes.mover ?? ""}
              aria-label={`Move option ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={15} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              className={classes.mover ?? ""}
              aria-label={`Move option ${index + 1} down`}
              disabled={index === drafts.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={15} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
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
      <Text size="sm" c="dimmed" mt={4}>
        What is there keeps a value whose option is removed.
      </Text>
    </Fieldset>
  );
}

type Props = {
  workspaceId: string;
  object: CrmObject;
  objects: readonly CrmObject[];
  /** The attribute to change; null makes one. */
  attribute: Attribute | null;
  isOpen: boolean;
  onClose: () => void;
};

function AttributeForm({ workspaceId, object, objects, attribute, onClose }: Omit<Props, "isOpen">) {
  const create = useCreateAttribute(workspaceId, object.slug);
  const update = useUpdateAttribute(workspaceId, object.slug);
  const [name, setName] = useState(attribute?.name ?? "");
  const [description, setDescription] = useState(attribute?.description ?? "");
  const [type, setType] = useState<AttributeType>(attribute?.type ?? "text");
  const [isRequired, setIsRequired] = useState(attribute?.is_required ?? false);
  const [isUnique, setIsUnique] = useState(attribute?.is_unique ?? false);
  const [currency, setCurrency] = useState(attribute?.currency_code ?? CURRENCY_CODE_DEFAULT);
  const [reference, setReference] = useState(attribute?.reference_object ?? objects[0]?.slug ?? "");
  const [options, setOptions] = useState<OptionDraft[]>(() =>
    attribute
      ? attribute.options.map((option, id) => ({ id, ...option }))
      : [{ id: 0, value: null, label: "", color: "gray" }],
  );
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const issueOf = (field: string) =>
    issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  const atFields = [
    "name",
    "type",
    "is_unique",
    "is_required",
    "currency_code",
    "reference_object",
    "options",
  ];
  const isElsewhere = failure !== null && !atFields.some((field) => issueOf(field) !== undefined);

  const save = async () => {
    setFailure(null);
    const common = {
      name: name.trim(),
      description: description.trim(),
      is_required: isRequired,
      is_unique: isUnique && UNIQUE_TYPES.includes(type),
      ...(takesOptions(type) ? { options: optionsOf(options) } : {}),
      ...(type === "currency" ? { currency_code: currency.trim().toUpperCase() } : {}),
    };
    try {
      await (attribute
        ? update.mutateAsync({ slug: attribute.slug, ...common })
        : create.mutateAsync({
            ...common,
            type,
            ...(type === "reference" ? { reference_object: reference } : {}),
          }));
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap="md">
        {isElsewhere ? (
          <Alert color="red" variant="light" role="alert">
            {sentenceOf(failure)}
          </Alert>
        ) : null}
        <TextInput
          label="Name"
          placeholder="Renewal date"
          maxLength={ATTRIBUTE_NAME_CHARS_MAX}
          autoComplete="off"
          data-autofocus
          value={name}
          error={issueOf("name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Type"
          description={attribute ? "It never changes: make another attribute instead" : undefined}
          disabled={attribute !== null}
          data={Object.entries(TYPES).map(([value, { label }]) => ({ value, label }))}
          value={type}
          error={issueOf("type")}
          onChange={(event) => {
            if (isType(event.currentTarget.value)) setType(event.currentTarget.value);
          }}
        />
        {takesOptions(type) ? (
          <OptionsEditor drafts={options} onChange={setOptions} error={issueOf("options")} />
        ) : null}
        {type === "currency" ? (
          <TextInput
            label="Currency"
            description="Its three letters, as in EUR"
            maxLength={3}
            autoComplete="off"
            value={currency}
            error={issueOf("currency_code")}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        ) : null}
        {type === "reference" ? (
          <NativeSelect
            label="Refers to"
            disabled={attribute !== null}
            data={objects.map((each) => ({ value: each.slug, label: each.plural_name }))}
            value={reference}
            error={issueOf("reference_object")}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
        ) : null}
        <TextInput
          label="Description"
          placeholder="Shown where it is filled in"
          maxLength={ATTRIBUTE_DESCRIPTION_CHARS_MAX}
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox
          label="Required"
          description="No record can be saved without it. Records from before keep what they have."
          checked={isRequired}
          error={issueOf("is_required")}
          onChange={(event) => setIsRequired(event.currentTarget.checked)}
        />
        {UNIQUE_TYPES.includes(type) ? (
          <Checkbox
            label="Unique"
            description="No two records have the same value. An import can match by it."
            checked={isUnique}
            error={issueOf("is_unique")}
            onChange={(event) => setIsUnique(event.currentTarget.checked)}
          />
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {attribute ? "Save" : "Add attribute"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A dialog that adds an attribute to an object, or changes one. */
export default function AttributeDialog({ isOpen, ...rest }: Props) {
  const { attribute, object } = rest;
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      size="lg"
      title={attribute ? `Edit ${attribute.name}` : `New attribute of ${object.plural_name}`}
    >
      <AttributeForm key={attribute?.slug ?? ""} {...rest} />
    </ModalDialog>
  );
}
