import { shareRoute } from "@/lib/routes/share-route";
import { deleteRow, updateRow } from "@/lib/tables/rows/change-rows";
import { getRow } from "@/lib/tables/rows/get-row";
import { PublicRow, SharedRowParams, StaleRows, UpdateRow } from "@/lib/tables/schema";

export const GET = shareRoute({
  summary: "One row that a share link shows",
  description: "A row that the link hides gets a 404, like one that doesn't exist.",
  need: "view",
  params: SharedRowParams,
  response: PublicRow,
  version: ({ row_version }) => row_version,
  handle: ({ scope, params }) => getRow(scope, params.row_id),
});

export const PATCH = shareRoute({
  summary: "Change a row through a share link; fields left out keep their values",
  description:
    'With `If-Match: "<row_version>"`, only in that version; otherwise 409 with the current `row`.',
  need: "edit",
  params: SharedRowParams,
  ifMatch: "conflict",
  body: UpdateRow,
  response: PublicRow,
  version: ({ row_version }) => row_version,
  errorFields: { conflict: StaleRows },
  handle: ({ scope, params, body, ifMatch, now }) => updateRow(scope, params.row_id, body, ifMatch, now),
});

export const DELETE = shareRoute({
  summary: "Delete a row through a share link",
  description: "With `If-Match`, only in that version.",
  need: "edit",
  params: SharedRowParams,
  ifMatch: "conflict",
  errorFields: { conflict: StaleRows },
  handle: ({ scope, params, ifMatch, now }) => deleteRow(scope, params.row_id, ifMatch, now),
});
