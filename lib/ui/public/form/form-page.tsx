import { pagesOf } from "@/lib/forms/definition/rules";
import { RATING_DEFAULT, RATING_MAX } from "@/lib/forms/limits";
import { evaluateLogic, type FieldIssue, type FormValues, isBlank } from "@/lib/forms/rules";
import type { PublicForm, PublicFormField } from "@/lib/forms/schema";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { alertTitle, idOf, keyOf, POSTED, placeWords } from "@/lib/ui/public/form/names";
import { PublicFrame } from "@/lib/ui/public/frame";
import { Report } from "@/lib/ui/public/report";

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

function Field({ field, value, error, state }: FieldProps) {
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

/** The alert above the fields. Empty and hidden until the script fills it. */
function Alert({
  form,
  issues,
  problem,
}: {
  form: PublicForm;
  issues: FieldIssue[];
  problem: string | null;
}) {
  const labels = new Map(form.fields.map(({ key, label }) => [key, label]));
  const isEmpty = problem === null && issues.length === 0;
  return (
    <div id="alert" className="form-alert" role="alert" tabIndex={-1} hidden={isEmpty}>
      {isEmpty ? null : <h2>{problem ?? alertTitle(issues.length)}</h2>}
      <ul>
        {issues.map(({ path, message }) => {
          const key = keyOf(path);
          return (
            <li key={path}>
              <a href={`#${idOf(key)}`}>{labels.get(key) ?? "The form"}</a>: {message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const CLOSED = {
  closed: "This form is closed and takes no more answers.",
  full: "This form is full and takes no more answers.",
} as const;

export type FormPageProps = {
  form: PublicForm;
  values: FormValues;
  issues: FieldIssue[];
  /** Any other problem with the answers, in one sentence. */
  problem: string | null;
  isEmbedded: boolean;
  /** The style sheet of its own colour. */
  sheet: string | null;
  /** The address of its logo. */
  logo: string | null;
  /** Shown to its makers, as a part of the console. */
  isPreview?: boolean;
};

/**
 * The content of a form's page, with the answers so far. It works without scripts; a script makes it more convenient.
 */
export function FormPage(props: FormPageProps) {
  const { form, values, issues, problem, isEmbedded, sheet, logo, isPreview = false } = props;
  const address = `/f/${form.id}`;
  const path = isEmbedded ? `${address}/embed` : address;
  const report = <Report action={`${address}/report`} isEmbedded={isEmbedded} />;
  const frame = { report, isEmbedded, sheet, logo };
  if (form.state !== "open" && problem === null) {
    return (
      <PublicFrame {...frame}>
        <h1 className="public-title">{form.name}</h1>
        <p className="public-lead">{CLOSED[form.state]}</p>
      </PublicFrame>
    );
  }
  const states = evaluateLogic(form.fields, values);
  const errors = new Map(issues.map((issue) => [keyOf(issue.path), issue.message]));
  const pages = pagesOf(form.fields);
  const asked = pages.filter((page) => page.some(({ key }) => states.get(key)?.isShown));
  // Answers that were refused are looked at together.
  const isWhole = issues.length > 0 || problem !== null;
  const isPaged = asked.length > 1 && !isWhole;
  return (
    <PublicFrame {...frame} isPart={isPreview}>
      {/* A form is laid out in the direction of the script that it is written in. */}
      <div dir="auto">
        {/* The console's page has a first heading of its own. */}
        <h1 className="public-title" aria-level={isPreview ? 2 : undefined}>
          {form.name}
        </h1>
        {form.description === "" ? null : (
          <Markdown className="public-lead" text={form.description} level={2} isByVisitor />
        )}
        <Alert form={form} issues={issues} problem={problem} />
        <form
          className="form"
          method="post"
          action={path}
          noValidate
          data-id={form.id}
          data-fields={JSON.stringify(form.fields)}
          data-more={isPaged ? "" : undefined}
          data-captcha={form.captcha === null ? undefined : JSON.stringify(form.captcha)}
          data-parents={isEmbedded ? JSON.stringify(form.embed_origins) : undefined}
        >
          {pages.length < 2 ? null : (
            <div className="form-place" tabIndex={-1} hidden={!isPaged}>
              <span>{placeWords(1, asked.length)}</span>
              <progress max={asked.length} value={1} aria-hidden="true" />
            </div>
          )}
          {pages.map((page) => (
            <div
              key={page[0]?.key}
              className="form-page"
              data-off={isWhole || page === (asked[0] ?? pages[0]) ? undefined : ""}
            >
              {page.map((field) => (
                <Field
                  key={field.key}
                  field={field}
                  value={values[field.key]}
                  error={errors.get(field.key)}
                  state={states.get(field.key) ?? { isShown: true, isRequired: field.required }}
                />
              ))}
            </div>
          ))}
          {form.fields
            .filter(({ type }) => type === "hidden")
            .map(({ key }) => (
              <input key={key} type="hidden" name={key} defaultValue={String(values[key] ?? "")} />
            ))}
          <input type="hidden" name={POSTED.ticket} value={form.ticket} />
          <div className="trap" aria-hidden="true">
            <label>
              Website
              <input type="text" name={POSTED.website} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          {form.captcha === null ? null : (
            <noscript>
              <p className="form-note">
                This form uses JavaScript to keep out spam, and JavaScript is off in this browser.
              </p>
            </noscript>
          )}
          <div className="form-end">
            {pages.length < 2 ? null : (
              <button type="button" className="public-button form-back" data-variant="quiet" hidden>
                Back
              </button>
            )}
            <button type="submit" className="public-button">
              <span className="form-next">Next</span>
              <span className="form-send">{form.submit_label}</span>
            </button>
            <p className="form-note" role="status" />
          </div>
        </form>
      </div>
    </PublicFrame>
  );
}
