import { z } from "zod";
import { CurrencyCode, Option, Options, Slug, Values } from "@/lib/crm/attributes/schema";
import { ImportFile, ImportResult } from "@/lib/crm/import/schema";
import { FILTER_CHARS_MAX, SEARCH_CHARS_MAX } from "@/lib/crm/records/limits";
import { FieldChange, Filter, Sort } from "@/lib/crm/records/schema";
import { COLUMN_TYPES } from "@/lib/crm/values/catalog";
import { GivenId, GivenTime, idParam, line, shownText, Timestamp, wholeNumber } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { secretText } from "@/lib/http/secret-fields";
import {
  COLUMN_NAME_CHARS_MAX,
  COLUMNS_PER_TABLE_MAX,
  ROWS_PER_BATCH_MAX,
  ROWS_PER_TABLE_MAX,
  SHARE_LINK_NAME_CHARS_MAX,
  SHARE_PASSWORD_CHARS_MAX,
  SHARE_PASSWORD_CHARS_MIN,
  TABLE_DESCRIPTION_CHARS_MAX,
  TABLE_NAME_CHARS_MAX,
} from "@/lib/tables/limits";

/* Tables and columns. Values and filters are those of the CRM, with a column's key where that has an attribute's slug. */

export const TableParams = z.object({ workspace_id: z.string(), table_id: idParam("Table") });
export const ColumnParams = TableParams.extend({ column_key: z.string() });

export const ColumnType = z.enum(COLUMN_TYPES);
export type ColumnType = z.output<typeof ColumnType>;

/** A column as it is stored and as visitors see it. */
export const PublicColumn = z
  .object({
    key: z.string().meta({ description: "Stable: a column that is renamed keeps it" }),
    name: z.string(),
    type: ColumnType,
    options: z.array(Option).meta({ description: "Of a select or multi_select" }),
    currency_code: z.string().nullable().meta({ description: "ISO 4217", example: "EUR" }),
  })
  .meta({ id: "PublicTableColumn" });
export type PublicColumn = z.output<typeof PublicColumn>;

export const Column = PublicColumn.extend({
  is_archived: z.boolean().meta({ description: "Archived columns keep their values, hidden" }),
}).meta({ id: "TableColumn" });
export type Column = z.output<typeof Column>;

export const Table = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    columns: z.array(Column).meta({ description: "In their order, the archived ones last" }),
    row_count: z.int(),
    active_share_link_count: z.int(),
    created_by_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp.meta({
      description: "The last change to the table itself; changes to its rows don't count",
    }),
  })
  .meta({ id: "Table" });
export type Table = z.input<typeof Table>;

const Deleted = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");

export const TableQuery = PageQuery.extend({
  deleted: Deleted.meta({ description: "true lists the deleted tables that can still be restored" }),
});
export type TableQuery = z.output<typeof TableQuery>;

export const CreateColumn = z
  .object({
    key: Slug.optional().meta({ description: "Derived from the name by default; never changes" }),
    name: line(COLUMN_NAME_CHARS_MAX),
    type: ColumnType,
    options: Options.default([]).meta({ description: "Of a select or multi_select, at least one" }),
    currency_code: CurrencyCode.optional().meta({ description: "Of a currency column; default USD" }),
  })
  .meta({ id: "CreateTableColumn" });
export type CreateColumn = z.output<typeof CreateColumn>;

export const UpdateColumn = z
  .object({
    name: line(COLUMN_NAME_CHARS_MAX).optional(),
    options: Options.optional().meta({
      description: "All options in their order. Rows keep a value whose option is gone.",
    }),
    currency_code: CurrencyCode.optional(),
    position: z
      .int()
      .min(0)
      .max(COLUMNS_PER_TABLE_MAX)
      .optional()
      .meta({ description: "The column's position among those in use, from 0" }),
    is_archived: z.boolean().optional(),
  })
  .meta({ id: "UpdateTableColumn" });
export type UpdateColumn = z.output<typeof UpdateColumn>;

const name = line(TABLE_NAME_CHARS_MAX);
const description = shownText(TABLE_DESCRIPTION_CHARS_MAX, true);

export const CreateTable = z
  .object({
    name,
    description: description.default(""),
    columns: z.array(CreateColumn).max(COLUMNS_PER_TABLE_MAX).default([]),
  })
  .meta({ id: "CreateTable" });
export type CreateTable = z.output<typeof CreateTable>;

export const UpdateTable = z
  .object({ name: name.optional(), description: description.optional() })
  .meta({ id: "UpdateTable" });
export type UpdateTable = z.output<typeof UpdateTable>;

/* Rows. */

export const RowParams = TableParams.extend({ row_id: idParam("Row") });

export const RowFilters = z.object({
  filter: z.string().max(FILTER_CHARS_MAX).optional().meta({
    description:
      'JSON: `{"attribute","operator","value"}`, where attribute is a column\'s key, or `{"and":[…]}` / `{"or":[…]}` of such conditions and groups of them',
    example: '{"attribute":"stage","operator":"eq","value":"won"}',
  }),
  search: z.string().max(SEARCH_CHARS_MAX).optional().meta({ description: "Part of any text of a row" }),
});
export type RowFilters = z.output<typeof RowFilters>;

export const SortedRowFilters = RowFilters.extend({
  sort: Sort.default("created_at").meta({
    description: "A column's key, `created_at` or `updated_at`; with `-` in front descending",
  }),
});
export type SortedRowFilters = z.output<typeof SortedRowFilters>;

export const PublicRowQuery = SortedRowFilters.extend(PageQuery.shape).extend({
  cursor: z.string().max(1024).optional(),
  offset: wholeNumber(0, ROWS_PER_TABLE_MAX, 0).meta({
    description: "Rows to pass over, for jumps; goes without a cursor. From page to page follow the `Link`.",
  }),
});

export const RowQuery = PublicRowQuery.extend({
  deleted: Deleted.meta({
    description: "true lists the deleted rows that can still be restored; sorted by time only",
  }),
});
export type RowQuery = z.output<typeof RowQuery>;

/** A row; `values` has every column in use that the caller may see, null where the row has no value. */
export const PublicRow = z
  .object({
    id: z.string(),
    values: Values,
    row_version: z.int().meta({ description: "Increases with every change: the `If-Match` of the next one" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "PublicTableRow" });
export type PublicRow = z.output<typeof PublicRow>;

export const Row = PublicRow.extend({ deleted_at: Timestamp.nullable() }).meta({ id: "TableRow" });
export type Row = z.input<typeof Row>;

/** In the refusal of a change to other versions of rows: how they are now. */
export const StaleRows = z.object({
  row: PublicRow,
  rows: z.array(PublicRow).meta({ description: "All of them; `row` is the first" }),
});

export const RowCount = z.object({ count: z.int() }).meta({ id: "TableRowCount" });
export type RowCount = z.input<typeof RowCount>;

const GivenValues = z.record(z.string().max(100), z.unknown()).meta({
  description: "By column key; null empties a value",
  example: { website: "https://example.com/" },
});
const RowVersion = z.int().min(1).optional().meta({
  description:
    "The version that was changed. Where it is no longer the row's: 409 with `rows` as they are now",
});

export const CreateRow = z.object({ values: GivenValues }).meta({ id: "CreateTableRow" });
export type CreateRow = z.output<typeof CreateRow>;

export const UpdateRow = z
  .object({ values: GivenValues, row_version: RowVersion })
  .meta({ id: "UpdateTableRow" });
export type UpdateRow = z.output<typeof UpdateRow>;

export const WriteRows = z
  .object({
    rows: z
      .array(z.object({ id: GivenId.optional(), values: GivenValues, row_version: RowVersion }))
      .min(1)
      .max(ROWS_PER_BATCH_MAX)
      .meta({ description: "Rows with an id are changed, rows without are added; all or none" }),
  })
  .meta({ id: "WriteTableRows" });
export type WriteRows = z.output<typeof WriteRows>;

export const WrittenRows = z
  .object({ rows: z.array(Row).meta({ description: "In the order given" }) })
  .meta({ id: "WrittenTableRows" });
export type WrittenRows = z.input<typeof WrittenRows>;

export const PublicWrittenRows = z
  .object({ rows: z.array(PublicRow).meta({ description: "In the order given" }) })
  .meta({ id: "PublicWrittenTableRows" });

export const RowSelection = z
  .object({ row_ids: z.array(GivenId).min(1).max(ROWS_PER_BATCH_MAX) })
  .meta({ id: "TableRowSelection" });
export type RowSelection = z.output<typeof RowSelection>;

export const RowsChanged = z.object({ changed: z.int() }).meta({ id: "TableRowsChanged" });
export type RowsChanged = z.input<typeof RowsChanged>;

export const RowChange = z.enum(["created", "updated", "deleted", "restored"]);
export const RowActorKind = z.enum(["developer", "link", "import", "form"]);

export const RowHistoryEntry = z
  .object({
    id: z.string(),
    type: RowChange,
    actor_kind: RowActorKind,
    actor_id: z.string().nullable().meta({ description: "The developer who acted" }),
    actor_name: z.string().nullable(),
    share_link_id: z
      .string()
      .nullable()
      .meta({ description: "The share link through which a visitor acted" }),
    share_link_name: z.string().nullable(),
    row_version: z.int(),
    changes: z.array(FieldChange).meta({ description: "Long texts are cut" }),
    created_at: Timestamp,
  })
  .meta({ id: "TableRowHistoryEntry" });
export type RowHistoryEntry = z.input<typeof RowHistoryEntry>;

export const ImportRows = ImportFile.meta({ id: "ImportTableRows" });
export type ImportRows = z.output<typeof ImportRows>;

export const ImportRowsResult = ImportResult.pick({
  is_dry_run: true,
  rows: true,
  created: true,
  failed: true,
  errors: true,
})
  .extend({
    columns: z
      .array(z.object({ header: z.string(), column: z.string().nullable() }))
      .meta({ description: "What each column of the file is taken for; null where it is left out" }),
  })
  .meta({ id: "TableImportResult" });
export type ImportRowsResult = z.input<typeof ImportRowsResult>;

/* Share links. */

export const ShareLinkParams = TableParams.extend({ link_id: idParam("Share link") });

export const SharePermission = z.enum(["view", "edit"]);
export type SharePermission = z.output<typeof SharePermission>;

const Password = z.string().min(SHARE_PASSWORD_CHARS_MIN).max(SHARE_PASSWORD_CHARS_MAX);
const ColumnKeys = z.array(Slug).max(COLUMNS_PER_TABLE_MAX);
const HiddenColumns = ColumnKeys.meta({
  description: "Keys of columns that visitors never see, filter, sort, search or write",
});
const RowFilter = Filter.meta({
  id: "ShareLinkRowFilter",
  description: "Rows that visitors see and may make; hidden columns may stand in it",
});

export const ShareLink = z
  .object({
    id: z.string(),
    name: z.string(),
    permission: SharePermission,
    granted_permission: SharePermission.nullable().meta({
      description:
        "What visitors may do through the link now, which is never more than its owner may; null if the owner may not see tables",
    }),
    status: z.enum(["active", "expired", "revoked", "suspended"]).meta({
      description: "`suspended` while its owner may not see tables; visitors get a 404",
    }),
    owner: z.object({ id: z.string(), name: z.string() }).nullable().meta({
      description: "Its owner: whoever changed it last; null once they are erased",
    }),
    has_password: z.boolean(),
    expires_at: Timestamp.nullable(),
    hidden_columns: z.array(z.string()),
    row_filter: Filter.nullable(),
    last_used_at: Timestamp.nullable().meta({ description: "Accurate to the minute" }),
    created_by_id: z.string().nullable(),
    created_by_name: z.string().nullable(),
    created_at: Timestamp,
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: "ShareLink" });
export type ShareLink = z.input<typeof ShareLink>;

export const NewShareLink = ShareLink.extend({
  token: secretText("In this answer only"),
  url: secretText("The page for visitors, in this answer only"),
}).meta({ id: "NewShareLink" });
export type NewShareLink = z.input<typeof NewShareLink>;

export const CreateShareLink = z
  .object({
    name: shownText(SHARE_LINK_NAME_CHARS_MAX, false).default("").meta({
      description: "For members only, who find it in the history of rows",
    }),
    permission: SharePermission,
    password: Password.nullish(),
    expires_at: GivenTime.nullish(),
    hidden_columns: HiddenColumns.default([]),
    row_filter: RowFilter.nullish(),
  })
  .meta({ id: "CreateShareLink" });
export type CreateShareLink = z.output<typeof CreateShareLink>;

export const UpdateShareLink = z
  .object({
    name: shownText(SHARE_LINK_NAME_CHARS_MAX, false).optional(),
    permission: SharePermission.optional(),
    password: Password.nullable().optional().meta({
      description: "A new one ends all visits by the old; null takes it away",
    }),
    expires_at: GivenTime.nullable().optional(),
    hidden_columns: HiddenColumns.optional(),
    hide_columns: ColumnKeys.optional().meta({
      description: "Keys of columns to hide besides those that are hidden by now",
    }),
    show_columns: ColumnKeys.optional().meta({
      description: "Keys of columns to hide no longer; one that `hide_columns` names too stays hidden",
    }),
    row_filter: RowFilter.nullable().optional(),
  })
  .meta({ id: "UpdateShareLink" });
export type UpdateShareLink = z.output<typeof UpdateShareLink>;

/* What visitors get. Password in `X-Share-Password`, or a ticket in `X-Share-Ticket`. */

export const SharedTableParams = z.object({
  share_link: z.string().meta({ description: "The share link's token: the end of its address" }),
});

export const SharedRowParams = SharedTableParams.extend({ row_id: idParam("Row") });

export const SharedTable = z
  .object({
    name: z.string(),
    description: z.string(),
    permission: SharePermission,
    needs_password: z.boolean(),
    expires_at: Timestamp.nullable(),
    columns: z.array(PublicColumn),
  })
  .meta({ id: "SharedTable" });
export type SharedTable = z.input<typeof SharedTable>;

export const Unlock = z
  .object({ password: z.string().max(1_000).meta({ example: "open sesame" }) })
  .meta({ id: "UnlockSharedTable" });
export type Unlock = z.output<typeof Unlock>;

export const UnlockTicket = z
  .object({
    ticket: z.string().meta({ description: "For the header `X-Share-Ticket`" }),
    expires_at: Timestamp,
  })
  .meta({ id: "SharedTableTicket" });
export type UnlockTicket = z.input<typeof UnlockTicket>;
