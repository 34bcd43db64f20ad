import { z } from "zod";
import { Value, Values } from "@/lib/crm/attributes/schema";
import {
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_NAME_CHARS_MAX,
  IMPORT_INLINE_ROWS_MAX,
} from "@/lib/crm/import/limits";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { idParam, Timestamp } from "@/lib/http/fields";

/** Whether a locale is known for formatting dates and numbers. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** How a file writes numbers and dates. A value that can be read in two ways is an error if this isn't stated. */
const FileFormats = z.object({
  locale: z.string().max(35).refine(isLocale, { message: "Not a known locale" }).optional().meta({
    description: "How the file writes numbers, dates and months: BCP 47. ISO dates always work.",
    example: "de-DE",
  }),
  decimal: z.enum(["point", "comma"]).optional().meta({
    description:
      "The decimal separator, instead of the locale's. Without either, ambiguous numbers are errors.",
  }),
  dates: z
    .enum(["day_first", "month_first"])
    .optional()
    .meta({ description: "Which comes first in dates such as 1/2/2026; by default as in the locale" }),
});

const File = z.object({
  csv: z.string().min(1).max(IMPORT_BYTES_MAX).meta({
    description: "RFC 4180 with a header line; comma, semicolon or tab between the cells",
    example: "Name,Website\nAcme,https://example.com/\n",
  }),
  mapping: z
    .record(z.string().max(255), z.string().max(100).nullable())
    .refine((mapping) => Object.keys(mapping).length <= IMPORT_COLUMNS_MAX, { message: "Too many columns" })
    .optional()
    .meta({
      description:
        "Attribute slug for each header, null to leave a column out. Without it headers are matched to slugs and names.",
    }),
  dry_run: z.boolean().default(false).meta({ description: "Show what would happen, and change nothing" }),
  skip_invalid: z
    .boolean()
    .default(false)
    .meta({ description: "Import the rows that are valid. Otherwise one fault refuses the whole file." }),
});

/** A file of rows, and how to read it, for every route that takes rows. */
export const ImportFile = File.extend(FileFormats.shape);

export const ImportRecords = ImportFile.extend({
  match: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "A unique attribute: rows whose value a record has update that record" }),
  blank: z
    .enum(["keep", "clear"])
    .default("keep")
    .meta({ description: "What an empty cell does to the value of a record that its row matches" }),
  unknown_references: z.enum(["refuse", "leave_empty"]).default("refuse").meta({
    description:
      "What becomes of a reference to nothing. Cells name records by id, a unique value or name, members by id, email address or name.",
  }),
  create_options: z.boolean().default(false).meta({
    description: "Add options that a select lacks; needs `can_manage_crm`. Otherwise they are faults.",
  }),
  background: z
    .boolean()
    .default(false)
    .meta({
      description: `Answer 202 with an import that runs as a job, as files of more than ${IMPORT_INLINE_ROWS_MAX.toLocaleString("en")} rows always do. A dry run then waits to be started.`,
    }),
  file_name: z.string().trim().max(IMPORT_FILE_NAME_CHARS_MAX).optional(),
}).meta({ id: "ImportCrmRecords" });
export type ImportRecords = z.output<typeof ImportRecords>;

const Fault = z.object({
  row: z.int().meta({ description: "As a spreadsheet counts: the header is row 1" }),
  column: z.string().nullable(),
  message: z.string(),
});

const Column = z.object({ header: z.string(), attribute: z.string().nullable() });
const Labels = z
  .record(z.string(), z.string())
  .meta({ description: "Names of the records and people in the preview, by id" });
const NewOptions = z
  .record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })))
  .meta({ description: "The options that are added with `create_options`, by attribute" });

export const ImportedRecord = z.object({
  row: z.int(),
  record_id: z.string().nullable().meta({ description: "Null for a new record" }),
  title: z.string(),
  before: Values.nullable().meta({ description: "What changes, as it was; null for a new record" }),
  after: z.record(z.string(), Value).meta({ description: "What changes, as it will be" }),
});
export type ImportedRecord = z.output<typeof ImportedRecord>;

const Preview = z
  .array(ImportedRecord)
  .meta({ description: "The first records that change, before and after, and the first new ones" });

export const ImportResult = z
  .object({
    import_id: z
      .string()
      .nullable()
      .meta({ description: "The import by which this can be undone; null for a dry run" }),
    is_dry_run: z.boolean(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    columns: z.array(Column).meta({ description: "What each column is read as; null where it is left out" }),
    errors: z.array(Fault),
    preview: Preview,
    labels: Labels,
    new_options: NewOptions,
  })
  .meta({ id: "CrmImportResult" });
export type ImportResult = z.input<typeof ImportResult>;

export const ImportParams = ObjectParams.extend({ import_id: idParam("Import") });

export const ImportState = z.enum([
  "receiving",
  "queued",
  "checking",
  "checked",
  "writing",
  "done",
  "failed",
  "cancelled",
  "undoing",
  "undone",
]);
export type ImportState = z.output<typeof ImportState>;

/** What an import did to a record. */
export const ImportChangeKind = z.enum(["created", "updated"]);
export type ImportChangeKind = z.output<typeof ImportChangeKind>;

const LeftRecord = z.object({ record_id: z.string(), title: z.string(), reason: z.string() });
export type LeftRecord = z.output<typeof LeftRecord>;

/** An import in a list. */
export const CrmImport = z
  .object({
    id: z.string(),
    object: z.string(),
    state: ImportState.meta({
      description:
        "`checked` waits to be started. `failed` and `cancelled` imports may have written records, which can be undone.",
    }),
    is_dry_run: z.boolean(),
    file_name: z.string().nullable(),
    rows: z.int(),
    rows_done: z.int().meta({ description: "Rows that were checked, then written, so far" }),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    error: z.string().nullable().meta({ description: "Why nothing, or nothing more, was written" }),
    can_undo: z.boolean(),
    undo_until: Timestamp.nullable(),
    restored: z.int().meta({ description: "Records that undoing gave their former values" }),
    deleted: z.int().meta({ description: "Created records that undoing deleted" }),
    left: z.int().meta({ description: "Records that undoing left as they are" }),
    created_by_id: z.string().nullable(),
    created_by_name: z.string().nullable(),
    undone_by_name: z.string().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
    undone_at: Timestamp.nullable(),
  })
  .meta({ id: "CrmImport" });
export type CrmImport = z.input<typeof CrmImport>;

export const CrmImportDetail = CrmImport.extend({
  match: z.string().nullable(),
  blank: z.enum(["keep", "clear"]),
  skip_invalid: z.boolean(),
  columns: z.array(Column),
  errors: z.array(Fault),
  preview: Preview,
  labels: Labels,
  new_options: NewOptions,
  left_records: z.array(LeftRecord),
}).meta({ id: "CrmImportDetail" });
export type CrmImportDetail = z.input<typeof CrmImportDetail>;

export const StartImport = z
  .object({
    skip_invalid: z.boolean().optional().meta({ description: "Leave out the rows that are not valid" }),
  })
  .meta({ id: "StartCrmImport" });
export type StartImport = z.output<typeof StartImport>;
