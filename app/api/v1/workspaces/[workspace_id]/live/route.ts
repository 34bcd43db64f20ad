import { WorkspaceParams } from "@/lib/http/fields";
import { openStream } from "@/lib/live/open-stream";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Hear what changes in a workspace, as it changes",
  operationId: "workspaces.live",
  description:
    "Server-sent events, each saying that something changed that you may read: `area`, `id` and `kind`, and never what it holds. What changed before the stream began is not told. A stream ends after 15 minutes, when you may not listen any more, and when you read too slowly: read again what you show, and open another. A host without lasting processes answers 503.",
  reach: "workspace",
  params: WorkspaceParams,
  response: "events",
  errors: ["too_many_requests", "not_configured", "unavailable"],
  handle: ({ scope, request }) => openStream(scope, request),
});
