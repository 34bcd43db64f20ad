import { z } from "zod";
import {
  CONDITIONS_PER_LOGIC_MAX,
  EMBED_ORIGINS_MAX,
  FIELD_HELP_CHARS_MAX,
  FIELD_KEY_CHARS_MAX,
  FIELD_LABEL_CHARS_MAX,
  FIELD_PLACEHOLDER_CHARS_MAX,
  FIELDS_PER_FORM_MAX,
  FILE_BYTES_MAX,
  FORM_DESCRIPTION_CHARS_MAX,
  FORM_NAME_CHARS_MAX,
  LONG_TEXT_CHARS_MAX,
  OPTION_CHARS_MAX,
  OPTIONS_PER_FIELD_MAX,
  RATING_MAX,
  REDIRECT_URL_CHARS_MAX,
  RESPONSES_LIMIT_MAX,
  SHORT_TEXT_CHARS_MAX,
  SUBMIT_LABEL_CHARS_MAX,
  THANK_YOU_CHARS_MAX,
} from "@/lib/forms/limits";
import {
  GivenId,
  GivenLogo,
  GivenTime,
  httpsUrl,
  idParam,
  PageColor,
  PageReport,
  ShownLogo,
  shownText,
  Timestamp,
  WorkspaceParams,
} from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const FieldType = z.enum([
  "text",
  "textarea",
  "email",
  "phone",
  "number",
  "url",
  "date",
  "select",
  "multi_select",
  "radio",
  "checkbox",
  "rating",
  "file",
  "hidden",
  "consent",
]);
export type FieldType = z.output<typeof FieldType>;

/** An answer as it goes over the wire: of a file field, the id that its upload was given. */
export const FormValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type FormValue = z.output<typeof FormValue>;

export const FieldKey = z
  .string()
  .max(FIELD_KEY_CHARS_MAX)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "Lower-case letters and digits, joined by single underscores");

const FieldOption = z.object({
  value: shownText(OPTION_CHARS_MAX, false).min(1),
  label: shownText(OPTION_CHARS_MAX, false).min(1),
});

const ConditionOperator = z.enum([
  "eq",
  "neq",
  "contains",
  "gt",
  "gte",
  "lt",
  "lte",
  "is_empty",
  "is_not_empty",
]);
export type ConditionOperator = z.output<typeof ConditionOperator>;

const FieldCondition = z.object({
  field: FieldKey.meta({ description: "The key of another field" }),
  operator: ConditionOperator,
  value: z
    .union([z.string().max(SHORT_TEXT_CHARS_MAX), z.number(), z.boolean()])
    .optional()
    .meta({ description: "Nothing for `is_empty` and `is_not_empty`" }),
});
export type FieldCondition = z.output<typeof FieldCondition>;

const FieldLogic = z
  .object({
    match: z.enum(["all", "any"]).default("all"),
    conditions: z.array(FieldCondition).min(1).max(CONDITIONS_PER_LOGIC_MAX),
  })
  .meta({ id: "FormFieldLogic" });
export type FieldLogic = z.output<typeof FieldLogic>;

export const FileKind = z.enum(["image", "pdf", "text", "document"]);
export type FileKind = z.output<typeof FileKind>;

const FieldValidation = z
  .object({
    min: z.number().optional(),
    max: z
      .number()
      .optional()
      .meta({ description: `For a rating: how many stars, 2 to ${RATING_MAX}` }),
    integer: z.boolean().optional(),
    min_length: z.int().min(0).max(LONG_TEXT_CHARS_MAX).optional(),
    max_length: z.int().min(1).max(LONG_TEXT_CHARS_MAX).optional(),
    format: z.enum(["letters", "digits", "letters_digits"]).optional(),
    min_date: z.iso.date().optional(),
    max_date: z.iso.date().optional(),
    min_selected: z.int().min(0).max(OPTIONS_PER_FIELD_MAX).optional(),
    max_selected: z.int().min(1).max(OPTIONS_PER_FIELD_MAX).optional(),
    max_bytes: z.int().min(1).max(FILE_BYTES_MAX).optional(),
    accept: z
      .array(FileKind)
      .min(1)
      .max(2 * FileKind.options.length)
      .optional()
      .meta({ description: "By default every kind" }),
  })
  .meta({ id: "FormFieldValidation" });

const fieldShape = {
  key: FieldKey.meta({ description: "Stays with the field for good; answers are stored under it" }),
  label: shownText(FIELD_LABEL_CHARS_MAX, false).min(1),
  type: FieldType,
  required: z.boolean().default(false),
  is_visible: z
    .boolean()
    .default(true)
    .meta({ description: "A hidden field is neither shown to visitors nor accepted from them" }),
  placeholder: shownText(FIELD_PLACEHOLDER_CHARS_MAX, false).nullable().default(null),
  help: shownText(FIELD_HELP_CHARS_MAX, true).nullable().default(null),
  options: z
    .array(
      z.union([
        shownText(OPTION_CHARS_MAX, false)
          .min(1)
          .transform((text) => ({ value: text, label: text })),
        FieldOption,
      ]),
    )
    .max(OPTIONS_PER_FIELD_MAX)
    .default([])
    .meta({ description: "Each a text, or a value with a label" }),
  validation: FieldValidation.default({}),
  starts_page: z
    .boolean()
    .default(false)
    .meta({ description: "Whether a new page of the form begins with this field" }),
  show_if: FieldLogic.nullable().default(null),
  require_if: FieldLogic.nullable().default(null),
  default_value: shownText(SHORT_TEXT_CHARS_MAX, true)
    .nullable()
    .default(null)
    .meta({ description: "As text, as a query string would carry it" }),
};

/** A field as it is saved. Whether it fits the other fields is judged by `checkDefinition`. */
export const FormField = z
  .object(fieldShape)
  .refine(({ type, validation: { max } }) => type !== "rating" || !max || (max >= 2 && max <= RATING_MAX), {
    path: ["validation", "max"],
    message: `A rating has 2 to ${RATING_MAX} stars`,
  })
  .meta({ id: "FormField" });
export type FormField = z.output<typeof FormField>;

const ShownField = z.object({
  ...fieldShape,
  options: z.array(FieldOption),
});
const ShownPublicField = ShownField.omit({ is_visible: true }).meta({ id: "PublicFormField" });
export type PublicFormField = z.output<typeof ShownPublicField>;

const EmbedOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .refine((text) => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && new URL(text).origin === text, {
    message: "An origin, as in https://www.example.com",
  })
  .meta({ example: "https://www.example.com" });

const Mapping = z
  .record(FieldKey, z.string().min(1).max(100))
  .meta({ description: "By the form's field keys: the attribute or column that takes the answer" });

export const FormDestination = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("crm"), object: z.string().max(63), mapping: Mapping }),
    z.object({ type: z.literal("table"), table_id: GivenId, mapping: Mapping }),
  ])
  .meta({ id: "FormDestination" });
export type FormDestination = z.output<typeof FormDestination>;

const settingsShape = {
  name: shownText(FORM_NAME_CHARS_MAX, false).min(1),
  description: shownText(FORM_DESCRIPTION_CHARS_MAX, true),
  is_public: z.boolean(),
  is_indexed: z.boolean().meta({ description: "Whether search engines may list the public page" }),
  color: PageColor,
  fields: z.array(FormField).max(FIELDS_PER_FORM_MAX),
  submit_label: shownText(SUBMIT_LABEL_CHARS_MAX, false).min(1),
  thank_you_text: shownText(THANK_YOU_CHARS_MAX, true).min(1),
  redirect_url: httpsUrl(REDIRECT_URL_CHARS_MAX)
    .nullable()
    .meta({ description: "Where visitors go after submitting; https only" }),
  closes_at: GivenTime.nullable(),
  responses_max: z
    .int()
    .min(1)
    .max(RESPONSES_LIMIT_MAX)
    .nullable()
    .meta({ description: "How many submissions are taken; those marked as spam don't count" }),
  destination: FormDestination.nullable(),
  embed_origins: z
    .array(EmbedOrigin)
    .max(EMBED_ORIGINS_MAX)
    .meta({ description: "Sites that may embed the form, each an origin such as https://www.example.com" }),
  proof_of_work: z
    .boolean()
    .meta({ description: "Whether the visitor's browser must solve a short computation before submitting" }),
  sends_receipt: z.boolean().meta({
    description:
      "Whether visitors are mailed a receipt: to the first email address that they give, where SMTP is set",
  }),
};

export const CreateForm = z
  .object({
    ...settingsShape,
    description: settingsShape.description.default(""),
    is_public: settingsShape.is_public.default(false),
    is_indexed: settingsShape.is_indexed.default(false),
    color: settingsShape.color.default(null),
    fields: settingsShape.fields.default([]),
    submit_label: settingsShape.submit_label.default("Submit"),
    thank_you_text: settingsShape.thank_you_text.default("Thank you. Your answers have been received."),
    redirect_url: settingsShape.redirect_url.default(null),
    closes_at: settingsShape.closes_at.default(null),
    responses_max: settingsShape.responses_max.default(null),
    destination: settingsShape.destination.default(null),
    embed_origins: settingsShape.embed_origins.default([]),
    proof_of_work: settingsShape.proof_of_work.default(false),
    sends_receipt: settingsShape.sends_receipt.default(false),
  })
  .meta({ id: "CreateForm" });
export type CreateForm = z.output<typeof CreateForm>;

export const UpdateForm = z
  .object(settingsShape)
  .partial()
  .extend({
    version: z
      .int()
      .optional()
      .meta({ description: "The version that was edited; a 409 when somebody else has saved since" }),
  })
  .meta({ id: "UpdateForm" });
export type UpdateForm = z.output<typeof UpdateForm>;

export const FormLogo = z.object({ logo: ShownLogo }).meta({ id: "FormLogo" });
export type FormLogo = z.input<typeof FormLogo>;

export const SetFormLogo = z.object({ logo: GivenLogo }).meta({ id: "SetFormLogo" });
export type SetFormLogo = z.output<typeof SetFormLogo>;

export const FormState = z
  .enum(["draft", "open", "closed", "full"])
  .meta({ description: "`draft` is not public; `closed` by its date, `full` by its cap" });
export type FormState = z.output<typeof FormState>;

const formShape = {
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  is_public: z.boolean(),
  state: FormState,
  url: z.url().meta({ description: "The public page; it answers 404 while the form is not public" }),
  responses_count: z.int().meta({ description: "Without spam" }),
  spam_count: z.int(),
  last_submitted_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const FormSummary = z.object({ ...formShape, fields_count: z.int() }).meta({ id: "FormSummary" });
export type FormSummary = z.input<typeof FormSummary>;

export const Form = z
  .object({
    ...formShape,
    ...settingsShape,
    closes_at: Timestamp.nullable(),
    fields: z.array(ShownField.meta({ id: "SavedFormField" })),
    has_logo: z.boolean().meta({ description: "Whether it has a logo, which has an address of its own" }),
    takes_files: z.boolean().meta({
      description:
        "Whether the service has storage for files; a form that requires one can't be published without",
    }),
    retired_fields: z
      .array(z.object({ key: z.string(), label: z.string(), type: FieldType }))
      .meta({ description: "Fields taken out since; older submissions may hold answers to them" }),
    version: z.int(),
  })
  .meta({ id: "Form" });
export type Form = z.input<typeof Form>;

export const FormParams = WorkspaceParams.extend({ form_id: idParam("Form") });
export const PublicFormParams = z.object({ form_id: idParam("Form") });
export const FormsQuery = PageQuery.extend({
  search: z.string().trim().max(FORM_NAME_CHARS_MAX).optional(),
  is_public: z.stringbool().optional(),
});
export type FormsQuery = z.output<typeof FormsQuery>;

/** A challenge as ALTCHA writes it; the answer goes back as `captcha`. */
export const Challenge = z
  .object({
    algorithm: z.literal("SHA-256"),
    challenge: z.string(),
    maxnumber: z.int(),
    salt: z.string(),
    signature: z.string(),
  })
  .meta({ id: "ProofOfWorkChallenge" });
export type Challenge = z.output<typeof Challenge>;

export const PublicForm = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    state: FormState.exclude(["draft"]),
    is_indexed: z.boolean(),
    color: PageColor,
    has_logo: z.boolean().meta({ description: "Whether there is one at `/f/{form_id}/logo`" }),
    fields: z.array(ShownPublicField),
    submit_label: z.string(),
    embed_origins: z.array(z.string()),
    ticket: z
      .string()
      .meta({ description: "Send it back with the answers: it proves when the form was opened" }),
    captcha: Challenge.nullable().meta({ description: "To be solved, where the form asks for it" }),
  })
  .meta({ id: "PublicForm" });
export type PublicForm = z.output<typeof PublicForm>;

export const SubmitForm = z
  .object({
    values: z
      .record(z.string().max(200), z.unknown())
      .meta({ description: "Answers by field key", example: { email: "ada@example.com" } }),
    ticket: z.string().max(200).optional().meta({ description: "As `GET` gave it" }),
    website: z.string().max(LONG_TEXT_CHARS_MAX).optional().meta({
      description: "Left empty by people, who don't see it; whatever fills it in is marked as spam",
    }),
    captcha: z.string().max(4_096).optional().meta({ description: "The solved challenge, base64 JSON" }),
    submission_id: z.uuid().toLowerCase().optional().meta({
      description:
        "A new UUID of your own for each submission. Sent again with the same answers, it is the same submission, so a request whose answer was lost can be repeated.",
    }),
  })
  .meta({ id: "SubmitForm" });
export type SubmitForm = z.output<typeof SubmitForm>;

export const Submitted = z
  .object({ submission_id: z.uuid(), message: z.string(), redirect_url: z.url().optional() })
  .meta({ id: "FormSubmitted" });
export type Submitted = z.input<typeof Submitted>;

export const ReportForm = PageReport.meta({ id: "ReportForm" });
export type ReportForm = z.output<typeof ReportForm>;

export const FormTemplate = z
  .object({
    slug: z.string(),
    name: z.string(),
    summary: z.string(),
    form: CreateForm.extend({ fields: z.array(ShownField) }).meta({ id: "FormOfTemplate" }),
  })
  .meta({ id: "FormTemplate" });
