import type { oas31 } from "zod-openapi";

/*
 * Examples for the API reference, derived from the schemas in its document.
 */

type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;

/** Returned for a schema that contains itself: this way it has no end. */
const ENDLESS = Symbol("endless");

const ID = "0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11";

const OF_FORMAT: Record<string, string> = {
  uuid: ID,
  "date-time": "2026-11-20T09:30:00.000Z",
  date: "2026-11-20",
  email: "ada@example.com",
  uri: "https://example.com/",
};

/** Sample values for fields with these names, if any text is valid. */
const OF_NAME: Record<string, string> = {
  title: "Call back",
  name: "Website",
  description: "What it is for",
  email: "ada@example.com",
  address: "ada@example.com",
  url: "https://example.com/",
  slug: "website",
  body: "Thank you, that helps.",
  file_name: "photo.png",
  content_type: "image/png",
  time_zone: "Europe/Berlin",
  timezone: "Europe/Berlin",
  avatar_url: "https://example.com/ada.png",
  object: "company",
  reference_object: "company",
  singular_name: "Company",
  plural_name: "Companies",
  attribute: "industry",
  field: "industry",
  column: "state",
  label: "In progress",
  labels: "checkout",
  category: "dev.code",
  category_label: "Coding",
  record_title: "Spring order",
  role_name: "Developer",
  role: "Developer",
  workspace_name: "Analytical Engines",
  project_name: "Web shop",
  project_key: "SHOP",
  task_key: "SHOP-12",
  suggested_task_key: "SHOP-12",
  sequence_name: "Onboarding",
  automation_name: "Welcome a new company",
  actor_name: "Ada Lovelace",
  developer_name: "Ada Lovelace",
  invited_by: "Ada Lovelace",
  made_by: "Ada Lovelace",
  actor_email: "ada@example.com",
  owner_email: "ada@example.com",
  plan_id: "enterprise",
  platform: "linux",
  app_name: "Code",
  bundle_id: "com.microsoft.VSCode",
  excluded_bundle_ids: "com.1password.1password",
  window_title: "checkout.ts",
  default_branch: "main",
  branch: "main",
  repo: "acme/shop",
  full_name: "acme/shop",
  ip: "203.0.113.7",
  events: "record.created",
  event_type: "record.created",
  permissions: "can_view_crm",
  header: "Authorization",
  header_names: "Authorization",
  submit_label: "Send",
  thank_you_text: "Thank you, we will be in touch.",
};

/** The same for whole families of names. */
const OF_ENDING: [RegExp, string][] = [
  [/(^|_)ids?$/, ID],
  [/_by_name$/, "Ada Lovelace"],
];

function textOf(
  { format, minLength = 0, maxLength = Number.MAX_SAFE_INTEGER }: Schema,
  name: string,
): string {
  const [, ofEnding] = OF_ENDING.find(([ending]) => ending.test(name)) ?? [];
  const text = (format && OF_FORMAT[format]) || OF_NAME[name] || ofEnding || "text";
  return text.padEnd(minLength, "-").slice(0, maxLength);
}

/** The fields that an example shows: the required ones of a body, or the first if none is required. */
function shownFields({ properties = {}, required = [] }: Schema, isSent: boolean): [string, SchemaOrRef][] {
  const all = Object.entries(properties);
  if (!isSent) return all;
  const demanded = all.filter(([name]) => required.includes(name));
  return demanded.length > 0 ? demanded : all.slice(0, 1);
}

type At = {
  isSent: boolean;
  /** The field whose value it is. */
  name: string;
  /** The references that are being followed. */
  open: readonly string[];
};

function valueFor(document: oas31.OpenAPIObject, given: SchemaOrRef, at: At): unknown {
  const { isSent, name, open } = at;
  const { examples, example, $ref } = given as Schema & oas31.ReferenceObject;
  const named = examples?.[0] ?? example;
  if (named !== undefined) return named;
  if ($ref) {
    if (open.includes($ref)) return ENDLESS;
    const target = document.components?.schemas?.[$ref.replace("#/components/schemas/", "")] ?? {};
    return valueFor(document, target, { ...at, open: [...open, $ref] });
  }
  const schema = given as Schema;
  const own = schema.const ?? schema.enum?.[0] ?? schema.default;
  if (own !== undefined && own !== null) return own;
  const within = (inner: SchemaOrRef, field = name) => valueFor(document, inner, { ...at, name: field });
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const values = options.filter((each) => (each as Schema).type !== "null").map((each) => within(each));
    return values.find((value) => value !== ENDLESS) ?? (values.length < options.length ? null : ENDLESS);
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => within(each)));
  const types = [schema.type ?? "string"].flat();
  const type = types.find((each) => each !== "null");
  if (type === "array")
    return schema.items ? [within(schema.items)].filter((value) => value !== ENDLESS) : [];
  if (type === "object") {
    const fields = shownFields(schema, isSent).map(
      ([field, inner]) => [field, within(inner, field)] as const,
    );
    const endless = fields.filter(([, value]) => value === ENDLESS);
    if (endless.some(([field]) => schema.required?.includes(field)))
      return types.includes("null") ? null : ENDLESS;
    return Object.fromEntries(fields.filter((field) => !endless.includes(field)));
  }
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return type === undefined ? null : textOf(schema, name);
}

/**
 * A value that fits a schema: its own example if it has one.
 * @param isSent whether callers send it: they leave out optional fields
 * @throws for a schema that contains itself, with nothing in it optional
 */
export function exampleOf(document: oas31.OpenAPIObject, given: SchemaOrRef, isSent: boolean): unknown {
  const value = valueFor(document, given, { isSent, name: "", open: [] });
  if (value === ENDLESS) throw new Error("a schema holds itself without end");
  return value;
}
