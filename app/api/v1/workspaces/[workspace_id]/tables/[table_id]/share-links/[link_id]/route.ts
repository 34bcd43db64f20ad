import { workspaceRoute } from "@/lib/routes/workspace-route";
import { ShareLink, ShareLinkParams, UpdateShareLink } from "@/lib/tables/schema";
import { revokeShareLink, updateShareLink } from "@/lib/tables/share-links/change-share-links";

export const PATCH = workspaceRoute({
  summary: "Change what a share link shows, and to whom",
  permission: "can_share_tables",
  params: ShareLinkParams,
  body: UpdateShareLink,
  response: ShareLink,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    updateShareLink(scope, params.table_id, params.link_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Revoke a share link for good",
  permission: "can_share_tables",
  params: ShareLinkParams,
  handle: ({ scope, params, now }) => revokeShareLink(scope, params.table_id, params.link_id, now),
});
