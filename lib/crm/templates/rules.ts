import { RENDERED_CHARS_MAX, TEMPLATE_NESTING_MAX } from "@/lib/crm/templates/limits";
import type { Issue } from "@/lib/http/app-error";

/**
 * The placeholders a text may use: `{{record.name}}` is the record's value, `{{old.name}}` the one before the change,
 * `{{form.email}}` a form's field; `{{record_id}}` and `{{object}}` are what their names say.
 */
export type Subject = {
  record_id: string | null;
  object: string | null;
  record: Record<string, unknown>;
  old: Record<string, unknown>;
  form: Record<string, unknown>;
};

/** Which names a text may use at a place. */
export type Vocabulary = { attributes: ReadonlySet<string> | null; hasOld: boolean; hasForm: boolean };

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const ONE_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/;

/** A text that can't be rendered, for a reason that its author may read. */
export class TemplateError extends Error {}

function lookUp(name: string, subject: Subject): unknown {
  const [root = "", ...rest] = name.trim().split(".");
  if (root === "record_id" || root === "object") return subject[root];
  if (root !== "record" && root !== "old" && root !== "form") return undefined;
  const values = subject[root];
  const key = rest.join(".");
  // Only what was stored: never what every object inherits.
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(asText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Replaces a text's placeholders with values, once: a value that looks like a placeholder stays as it is. A missing
 * value becomes empty. `encode` is applied to each value, not to the text around them.
 * @throws TemplateError if the result would be too long
 */
export function renderText(
  template: string,
  subject: Subject,
  encode: (value: string) => string = (value) => value,
): string {
  let chars = template.length;
  return template.replace(PLACEHOLDER, (_whole, name: string) => {
    const value = encode(asText(lookUp(name, subject)));
    chars += value.length;
    if (chars > RENDERED_CHARS_MAX) {
      throw new TemplateError(`A text became longer than ${RENDERED_CHARS_MAX} characters`);
    }
    return value;
  });
}

/**
 * Renders every text inside a JSON value. A text that is one placeholder and nothing else becomes the value itself, so
 * that a number stays a number; what has no value becomes null. Keys are left as they are.
 * @throws TemplateError as `renderText`
 */
export function renderJson(template: unknown, subject: Subject): unknown {
  if (typeof template === "string") {
    const [, name] = ONE_PLACEHOLDER.exec(template) ?? [];
    return name === undefined ? renderText(template, subject) : (lookUp(name, subject) ?? null);
  }
  if (Array.isArray(template)) return template.map((each) => renderJson(each, subject));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, renderJson(value, subject)] as const),
  );
}

function problemOf(name: string, { attributes, hasOld, hasForm }: Vocabulary): string | null {
  const [root = "", ...rest] = name.trim().split(".");
  const key = rest.join(".");
  const placeholder = `{{${name.trim()}}}`;
  if (root === "form") {
    if (key !== "" && hasForm) return null;
    return `${placeholder} is nothing here: this is not set off by a form`;
  }
  if (root === "old" && !hasOld) return `${placeholder} is nothing here: there is no value before the change`;
  if (attributes && key === "" && (root === "record_id" || root === "object")) return null;
  if (attributes && (root === "record" || root === "old")) {
    return attributes.has(key) ? null : `${placeholder} names no attribute of the object`;
  }
  return `${placeholder} is no value that can be put in here`;
}

/** What is wrong with the placeholders inside a JSON value, each with its path; also nesting beyond reason. */
export function placeholderIssues(value: unknown, path: string, vocabulary: Vocabulary, depth = 0): Issue[] {
  if (typeof value === "string") {
    return [...value.matchAll(PLACEHOLDER)].flatMap(([, name = ""]) => {
      const message = problemOf(name, vocabulary);
      return message === null ? [] : [{ path, message }];
    });
  }
  if (typeof value !== "object" || value === null) return [];
  if (depth >= TEMPLATE_NESTING_MAX) {
    return [{ path, message: `Nested deeper than ${TEMPLATE_NESTING_MAX} levels` }];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    placeholderIssues(inner, `${path}.${key}`, vocabulary, depth + 1),
  );
}

/** Whether a JSON value holds a placeholder anywhere. */
export function hasPlaceholder(value: unknown): boolean {
  return /\{\{[^{}]*\}\}/.test(JSON.stringify(value) ?? "");
}
