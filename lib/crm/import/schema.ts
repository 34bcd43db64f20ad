import { z } from "zod";
import { IMPORT_BYTES_MAX, IMPORT_COLUMNS_MAX } from "@/lib/crm/import/limits";

export const ImportRecords = z
  .object({
    csv: z
      .string()
      .min(1)
      .max(IMPORT_BYTES_MAX)
      .meta({ description: "RFC 4180 with a header line; comma, semicolon or tab between the cells" }),
    mapping: z
      .record(z.string().max(255), z.string().max(100).nullable())
      .refine((mapping) => Object.keys(mapping).length <= IMPORT_COLUMNS_MAX, { message: "Too many columns" })
      .optional()
      .meta({
        description:
          "Attribute slug for each header, null to leave a column out. Without it headers are matched to slugs and names.",
      }),
    match: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "A unique attribute: rows whose value a record has update that record" }),
    dry_run: z.boolean().default(false).meta({ description: "Tell what would happen and change nothing" }),
    skip_invalid: z
      .boolean()
      .default(false)
      .meta({ description: "Import the rows that are valid. Otherwise one fault refuses the whole file." }),
  })
  .meta({ id: "ImportCrmRecords" });

export const ImportResult = z
  .object({
    is_dry_run: z.boolean(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    columns: z
      .array(z.object({ header: z.string(), attribute: z.string().nullable() }))
      .meta({ description: "What each column is taken for; null where it is left out" }),
    errors: z.array(
      z.object({
        row: z.int().meta({ description: "As a spreadsheet counts: the header is row 1" }),
        column: z.string().nullable(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "CrmImportResult" });
