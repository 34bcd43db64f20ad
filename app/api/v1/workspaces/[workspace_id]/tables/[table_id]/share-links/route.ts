import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { CreateShareLink, NewShareLink, ShareLink, TableParams } from "@/lib/tables/schema";
import { createShareLink } from "@/lib/tables/share-links/change-share-links";
import { listShareLinks } from "@/lib/tables/share-links/list-share-links";

export const GET = workspaceRoute({
  summary: "Share links of a table, newest first, with their last use",
  permission: "can_share_tables",
  params: TableParams,
  query: PageQuery,
  response: pageOf(ShareLink),
  handle: ({ scope, params, query, now }) => listShareLinks(scope, params.table_id, query, now),
});

export const POST = workspaceRoute({
  summary: "Create a share link; only this answer contains its token and address",
  permission: "can_share_tables",
  params: TableParams,
  body: CreateShareLink,
  response: NewShareLink,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => createShareLink(scope, params.table_id, body, now),
});
