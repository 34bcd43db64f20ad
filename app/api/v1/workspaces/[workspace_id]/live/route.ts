import { openStream } from "@/lib/live/open-stream";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Stream what changes in a workspace",
  operationId: "workspaces.live",
  description:
    "Server-sent events, each saying that something changed that you may read: `area`, `id` and `kind`, and never what it holds. Earlier changes are not sent. A stream ends after 15 minutes, when what you may do changes, or when you read too slowly: then reload what you show and open another. A host that keeps no connections open answers 503.",
  reach: "workspace",
  response: "events",
  errors: ["too_many_requests", "not_configured", "unavailable"],
  handle: ({ scope, request }) => openStream(scope, request),
});
