import { pagesOf } from "@/lib/forms/definition/rules";
import { evaluateLogic, type FieldIssue, type FormValues } from "@/lib/forms/rules";
import type { PublicForm } from "@/lib/forms/schema";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { Field } from "@/lib/ui/public/form/field";
import { alertTitle, idOf, keyOf, POSTED, placeWords } from "@/lib/ui/public/form/names";
import { PublicFrame } from "@/lib/ui/public/frame";
import { Report } from "@/lib/ui/public/report";

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
