import { takesOptions } from "@/lib/forms/definition/rules";
import type { FieldLogic, FieldType, FormField } from "@/lib/forms/schema";
import type { Form } from "@/lib/ui/forms/queries";
import { FIELD_KINDS } from "@/lib/ui/forms/words";
import { newKey } from "@/lib/ui/light-kit/new-key";

/*
 * A form as it is being built: input is kept as it was typed. `key` identifies a field on the page; `name` is the key
 * that answers are stored under.
 */

type OptionDraft = { id: string; value: string | null; label: string };
export type FieldDraft = Omit<FormField, "key" | "options" | "placeholder" | "help" | "default_value"> & {
  key: string;
  name: string;
  /** Not saved yet, so its name still follows its label. */
  isNew: boolean;
  options: OptionDraft[];
  placeholder: string;
  help: string;
  default_value: string;
};
export type BuilderDraft = { name: string; description: string; submitLabel: string; fields: FieldDraft[] };

/** The part of a form that the builder edits. */
export function builtPart({ name, description, submit_label, fields }: Form) {
  return [name, description, submit_label, fields];
}

function fieldDraft(field: FormField): FieldDraft {
  const { key, options, placeholder, help, default_value, ...rest } = field;
  return {
    ...rest,
    key: newKey(),
    name: key,
    isNew: false,
    options: options.map((option) => ({ id: newKey(), ...option })),
    placeholder: placeholder ?? "",
    help: help ?? "",
    default_value: default_value ?? "",
  };
}

/** A saved form, as it is edited. */
export function builderDraft(form: Form): BuilderDraft {
  return {
    name: form.name,
    description: form.description,
    submitLabel: form.submit_label,
    fields: form.fields.map(fieldDraft),
  };
}

/** A unique key made from a label. */
export function nameFor(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 50)
    .replace(/_+$/, "");
  const base = plain === "" ? "field" : plain;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** A new field. */
export function newField(type: FieldType, taken: readonly string[]): FieldDraft {
  const { label } = FIELD_KINDS[type];
  const options = takesOptions(type) ? ["First option", "Second option"] : [];
  return {
    key: newKey(),
    name: nameFor(label, taken),
    isNew: true,
    label,
    type,
    required: false,
    is_visible: true,
    placeholder: "",
    help: "",
    options: options.map((each) => ({ id: newKey(), value: null, label: each })),
    validation: {},
    starts_page: false,
    show_if: null,
    require_if: null,
    default_value: "",
  };
}

/** A copy of a field, with its own name. */
export function copyOfField(field: FieldDraft, taken: readonly string[]): FieldDraft {
  const copy = structuredClone(field);
  return {
    ...copy,
    key: newKey(),
    isNew: true,
    name: nameFor(field.label, taken),
    options: copy.options.map((option) => ({ ...option, id: newKey() })),
  };
}

/** A field in the API's format. A new option is stored under its label. */
export function fieldOf(draft: FieldDraft): FormField {
  const { key: _key, isNew: _isNew, name, options, placeholder, help, default_value, ...rest } = draft;
  return {
    ...rest,
    key: name,
    label: draft.label.trim(),
    placeholder: placeholder.trim() || null,
    help: help.trim() || null,
    default_value: default_value.trim() || null,
    options: options.map(({ value, label }) => ({ value: value ?? label.trim(), label: label.trim() })),
  };
}

/** What the builder saves. */
export function builtBody(draft: BuilderDraft) {
  return {
    name: draft.name,
    description: draft.description,
    submit_label: draft.submitLabel,
    fields: draft.fields.map(fieldOf),
  };
}

/** A draft that was saved, with what others changed of the parts that it did not. */
export function withTheirs(
  draft: BuilderDraft,
  changed: Partial<ReturnType<typeof builtBody>>,
  stored: Form,
): BuilderDraft {
  const theirs = builderDraft(stored);
  return {
    name: changed.name === undefined ? theirs.name : draft.name,
    description: changed.description === undefined ? theirs.description : draft.description,
    submitLabel: changed.submit_label === undefined ? theirs.submitLabel : draft.submitLabel,
    fields: changed.fields === undefined ? theirs.fields : draft.fields,
  };
}

function renamedIn(logic: FieldLogic | null, from: string, to: string): FieldLogic | null {
  if (logic === null) return null;
  const conditions = logic.conditions.map((each) => (each.field === from ? { ...each, field: to } : each));
  return { ...logic, conditions };
}

/** The fields with one of them changed; conditions follow if it is renamed. */
export function withField(fields: readonly FieldDraft[], next: FieldDraft): FieldDraft[] {
  const before = fields.find(({ key }) => key === next.key);
  const changed = fields.map((each) => (each.key === next.key ? next : each));
  if (!before || before.name === next.name) return changed;
  return changed.map((each) => ({
    ...each,
    show_if: renamedIn(each.show_if, before.name, next.name),
    require_if: renamedIn(each.require_if, before.name, next.name),
  }));
}
