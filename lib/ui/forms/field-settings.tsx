import { ActionIcon, Button, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { settingsOf, takesOptions } from "@/lib/forms/definition/rules";
import {
  FIELD_HELP_CHARS_MAX,
  FIELD_KEY_CHARS_MAX,
  FIELD_LABEL_CHARS_MAX,
  FIELD_PLACEHOLDER_CHARS_MAX,
  OPTION_CHARS_MAX,
  OPTIONS_PER_FIELD_MAX,
} from "@/lib/forms/limits";
import type { FormField } from "@/lib/forms/schema";
import { type FieldDraft, nameFor } from "@/lib/ui/forms/draft";
import { IconPlus, IconX } from "@/lib/ui/icons";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { newKey } from "@/lib/ui/light-kit/new-key";
import classes from "./forms.module.css";

const loadLogicEditor = async () => ({ default: (await import("@/lib/ui/forms/logic-editor")).LogicEditor });
const LogicEditor = lazyPart(loadLogicEditor);

/** Loads what stands at the end of a field's settings, for when they are about to be opened. */
export function loadFieldLogic(): void {
  // Drawing it retries.
  loadLogicEditor().catch(() => undefined);
}

type Validation = FormField["validation"];

const LIMITS = {
  min: { label: "At least", type: "number" },
  max: { label: "At most", type: "number" },
  min_length: { label: "Characters, at least", type: "number" },
  max_length: { label: "Characters, at most", type: "number" },
  min_date: { label: "Not before", type: "date" },
  max_date: { label: "Not after", type: "date" },
  min_selected: { label: "Choose at least", type: "number" },
  max_selected: { label: "Choose at most", type: "number" },
  max_bytes: { label: "Largest file in KiB", type: "number" },
} as const;
type LimitName = keyof typeof LIMITS;

const WITHOUT_PLACEHOLDER = new Set([
  "checkbox",
  "consent",
  "rating",
  "file",
  "hidden",
  "radio",
  "multi_select",
  "date",
]);
const WITHOUT_DEFAULT = new Set(["consent", "file", "multi_select"]);

function isLimit(name: string): name is LimitName {
  return name in LIMITS;
}

function without(validation: Validation, name: keyof Validation): Validation {
  const { [name]: _gone, ...rest } = validation;
  return rest;
}

function shownLimit(validation: Validation, name: LimitName): string {
  const value = validation[name];
  if (value === undefined) return "";
  return name === "max_bytes" ? String(Math.floor(Number(value) / 1024)) : String(value);
}

type FieldProps = {
  field: FieldDraft;
  /** All fields of the form, this one among them. */
  fields: readonly FieldDraft[];
  isReadOnly: boolean;
  problemOf: (path: string) => string | undefined;
  onChange: (field: FieldDraft) => void;
};

function Limits({ field, isReadOnly, problemOf, onChange }: FieldProps) {
  const { validation } = field;
  const names = settingsOf(field.type);
  const limits = names.filter(isLimit);
  const set = (next: Validation) => onChange({ ...field, validation: next });
  if (names.length === 0) return null;
  return (
    <div className={classes.pair}>
      {limits.map((name) => (
        <TextInput
          key={name}
          label={field.type === "rating" ? "Stars" : LIMITS[name].label}
          type={LIMITS[name].type}
          step="any"
          placeholder={field.type === "rating" ? "5" : "No limit"}
          readOnly={isReadOnly}
          value={shownLimit(validation, name)}
          error={problemOf(`validation.${name}`)}
          onChange={({ currentTarget: { value } }) => {
            if (value === "") return set(without(validation, name));
            if (LIMITS[name].type === "date") return set({ ...validation, [name]: value });
            set({ ...validation, [name]: name === "max_bytes" ? Number(value) * 1024 : Number(value) });
          }}
        />
      ))}
      {names.includes("format") ? (
        <NativeSelect
          label="Allowed characters"
          disabled={isReadOnly}
          data={[
            { value: "", label: "Anything" },
            { value: "letters", label: "Letters" },
            { value: "digits", label: "Digits" },
            { value: "letters_digits", label: "Letters and digits" },
          ]}
          value={validation.format ?? ""}
          onChange={({ currentTarget: { value } }) =>
            set(
              value === ""
                ? without(validation, "format")
                : { ...validation, format: value as NonNullable<Validation["format"]> },
            )
          }
        />
      ) : null}
      {names.includes("accept") ? (
        <NativeSelect
          label="Kind of file"
          disabled={isReadOnly}
          data={[
            { value: "", label: "Pictures, PDF, text and office files" },
            { value: "image", label: "Pictures" },
            { value: "pdf", label: "PDF" },
            { value: "pdf,document", label: "PDF and office files" },
            { value: "text", label: "Text and CSV" },
          ]}
          value={validation.accept?.join() ?? ""}
          onChange={({ currentTarget: { value } }) =>
            set(
              value === ""
                ? without(validation, "accept")
                : { ...validation, accept: value.split(",") as NonNullable<Validation["accept"]> },
            )
          }
        />
      ) : null}
    </div>
  );
}

function Options({ field, isReadOnly, problemOf, onChange }: FieldProps) {
  const { options } = field;
  const problem = problemOf("options");
  const set = (next: FieldDraft["options"]) => onChange({ ...field, options: next });
  return (
    <fieldset className={classes.options} aria-label="Options">
      {options.map((option, index) => (
        <div key={option.id} className={classes.option}>
          <TextInput
            aria-label={`Option ${index + 1}`}
            maxLength={OPTION_CHARS_MAX}
            readOnly={isReadOnly}
            value={option.label}
            error={index === 0 ? problem : undefined}
            onChange={(event) =>
              set(
                options.map((each) =>
                  each.id === option.id ? { ...each, label: event.currentTarget.value } : each,
                ),
              )
            }
          />
          {isReadOnly ? null : (
            <ActionIcon
              size="lg"
              aria-label={`Remove option ${index + 1}`}
              onClick={() => set(options.filter(({ id }) => id !== option.id))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {isReadOnly || options.length >= OPTIONS_PER_FIELD_MAX ? null : (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() =>
              set([...options, { id: newKey(), value: null, label: `Option ${options.length + 1}` }])
            }
          >
            Add an option
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** All settings of one field. */
export function FieldSettings(props: FieldProps) {
  const { field, fields, isReadOnly, problemOf, onChange } = props;
  const { type } = field;
  const others = fields.filter(({ key, is_visible }) => key !== field.key && is_visible);
  const rename = (label: string) => {
    const taken = fields.filter(({ key }) => key !== field.key).map(({ name }) => name);
    const follows = field.isNew && field.name === nameFor(field.label, taken);
    onChange({ ...field, label, name: follows ? nameFor(label, taken) : field.name });
  };
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={type === "consent" ? "What they agree to" : "Question"}
          maxLength={FIELD_LABEL_CHARS_MAX}
          readOnly={isReadOnly}
          value={field.label}
          error={problemOf("label")}
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <TextInput
          label="Key"
          description={field.isNew ? undefined : "Answers are stored under this key, so it can't be changed"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          maxLength={FIELD_KEY_CHARS_MAX}
          spellCheck={false}
          autoComplete="off"
          readOnly={isReadOnly || !field.isNew}
          value={field.name}
          error={problemOf("key")}
          onChange={(event) => onChange({ ...field, name: event.currentTarget.value })}
        />
      </div>
      {takesOptions(type) ? <Options {...props} /> : null}
      {type === "hidden" ? null : (
        <Textarea
          label="Help"
          placeholder="Shown below the question"
          autosize
          minRows={1}
          maxLength={FIELD_HELP_CHARS_MAX}
          readOnly={isReadOnly}
          value={field.help}
          error={problemOf("help")}
          onChange={(event) => onChange({ ...field, help: event.currentTarget.value })}
        />
      )}
      <div className={classes.pair}>
        {WITHOUT_PLACEHOLDER.has(type) ? null : (
          <TextInput
            label="Placeholder"
            maxLength={FIELD_PLACEHOLDER_CHARS_MAX}
            readOnly={isReadOnly}
            value={field.placeholder}
            onChange={(event) => onChange({ ...field, placeholder: event.currentTarget.value })}
          />
        )}
        {WITHOUT_DEFAULT.has(type) ? null : (
          <TextInput
            label="Filled in at first with"
            placeholder={`or by ?${field.name}=… in the address`}
            readOnly={isReadOnly}
            value={field.default_value}
            onChange={(event) => onChange({ ...field, default_value: event.currentTarget.value })}
          />
        )}
      </div>
      <Limits {...props} />
      <div className={classes.switches}>
        {type === "hidden" ? null : (
          <Switch
            label="Required"
            disabled={isReadOnly}
            checked={field.required}
            error={problemOf("required")}
            onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
          />
        )}
        <Switch
          label="Visible"
          description="When off, visitors don't see it and can't answer it"
          disabled={isReadOnly}
          checked={field.is_visible}
          onChange={(event) => onChange({ ...field, is_visible: event.currentTarget.checked })}
        />
        {type === "hidden" || fields[0]?.key === field.key ? null : (
          <Switch
            label="Starts a new page"
            description="Visitors get to it by Next"
            disabled={isReadOnly}
            checked={field.starts_page}
            onChange={(event) => onChange({ ...field, starts_page: event.currentTarget.checked })}
          />
        )}
      </div>
      <LogicEditor
        verb="Shown"
        logic={field.show_if}
        sources={others}
        problem={problemOf("show_if")}
        isReadOnly={isReadOnly}
        onChange={(logic) => onChange({ ...field, show_if: logic })}
      />
      {field.required || type === "hidden" ? null : (
        <LogicEditor
          verb="Required"
          logic={field.require_if}
          sources={others}
          problem={problemOf("require_if")}
          isReadOnly={isReadOnly}
          onChange={(logic) => onChange({ ...field, require_if: logic })}
        />
      )}
    </>
  );
}
