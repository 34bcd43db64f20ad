"use client";

import {
  Button,
  Checkbox,
  FileInput,
  Group,
  NativeSelect,
  Radio,
  Rating,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  checkSubmission,
  evaluateLogic,
  type FieldRule,
  initialValues,
  publicFields,
  valuesFromTexts,
} from "@/lib/forms/rules";
import type { FormField, FormValue } from "@/lib/forms/schema";
import classes from "./forms.module.css";

type AnswerProps = {
  field: FieldRule;
  value: FormValue | undefined;
  isRequired: boolean;
  error: string | undefined;
  onChange: (value: FormValue) => void;
};

const INPUT_TYPES: Record<string, string> = {
  email: "email",
  phone: "tel",
  url: "url",
  number: "number",
  date: "date",
};

function Answer({ field, value, isRequired, error, onChange }: AnswerProps) {
  const { type, help, options, placeholder } = field;
  // As visitors see it, who are told what they may leave out.
  const label = (
    <>
      {field.label}
      {isRequired ? null : <span className={classes.optional}>Optional</span>}
    </>
  );
  const text = value === undefined || value === null ? "" : String(value);
  const common = { label, description: help, error };
  const chosen = Array.isArray(value) ? value : [];
  switch (type) {
    case "hidden":
      return null;
    case "textarea":
      return (
        <Textarea
          {...common}
          placeholder={placeholder ?? ""}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "select":
      return (
        <NativeSelect
          {...common}
          data={[{ value: "", label: placeholder ?? "Choose…" }, ...options]}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "radio":
      return (
        <Radio.Group {...common} value={text} onChange={onChange}>
          <Stack gap="xs" mt="xs">
            {options.map((option) => (
              <Radio key={option.value} {...option} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case "multi_select":
      return (
        <Checkbox.Group {...common} value={chosen} onChange={onChange}>
          <Stack gap="xs" mt="xs">
            {options.map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case "checkbox":
    case "consent":
      return (
        <Checkbox
          label={label}
          description={help}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "rating":
      return (
        <div>
          <Group gap={4} mb={4}>
            <span style={{ fontSize: "0.875rem", fontWeight: 500 }}>{label}</span>
          </Group>
          <Rating
            aria-label={field.label}
            count={field.validation.max ?? 5}
            value={typeof value === "number" ? value : 0}
            onChange={onChange}
          />
          {error === undefined ? null : <div className={classes.failed}>{error}</div>}
        </div>
      );
    case "file":
      return <FileInput {...common} placeholder="A file" disabled />;
    default:
      return (
        <TextInput
          {...common}
          placeholder={placeholder ?? ""}
          type={INPUT_TYPES[type] ?? "text"}
          step="any"
          value={text}
          onChange={({ currentTarget }) =>
            onChange(valuesFromTexts([field], [[field.key, currentTarget.value]])[field.key] ?? null)
          }
        />
      );
  }
}

type Props = { name: string; description: string; submitLabel: string; fields: readonly FormField[] };

/** The form as a visitor meets it, judged by the very rules that the server goes by. Nothing is sent. */
export default function FormPreview({ name, description, submitLabel, fields: all }: Props) {
  const fields = publicFields(all);
  const [given, setGiven] = useState<Record<string, FormValue>>({});
  const [isChecked, setIsChecked] = useState(false);
  const values = { ...initialValues(fields, []), ...given };
  const states = evaluateLogic(fields, values);
  const { issues } = checkSubmission(
    // Files can't be chosen here.
    fields.filter(({ type }) => type !== "file"),
    Object.fromEntries(Object.entries(values).filter(([key]) => fields.some((field) => field.key === key))),
  );
  const check = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
  };
  return (
    <form className={classes.preview} noValidate onSubmit={check} aria-label="Preview">
      <div>
        <h2 className={classes.previewTitle}>{name}</h2>
        {description === "" ? null : <p className={classes.previewText}>{description}</p>}
      </div>
      {fields
        .filter(({ key }) => states.get(key)?.isShown)
        .map((field) => (
          <Answer
            key={field.key}
            field={field}
            value={values[field.key]}
            isRequired={states.get(field.key)?.isRequired ?? false}
            error={isChecked ? issues.find(({ path }) => path === `values.${field.key}`)?.message : undefined}
            onChange={(value) => setGiven({ ...given, [field.key]: value })}
          />
        ))}
      <Group gap="sm">
        <Button type="submit">{submitLabel === "" ? "Submit" : submitLabel}</Button>
        <span className={classes.dimmed} role="status">
          {isChecked && issues.length === 0 ? "This would be taken." : ""}
        </span>
      </Group>
    </form>
  );
}
