import { RATING_DEFAULT, RATING_MAX } from "@/lib/forms/limits";
import { type FormValues, isBlank } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";
import { idOf } from "@/lib/ui/public/form/names";

/** The browser's autofill for fields with common names (WCAG 1.3.5). */
const AUTOCOMPLETE: Record<string, string> = {
  name: "name",
  full_name: "name",
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  organisation: "organization",
  organization: "organization",
  job_title: "organization-title",
  country: "country-name",
  city: "address-level2",
  postal_code: "postal-code",
};

/** Single-line inputs, by the field's type. */
const INPUTS: Record<string, { type: string; autoComplete?: string; inputMode?: "decimal" }> = {
  email: { type: "email", autoComplete: "email" },
  phone: { type: "tel", autoComplete: "tel" },
  url: { type: "url", autoComplete: "url" },
  date: { type: "date" },
  // Not type number: browsers drop what isn't one before an error could be shown.
  number: { type: "text", inputMode: "decimal" },
};

const ACCEPTED = {
  image: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  pdf: ["application/pdf"],
  text: ["text/plain", "text/csv"],
  document: [".docx", ".xlsx", ".pptx"],
} as const;

type ControlProps = {
  field: PublicFormField;
  value: FormValues[string] | undefined;
  isInvalid: boolean;
  isRequired: boolean;
};

function ratingSteps(field: PublicFormField): number[] {
  // A preview draws unfinished fields that were never validated.
  const count = Math.min(field.validation.max ?? RATING_DEFAULT, RATING_MAX);
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** A field's descriptions besides its label: its help and its error. */
function describedBy({ key, help }: PublicFormField): string {
  return `${help === null ? "" : `${idOf(key)}-help `}${idOf(key)}-error`;
}

function Choices({ field, value }: ControlProps) {
  const isMany = field.type === "multi_select";
  const chosen = Array.isArray(value) ? value : [String(value ?? "")];
  return (
    <div className="choices">
      {field.options.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            type={isMany ? "checkbox" : "radio"}
            id={index === 0 ? idOf(field.key) : undefined}
            name={field.key}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

function Rating({ field, value }: ControlProps) {
  const steps = ratingSteps(field);
  return (
    <div className="rating">
      {steps.map((step) => (
        <label key={step} className="rating-step">
          <input
            type="radio"
            id={step === 1 ? idOf(field.key) : undefined}
            name={field.key}
            value={step}
            defaultChecked={value === step}
          />
          <span>
            {step}
            <span className="public-hidden"> of {steps.length}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function FileControl({ field, value, isInvalid }: ControlProps) {
  const id = idOf(field.key);
  const kinds = field.validation.accept ?? (Object.keys(ACCEPTED) as (keyof typeof ACCEPTED)[]);
  return (
    <>
      <noscript>
        <p className="field-help">Adding a file needs JavaScript, which is off in this browser.</p>
      </noscript>
      <div className="file-script">
        <input type="hidden" name={field.key} defaultValue={String(value ?? "")} />
        <input
          type="file"
          id={id}
          className="public-input"
          accept={kinds.flatMap((kind) => ACCEPTED[kind]).join(",")}
          aria-describedby={describedBy(field)}
          aria-invalid={isInvalid || undefined}
        />
        <div className="file-state" aria-live="polite">
          <span data-name />
          <progress max={100} value={0} aria-label={`Upload of ${field.label}`} hidden />
          <button type="button" className="file-remove" hidden>
            Remove
          </button>
        </div>
      </div>
    </>
  );
}

function Control(props: ControlProps) {
  const { field, value, isInvalid, isRequired } = props;
  const { key, type, placeholder, options } = field;
  const common = {
    id: idOf(key),
    name: key,
    className: "public-input",
    "aria-describedby": describedBy(field),
    "aria-invalid": isInvalid || undefined,
    "aria-required": isRequired || undefined,
  };
  const text = isBlank(value) ? "" : String(value);
  switch (type) {
    case "textarea":
      return <textarea {...common} rows={5} placeholder={placeholder ?? undefined} defaultValue={text} />;
    case "select":
      return (
        <select {...common} defaultValue={text}>
          <option value="">{placeholder ?? "Choose…"}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case "radio":
    case "multi_select":
      return <Choices {...props} />;
    case "rating":
      return <Rating {...props} />;
    case "file":
      return <FileControl {...props} />;
    default:
      return (
        <input
          type="text"
          autoComplete={AUTOCOMPLETE[key]}
          {...INPUTS[type]}
          {...common}
          placeholder={placeholder ?? undefined}
          defaultValue={text}
        />
      );
  }
}

const GROUPS: readonly string[] = ["radio", "multi_select", "rating"];

type FieldProps = {
  field: PublicFormField;
  value: FormValues[string] | undefined;
  error: string | undefined;
  state: { isShown: boolean; isRequired: boolean };
};

/** A question: its label, its control, its help and what is wrong with its answer. */
export function Field({ field, value, error, state }: FieldProps) {
  const { key, type, label, help } = field;
  const id = idOf(key);
  const isGroup = GROUPS.includes(type);
  const isBox = type === "checkbox" || type === "consent";
  const control = { field, value, isInvalid: error !== undefined, isRequired: state.isRequired };
  const marks = (
    <>
      <span className="field-optional">Optional</span>
      <span className="field-if">If it applies</span>
    </>
  );
  const notes = (
    <>
      {help === null ? null : (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      <p id={`${id}-error`} className="field-error">
        {error}
      </p>
    </>
  );
  const shared = {
    className: "field",
    "data-key": key,
    "data-off": state.isShown ? undefined : "",
    "data-required": state.isRequired ? "" : undefined,
  };
  if (isGroup) {
    // A radio group can say that it is required; a group of checkboxes can't.
    const group =
      type === "multi_select"
        ? {}
        : {
            role: "radiogroup",
            "aria-required": state.isRequired,
            "aria-invalid": error !== undefined || undefined,
          };
    return (
      <fieldset {...shared} aria-describedby={describedBy(field)} {...group}>
        <legend className="field-label">
          {label}
          {marks}
        </legend>
        <Control {...control} />
        {notes}
      </fieldset>
    );
  }
  return (
    <div {...shared}>
      {isBox ? (
        <label className="choice">
          <input
            type="checkbox"
            id={id}
            name={key}
            value="true"
            defaultChecked={value === true}
            aria-describedby={describedBy(field)}
            aria-invalid={error !== undefined || undefined}
            aria-required={state.isRequired || undefined}
          />
          <span>
            {label}
            {marks}
          </span>
        </label>
      ) : (
        <>
          <label htmlFor={id} className="field-label">
            {label}
            {marks}
          </label>
          <Control {...control} />
        </>
      )}
      {notes}
    </div>
  );
}
