import { pageOf } from "@/lib/routes/route";
import { shareRoute } from "@/lib/routes/share-route";
import { ROWS_BODY_BYTES_MAX } from "@/lib/tables/limits";
import { createRow, deleteRows, writeRows } from "@/lib/tables/rows/change-rows";
import { listRows } from "@/lib/tables/rows/list/list-rows";
import {
  CreateRow,
  PublicRow,
  PublicRowQuery,
  PublicWrittenRows,
  RowSelection,
  RowsChanged,
  SharedTableParams,
  StaleRows,
  WriteRows,
} from "@/lib/tables/schema";

export const GET = shareRoute({
  summary: "Rows that a share link shows, filtered, searched and sorted by the columns it shows",
  description:
    "Hidden columns and rows beyond the link's filter don't exist here: they can't be filtered or sorted by either.",
  need: "view",
  params: SharedTableParams,
  query: PublicRowQuery,
  response: pageOf(PublicRow),
  handle: ({ scope, query }) => listRows(scope, { ...query, deleted: false }),
});

export const POST = shareRoute({
  summary: "Add a row through a share link",
  description: "Only through links that allow edits, and only into columns that the link shows.",
  need: "edit",
  params: SharedTableParams,
  body: CreateRow,
  response: PublicRow,
  status: 201,
  version: ({ row_version }) => row_version,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createRow(scope, body, now),
});

export const PATCH = shareRoute({
  summary: "Add and change rows through a share link, all or none",
  operationId: "public.tables.rows.writeMany",
  need: "edit",
  params: SharedTableParams,
  body: WriteRows,
  bodyBytesMax: ROWS_BODY_BYTES_MAX,
  response: PublicWrittenRows,
  errors: ["conflict"],
  errorFields: { conflict: StaleRows },
  handle: ({ scope, body, now }) => writeRows(scope, body, now),
});

export const DELETE = shareRoute({
  summary: "Delete rows through a share link, all or none",
  operationId: "public.tables.rows.deleteMany",
  description: "Only through links that allow edits, and only of rows that the link shows.",
  need: "edit",
  params: SharedTableParams,
  body: RowSelection,
  response: RowsChanged,
  handle: ({ scope, body, now }) => deleteRows(scope, body, now),
});
